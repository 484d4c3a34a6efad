// A full audit ends after its runs: those that still go on are cancelled, and those that nobody works on are closed.
import { workflowIdOfRun } from "../../domain/ids.ts";
import type { Run } from "../../models/run.ts";
import { closeRun } from "../../models/runs.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { workflowStatus } from "../projection/workflowStatus.ts";

type Parent = Pick<Run, "_id" | "cancelledBy">;

/** Answers how many of the audit's runs have not ended yet; call it again until none is left. */
export async function endChildren(
  { models, client, now }: Pick<CommonDeps, "models" | "client" | "now">,
  parent: Parent,
): Promise<number> {
  const children = await models.runs
    .find({ parentRunId: parent._id, status: "running" }, { cancelledBy: 1 })
    .lean<Pick<Run, "_id" | "cancelledBy">[]>();
  let left = 0;
  for (const { _id, cancelledBy } of children) {
    const by = cancelledBy ?? parent.cancelledBy;
    if (by !== cancelledBy) await models.runs.updateOne({ _id, cancelledBy: null }, { $set: { cancelledBy: by } });
    const workflowId = workflowIdOfRun(_id);
    if ((await workflowStatus(client, workflowId)) === "RUNNING") {
      left += 1;
      await client.workflow.getHandle(workflowId).cancel();
      continue;
    }
    const error = by === null ? "The full audit that it belongs to ended before it." : `cancelled by ${by}`;
    await closeRun(models, { runId: _id, status: "failed", error, at: now() });
  }
  return left;
}
