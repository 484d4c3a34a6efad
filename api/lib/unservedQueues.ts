// Which queues have no worker: none that polls, as Temporal sees it, and none that runs, by its own word.
import { QUEUE_ROLES, type QueueRole } from "../../domain/workflowNames.ts";
import { queuesOfPresent } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "./context.ts";

/** `pollers`: of each queue, as the engine counts them. A worker whose slots are all taken does not poll. */
export async function unservedQueues(
  ctx: Pick<OperationContext, "models" | "now">,
  pollers: Readonly<Record<QueueRole, number>>,
): Promise<QueueRole[]> {
  const quiet = QUEUE_ROLES.filter((role) => pollers[role] === 0);
  if (quiet.length === 0) return [];
  const present = await queuesOfPresent(ctx.models, ctx.now());
  return quiet.filter((role) => !present.has(role));
}
