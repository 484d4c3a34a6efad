// How a run's projection is changed: by patches under the guard, and by its end.
import { workflowIdOfRun } from "../../domain/ids.ts";
import type { Run } from "../../models/run.ts";
import type { CommonDeps } from "../deps.ts";
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
      update: async (filter, $set) => (await runs.updateOne({ _id, ...filter }, { $set })).modifiedCount === 1,
      reopened: { status: "running", error: null, finishedAt: null, duration: null },
    },
    input,
    patch,
  );
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
