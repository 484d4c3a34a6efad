// What the API counts, for Prometheus. Served on a port of its own, never on the API's.
import { Counter, Histogram, Registry } from "prom-client";

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

export const metrics = { registry, httpRequests, httpSeconds, runsStarted };
