// Which queues have no worker: none that polls according to Temporal, and none that reports itself as running.
import type { EngineReady } from "../../domain/engine.ts";
import { ProductError } from "../../domain/errors.ts";
import { PLACED_ROLES, serves, unservedAt } from "../../domain/locations.ts";
import { QUEUE_ROLES, type QueueRole } from "../../domain/workflowNames.ts";
import { wantedLocations } from "../../models/work/locations.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "./context.ts";

/**
 * `wanted`: version that new work starts on; null if workers have no versions. `others`: other versions whose workers serve the queue but
 * do not take that work.
 */
export type Unserved = { queue: QueueRole; wanted: string | null; others: string[] };

/**
 * Returns the queues without a worker. `pollers` alone is not enough, because a worker does not poll while all its slots are taken. If
 * workers have versions, only workers of the current version count: the others take no new work.
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

type Place = { location: string; role: QueueRole };

/**
 * Returns each location that environments, schedules or open runs name, with each role that a location needs and whether a worker has that
 * role there.
 */
export async function placesServed(
  ctx: Pick<OperationContext, "models" | "now">,
): Promise<(Place & { served: boolean })[]> {
  const wanted = await wantedLocations(ctx.models);
  if (wanted.length === 0) return [];
  const away = unservedAt(await presentWorkers(ctx.models, ctx.now()), wanted);
  return wanted.flatMap((location) =>
    PLACED_ROLES.map((role) => ({
      location,
      role,
      served: !away.some((one) => one.location === location && one.role === role),
    })),
  );
}

/** Returns the locations and roles without a worker, in order; runs that need them wait. */
export async function unservedLocations(ctx: Pick<OperationContext, "models" | "now">): Promise<Place[]> {
  return (await placesServed(ctx)).filter(({ served }) => !served);
}

/**
 * Whether pages would wait for a worker (of the current version, if workers have versions). With a location, the workers' own reports
 * decide. Without one, the result is false while Temporal does not answer.
 */
export async function lacksBrowsers(
  ctx: Pick<OperationContext, "models" | "now" | "engine">,
  location?: string | null,
): Promise<boolean> {
  const ready = await ctx.engine.ready();
  if (location) {
    const wanted = ready.current?.build ?? null;
    const present = await presentWorkers(ctx.models, ctx.now());
    const taking = present.filter(({ build }) => wanted === null || build === wanted);
    return unservedAt(taking, [location]).some(({ role }) => role === "browser");
  }
  return ready.temporal && (await unservedQueues(ctx, ready)).some(({ queue }) => queue === "browser");
}

/**
 * Throws unavailable if no worker can open pages, because the caller would wait in vain. `location`: that of the page's environment, or of
 * the run in question.
 */
export async function requireBrowsers(
  ctx: Pick<OperationContext, "models" | "now" | "engine">,
  location?: string | null,
): Promise<void> {
  if (!(await lacksBrowsers(ctx, location))) return;
  throw new ProductError(
    "unavailable",
    location
      ? `No worker in ${location} can open pages. Start one, or change the location of the environment.`
      : "No worker can open pages. Call check_setup_health to see what is missing.",
  );
}
