// A shot's verdict is written once: whoever comes second reads what stands.
import type { ShotStatus } from "../domain/visual/outcome.ts";
import { findShot } from "../models/shots/queries.ts";
import type { Shot } from "../models/shots/schema.ts";
import { changeShotAt } from "../models/shots/writes.ts";
import type { CommonDeps } from "./commonDeps.ts";
import { invalid } from "./failures.ts";

export type Verdict = Pick<Shot, "status" | "reasons"> &
  Partial<
    Pick<
      Shot,
      | "mismatchPercent"
      | "changedPixels"
      | "regions"
      | "shifts"
      | "bands"
      | "fingerprint"
      | "causes"
      | "changes"
      | "ruleUse"
      | "flaky"
      | "movement"
      | "artifacts"
      | "baseline"
      | "captures"
      | "attempts"
      | "timings"
    >
  >;

/** Reads a shot that is to be worked on; one that was closed with its run stays closed. */
export async function openShot(deps: CommonDeps, shotId: string): Promise<Shot> {
  const shot = await findShot(deps.models, shotId);
  if (!shot) throw invalid(`The shot ${shotId} is not in the database.`);
  return shot;
}

/** Writes the verdict where there is none and answers the one that stands. */
export async function decideShot(
  deps: CommonDeps,
  { _id: shotId, kind }: Pick<Shot, "_id" | "kind">,
  verdict: Verdict & { status: ShotStatus },
): Promise<ShotStatus> {
  const decided = { fingerprint: null, ...verdict, decidedAt: deps.now() };
  if (await changeShotAt(deps.models, { _id: shotId, status: "pending" }, decided)) {
    const total = Object.values(verdict.timings ?? {}).reduce((a, b) => a + b, 0);
    deps.metrics.shot(kind, verdict.status, total / 1_000);
    return verdict.status;
  }
  const shot = await findShot(deps.models, shotId, { status: 1 });
  return shot && shot.status !== "pending" ? shot.status : verdict.status;
}

/** Has this shot its verdict? */
export function isDecided(shot: Pick<Shot, "status">): boolean {
  return shot.status !== "pending";
}
