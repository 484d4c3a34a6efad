// A shot's verdict is written once: whoever comes second reads what stands.
import { Context } from "@temporalio/activity";
import { workflowIdOfRun } from "../domain/ids.ts";
import type { ShotStatus } from "../domain/visual/outcome.ts";
import { PAGE_NOT_RUN } from "../models/runs.ts";
import type { Shot } from "../models/shot.ts";
import type { CommonDeps } from "./deps.ts";
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
      | "flaky"
      | "artifacts"
      | "captures"
      | "attempts"
      | "timings"
    >
  >;

/** Closed because its run ended early. */
const NOT_RUN = { status: "error" as const, fingerprint: "not_run" };

/**
 * Reads a shot that is to be worked on. One that was closed as not run is taken up again, with its run, when the run was
 * reset: when the execution that asks is the one that goes on now. A late activity of a closed run opens nothing.
 */
export async function openShot(deps: CommonDeps, shotId: string): Promise<Shot> {
  const read = async () => {
    const shot = (await deps.models.shots.findById(shotId).lean()) as Shot | null;
    if (!shot) throw invalid(`The shot ${shotId} is not in the database.`);
    return shot;
  };
  const shot = await read();
  if (shot.status !== NOT_RUN.status || shot.fingerprint !== NOT_RUN.fingerprint) return shot;
  return (await reopenRun(deps, shot.runId)) ? read() : shot;
}

/** Takes up a run again that was closed from outside and then reset in Temporal; false for a late activity of a closed run. */
export async function reopenRun({ models, client }: CommonDeps, runId: string): Promise<boolean> {
  const run = await models.runs.findById(runId, { cancelledBy: 1 }).lean();
  if (!run || run.cancelledBy !== null) return false;
  const now = await client.workflow.getHandle(workflowIdOfRun(runId)).describe();
  const mine = Context.current().info.workflowExecution?.runId;
  if (now.status.name !== "RUNNING" || now.runId !== mine) return false;
  const open = {
    status: "running" as const,
    verdict: null,
    error: null,
    finishedAt: null,
    duration: null,
    summary: null,
  };
  await models.runs.updateOne({ _id: runId, status: "failed" }, { $set: open });
  const pending = { status: "pending", reasons: [], mismatchPercent: null, fingerprint: null, decidedAt: null };
  await models.shots.updateMany({ runId, ...NOT_RUN }, { $set: pending });
  await models.auditPages.updateMany(
    { runId, code: PAGE_NOT_RUN },
    { $set: { status: "pending", code: null, reason: null, decidedAt: null } },
  );
  return true;
}

/** Writes the verdict where there is none and answers the one that stands. */
export async function decideShot(
  deps: CommonDeps,
  { _id: shotId, kind }: Pick<Shot, "_id" | "kind">,
  verdict: Verdict & { status: ShotStatus },
): Promise<ShotStatus> {
  const set = { $set: { fingerprint: null, ...verdict, decidedAt: deps.now() } };
  const result = await deps.models.shots.updateOne({ _id: shotId, status: "pending" }, set);
  if (result.matchedCount === 1) {
    const total = Object.values(verdict.timings ?? {}).reduce((a, b) => a + b, 0);
    deps.metrics.shot(kind, verdict.status, total / 1_000);
    return verdict.status;
  }
  const shot = await deps.models.shots.findById(shotId, { status: 1 }).lean();
  return shot && shot.status !== "pending" ? shot.status : verdict.status;
}

/** Has this shot its verdict? */
export function isDecided(shot: Pick<Shot, "status">): boolean {
  return shot.status !== "pending";
}
