// A full audit ends after its child runs: running ones are cancelled, and those that no workflow processes are closed.
import { cancelledBy } from "../../domain/durable/end.ts";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { markPartsCancelled, runningParts } from "../../models/runs/lifecycle.ts";
import type { Run } from "../../models/runs/schema.ts";
import { closeRun } from "../../models/runs/writes.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { workflowStatus } from "../projection/workflowStatus.ts";

type Parent = Pick<Run, "_id" | "cancelledBy">;

/** Returns how many of the audit's runs have not ended yet; call it again until none is left. */
export async function endChildren(
  { models, client, now }: Pick<CommonDeps, "models" | "client" | "now">,
  parent: Parent,
): Promise<number> {
  if (parent.cancelledBy !== null) await markPartsCancelled(models, parent._id, parent.cancelledBy);
  let left = 0;
  for (const { _id, cancelledBy: by } of await runningParts(models, parent._id)) {
    const workflowId = workflowIdOfRun(_id);
    if ((await workflowStatus(client, workflowId)) === "RUNNING") {
      left += 1;
      await client.workflow.getHandle(workflowId).cancel();
      continue;
    }
    const error = by === null ? "The full audit that it belongs to ended before it." : cancelledBy(by);
    await closeRun(models, { runId: _id, status: "failed", error, at: now() });
  }
  return left;
}
