// A shot's verdict is written once: whoever comes second reads what stands.
import type { ShotStatus } from "../domain/visual/outcome.ts";
import type { Shot } from "../models/shot.ts";
import type { CommonDeps } from "./deps.ts";

export type Verdict = Pick<Shot, "status" | "reasons"> &
  Partial<
    Pick<
      Shot,
      | "mismatchPercent"
      | "changedPixels"
      | "regions"
      | "shifts"
      | "fingerprint"
      | "flaky"
      | "artifacts"
      | "captures"
      | "attempts"
      | "timings"
    >
  >;

/** `pending`, or closed as not run by a reconciler whose workflow was then reset. */
const UNDECIDED = { $or: [{ status: "pending" as const }, { status: "error" as const, fingerprint: "not_run" }] };

/** Writes the verdict where there is none and answers the one that stands. */
export async function decideShot(
  deps: CommonDeps,
  { _id: shotId, kind }: Pick<Shot, "_id" | "kind">,
  verdict: Verdict & { status: ShotStatus },
): Promise<ShotStatus> {
  const result = await deps.models.shots.updateOne(
    { _id: shotId, ...UNDECIDED },
    { $set: { fingerprint: null, ...verdict, decidedAt: deps.now() } },
  );
  if (result.matchedCount === 1) {
    const total = Object.values(verdict.timings ?? {}).reduce((a, b) => a + b, 0);
    deps.metrics.shot(kind, verdict.status, total / 1_000);
    return verdict.status;
  }
  const shot = await deps.models.shots.findById(shotId, { status: 1 }).lean();
  return shot && shot.status !== "pending" ? shot.status : verdict.status;
}

/** Has this shot its verdict? A shot that was closed as not run may be taken up again after a reset. */
export function isDecided(shot: Pick<Shot, "status" | "fingerprint">): boolean {
  return shot.status !== "pending" && !(shot.status === "error" && shot.fingerprint === "not_run");
}
