// How a run's projection is changed: by patches under the guard, and by its end.
import { workflowIdOfRun } from "../../domain/ids.ts";
import type { Run } from "../../models/run.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { applyGuarded } from "./seqGuard.ts";

export type Guarded = { runId: string; executionId: string; seq: number };

/** Answers whether the patch applied; a retry and a late arrival change nothing. */
export function applyPatch(deps: CommonDeps, input: Guarded, patch: Partial<Run>): Promise<boolean> {
  const { runs } = deps.models;
  const { runId: _id } = input;
  return applyGuarded<Partial<Run>>(
    deps,
    {
      workflowId: workflowIdOfRun(_id),
      what: `run ${_id}`,
      async read() {
        const run = await runs.findById(_id, { executionId: 1, status: 1 }).lean();
        return run && { executionId: run.executionId, over: run.status !== "running" };
      },
      update: async (filter, $set) =>
        (await runs.updateOne({ _id, status: "running", ...filter }, { $set })).modifiedCount === 1,
    },
    input,
    patch,
  );
}

/** How a run ended. */
export type Ended = { status: "completed" | "failed"; verdict: Run["verdict"] };

/** Writes the end of a run and tells log and metrics of it, once. Answers the end that stands: the first one does. */
export async function writeEnd(
  deps: CommonDeps,
  input: Guarded,
  run: Pick<Run, "_id" | "type" | "createdAt">,
  patch: Partial<Run> & Ended,
): Promise<Ended> {
  const at = deps.now();
  const duration = at.getTime() - run.createdAt.getTime();
  const { status, verdict } = patch;
  if (!(await applyPatch(deps, input, { ...patch, finishedAt: at, duration }))) {
    const stands = await deps.models.runs.findById(run._id, { status: 1, verdict: 1 }).lean();
    return stands && stands.status !== "running"
      ? { status: stands.status, verdict: stands.verdict }
      : { status, verdict };
  }
  deps.metrics.run(run.type, patch.status, duration / 1_000);
  deps.log("info", "run ended", {
    runId: run._id,
    status: patch.status,
    verdict: patch.verdict,
    durationMs: duration,
  });
  return { status, verdict };
}
