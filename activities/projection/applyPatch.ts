// The one guard of a run's projection: a patch applies only where the execution is the one that counts and `seq` is newer.
import { workflowIdOfRun } from "../../domain/ids.ts";
import type { Run } from "../../models/run.ts";
import type { CommonDeps } from "../deps.ts";
import { invalid } from "../failures.ts";

export type Guarded = { runId: string; executionId: string; seq: number };

/** Answers whether the patch applied; a retry and a late arrival change nothing. */
export async function applyPatch(deps: CommonDeps, input: Guarded, patch: Partial<Run>): Promise<boolean> {
  const { models } = deps;
  const { runId, executionId, seq } = input;
  const set = { ...patch, seq, executionId };
  const newer = await models.runs.updateOne({ _id: runId, executionId, seq: { $lt: seq } }, { $set: set });
  if (newer.modifiedCount === 1) return true;
  const run = await models.runs.findById(runId, { executionId: 1, seq: 1, status: 1 }).lean();
  if (!run) throw invalid(`The run ${runId} is not in the database.`);
  if (run.executionId === executionId) return false;
  if (run.executionId !== null && !(await isCurrent(deps, runId, executionId))) return false;
  // First write of a run, or a reset or continue-as-new: this execution takes over from the one that was read, once.
  const reopened: Partial<Run> =
    run.status !== "running" && !patch.status
      ? { status: "running", error: null, finishedAt: null, duration: null }
      : {};
  const taken = await models.runs.updateOne(
    { _id: runId, executionId: run.executionId },
    { $set: { ...reopened, ...set } },
  );
  return taken.modifiedCount === 1;
}

/** Writes the end of a run and tells log and metrics of it, once. */
export async function writeEnd(
  deps: CommonDeps,
  input: Guarded,
  run: Pick<Run, "_id" | "type" | "createdAt">,
  patch: Partial<Run> & Pick<Run, "status" | "verdict">,
): Promise<void> {
  const at = deps.now();
  const duration = at.getTime() - run.createdAt.getTime();
  if (!(await applyPatch(deps, input, { ...patch, finishedAt: at, duration }))) return;
  deps.metrics.run(run.type, patch.status, duration / 1_000);
  deps.log("info", "run ended", {
    runId: run._id,
    status: patch.status,
    verdict: patch.verdict,
    durationMs: duration,
  });
}

async function isCurrent(deps: CommonDeps, runId: string, executionId: string): Promise<boolean> {
  const description = await deps.client.workflow.getHandle(workflowIdOfRun(runId)).describe();
  return description.runId === executionId;
}
