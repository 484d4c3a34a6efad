// Which queues have no worker: none that polls, as Temporal sees it, and none that runs, by its own word.
import type { EngineReady } from "../../domain/engine.ts";
import { serves } from "../../domain/locations.ts";
import { QUEUE_ROLES, type QueueRole } from "../../domain/workflowNames.ts";
import { wantedLocations } from "../../models/work/locations.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "./context.ts";

/** `wanted`: the version that new work begins with; null: workers have none. `others`: versions whose workers serve the queue, which do not take that work. */
export type Unserved = { queue: QueueRole; wanted: string | null; others: string[] };

/**
 * `ready`: as the engine counts pollers. A worker whose slots are all taken does not poll. Where workers have versions, one of
 * another version than the current one is none: it takes nothing of what begins now.
 */
export async function unservedQueues(
  ctx: Pick<OperationContext, "models" | "now">,
  { pollers, current }: Pick<EngineReady, "pollers" | "current">,
): Promise<Unserved[]> {
  const counts = current?.pollers ?? pollers;
  const quiet = QUEUE_ROLES.filter((role) => counts[role] === 0);
  if (quiet.length === 0) return [];
  const present = await presentWorkers(ctx.models, ctx.now());
  const wanted = current?.build ?? null;
  const serving = (role: QueueRole) => present.filter((worker) => serves(worker, role, null));
  return quiet
    .filter((role) => !serving(role).some(({ build }) => wanted === null || build === wanted))
    .map((queue) => ({
      queue,
      wanted,
      others: wanted === null ? [] : [...new Set(serving(queue).map(({ build }) => build ?? "none"))].sort(),
    }));
}

/** Locations that environments or open runs name, and where no worker opens pages: their runs wait. In order. */
export async function unservedLocations(ctx: Pick<OperationContext, "models" | "now">): Promise<string[]> {
  const wanted = await wantedLocations(ctx.models);
  if (wanted.length === 0) return [];
  const present = await presentWorkers(ctx.models, ctx.now());
  return wanted.filter((location) => !present.some((worker) => serves(worker, "browser", location)));
}

/** Whether work of the queue would wait for a worker. Unknown while Temporal does not answer: false. */
export async function isUnserved(
  ctx: Pick<OperationContext, "models" | "now" | "engine">,
  queue: QueueRole,
): Promise<boolean> {
  const ready = await ctx.engine.ready();
  return ready.temporal && (await unservedQueues(ctx, ready)).some((one) => one.queue === queue);
}
