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

/** Closed as not run by a reconciler: taken up again only when its run was reset, never by a late activity of a closed one. */
const NOT_RUN = { status: "error" as const, fingerprint: "not_run" };

/** Writes the verdict where there is none and answers the one that stands. */
export async function decideShot(
  deps: CommonDeps,
  { _id: shotId, kind }: Pick<Shot, "_id" | "kind">,
  verdict: Verdict & { status: ShotStatus },
): Promise<ShotStatus> {
  const set = { $set: { fingerprint: null, ...verdict, decidedAt: deps.now() } };
  let result = await deps.models.shots.updateOne({ _id: shotId, status: "pending" }, set);
  if (result.matchedCount === 0) {
    const waiting = await deps.models.shots.findOne({ _id: shotId, ...NOT_RUN }, { runId: 1 }).lean();
    const reopened =
      waiting && (await deps.models.runs.findOne({ _id: waiting.runId, status: "running" }, { _id: 1 }).lean());
    if (reopened) result = await deps.models.shots.updateOne({ _id: shotId, ...NOT_RUN }, set);
  }
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
