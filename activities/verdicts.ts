// A shot's verdict is written once: a second writer gets the stored one.
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

/** Reads the shot to work on; a shot that was closed with its run stays closed. */
export async function openShot(deps: CommonDeps, shotId: string): Promise<Shot> {
  const shot = await findShot(deps.models, shotId);
  if (!shot) throw invalid(`The shot ${shotId} is not in the database.`);
  return shot;
}

/** Writes the verdict if there is none, and returns the stored one. */
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

/** Whether the shot already has a verdict. */
export function isDecided(shot: Pick<Shot, "status">): boolean {
  return shot.status !== "pending";
}
