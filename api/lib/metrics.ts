// Prometheus metrics of the API.
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { QueueBacklog } from "../../domain/engine.ts";
import { QUEUE_ROLES, type QueueRole } from "../../domain/workflowNames.ts";
import { pingDatabase } from "../../models/database/connectionOf.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import { watchGround, watchProcess } from "../../platform/processMetrics.ts";
import { storeIsUp } from "./artifactStore.ts";
import type { OperationContext } from "./context.ts";
import { placesServed, unservedQueues } from "./unservedQueues.ts";

const registry = new Registry();

const httpRequests = new Counter({
  name: "plumbline_http_requests_total",
  help: "HTTP requests answered.",
  labelNames: ["method", "route", "status"] as const,
  registers: [registry],
});

const httpSeconds = new Histogram({
  name: "plumbline_http_request_seconds",
  help: "Time from the arrival of a request to the end of its answer, in seconds.",
  labelNames: ["method", "route"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const runsStarted = new Counter({
  name: "plumbline_runs_started_total",
  help: "Runs whose workflow was accepted.",
  labelNames: ["type"] as const,
  registers: [registry],
});

const temporalUp = new Gauge({
  name: "plumbline_temporal_up",
  help: "1 when Temporal answered while these metrics were read, else 0.",
  registers: [registry],
});

const storeUp = new Gauge({
  name: "plumbline_artifact_store_up",
  help: "1 when the artifact store could be written at its last probe, which is at most a minute old, else 0.",
  registers: [registry],
});

const queueTasks = new Gauge({
  name: "plumbline_queue_tasks",
  help: "Tasks that wait in a task queue for a worker, as Temporal estimates them; none while it does not answer. Of a location: browser@eu, lab@eu.",
  labelNames: ["queue", "kind"] as const,
  registers: [registry],
});

const queueOldest = new Gauge({
  name: "plumbline_queue_oldest_task_seconds",
  help: "How long the oldest task of a task queue has waited for a worker, in seconds; 0 while none waits.",
  labelNames: ["queue", "kind"] as const,
  registers: [registry],
});

const queueServed = new Gauge({
  name: "plumbline_queue_served",
  help: "1 when a worker serves the task queue, else 0; missing while that is not known. Of a location: browser@eu, lab@eu.",
  labelNames: ["queue"] as const,
  registers: [registry],
});

const scheduleDues = new Counter({
  name: "plumbline_schedule_dues_total",
  help: "Due times of schedules by what became of them: started, skipped, missed or refused.",
  labelNames: ["outcome"] as const,
  registers: [registry],
});
for (const outcome of ["started", "skipped", "missed", "refused"]) scheduleDues.inc({ outcome }, 0);

/** Maximum number of locations whose queues are read per scrape, how many are read at a time, and the time after which no further ones are read. */
const MAX_LOCATIONS = 50;
const LOCATIONS_AT_A_TIME = 5;
const LOCATIONS_MS = 2_000;

let refreshGround: (() => Promise<void>) | null = null;

/** Adds metrics about this process and its dependencies. Call it once per process. */
export function watchApi(ctx: Pick<OperationContext, "models" | "config">, version: string): void {
  watchProcess(registry, { service: "api", version, build: "" });
  refreshGround = watchGround(registry, { ping: () => pingDatabase(ctx.models), dataDir: ctx.config.dataDir });
}

type Reading = Pick<OperationContext, "artifacts" | "engine" | "models" | "now">;

/** Returns the text of /metrics. Temporal's queues are queried each time; if it is unavailable, the other metrics are returned without them. */
export async function readMetrics(ctx: Reading): Promise<string> {
  // Started once and shared, because an unavailable database takes time to fail.
  const asked = placesServed(ctx).catch(() => null);
  const [backlog, placed, unserved, places, store] = await Promise.all([
    ctx.engine.backlog().catch(() => null),
    asked.then((known) => placedBacklog(ctx, locationsOf(known ?? []))),
    unservedNow(ctx).catch(() => null),
    asked,
    storeIsUp(ctx),
    refreshGround?.(),
  ]);
  // Otherwise old values would look current.
  for (const gauge of [queueTasks, queueOldest, queueServed]) gauge.reset();
  temporalUp.set(backlog ? 1 : 0);
  storeUp.set(store ? 1 : 0);
  for (const { queue, location, kind, tasks, oldestSeconds } of backlog ? [...backlog, ...placed] : []) {
    const labels = { queue: shownQueue(queue, location), kind };
    queueTasks.set(labels, tasks);
    queueOldest.set(labels, oldestSeconds);
  }
  if (unserved) {
    for (const queue of QUEUE_ROLES) queueServed.set({ queue }, unserved.has(queue) ? 0 : 1);
    for (const { role, location, served } of places ?? [])
      queueServed.set({ queue: shownQueue(role, location) }, served ? 1 : 0);
  }
  return registry.metrics();
}

const shownQueue = (role: QueueRole, location: string | undefined): string =>
  location === undefined ? role : `${role}@${location}`;

/**
 * Reads the backlog of the first locations, a few at a time. A location that does not answer in time is left out; that does not mean that
 * Temporal is unavailable.
 */
async function placedBacklog(
  { engine }: Pick<OperationContext, "engine">,
  locations: readonly string[],
): Promise<QueueBacklog[]> {
  const found: QueueBacklog[] = [];
  const began = performance.now();
  for (const some of chunksOf(locations.slice(0, MAX_LOCATIONS), LOCATIONS_AT_A_TIME)) {
    if (performance.now() - began > LOCATIONS_MS) break;
    for (const told of await Promise.allSettled(some.map((location) => engine.backlog(location))))
      if (told.status === "fulfilled") found.push(...told.value);
  }
  return found;
}

const locationsOf = (places: readonly { location: string }[]): string[] => [
  ...new Set(places.map(({ location }) => location)),
];

/** Returns the queues without a worker; null if Temporal does not answer. */
async function unservedNow(ctx: Reading): Promise<ReadonlySet<QueueRole> | null> {
  const ready = await ctx.engine.ready();
  if (!ready.temporal) return null;
  return new Set((await unservedQueues(ctx, ready)).map(({ queue }) => queue));
}

export const metrics = { registry, httpRequests, httpSeconds, runsStarted, scheduleDues };
