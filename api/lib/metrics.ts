// What the API counts, for Prometheus.
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RunEngine } from "../../domain/engine.ts";

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

const queueTasks = new Gauge({
  name: "plumbline_queue_tasks",
  help: "Tasks that wait in a task queue for a worker, as Temporal estimates them; none while it does not answer.",
  labelNames: ["queue", "kind"] as const,
  registers: [registry],
});

/** The text of /metrics. Temporal is asked for the queues each time; without it the rest is answered all the same. */
export async function readMetrics(engine: RunEngine): Promise<string> {
  const backlog = await engine.backlog().catch(() => null);
  // An old number would look like one of now.
  queueTasks.reset();
  temporalUp.set(backlog ? 1 : 0);
  for (const { queue, kind, tasks } of backlog ?? []) queueTasks.set({ queue, kind }, tasks);
  return registry.metrics();
}

export const metrics = { registry, httpRequests, httpSeconds, runsStarted };
