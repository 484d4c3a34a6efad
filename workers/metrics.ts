// Prometheus metrics of a worker.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ActivityMetrics } from "../activities/commonDeps.ts";

export type WorkerMetrics = ActivityMetrics & { registry: Registry; openShots: Gauge };

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "plumbline_worker_" });
  const shots = new Counter({
    name: "plumbline_shots_total",
    help: "Shots by verdict",
    labelNames: ["kind", "status"],
    registers: [registry],
  });
  const shotSeconds = new Histogram({
    name: "plumbline_shot_seconds",
    help: "Working time of a shot",
    labelNames: ["kind"],
    buckets: [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64],
    registers: [registry],
  });
  const runs = new Counter({
    name: "plumbline_runs_ended_total",
    help: "Runs by type and status",
    labelNames: ["type", "status"],
    registers: [registry],
  });
  const runSeconds = new Histogram({
    name: "plumbline_run_seconds",
    help: "Time from trigger to end",
    labelNames: ["type"],
    buckets: [1, 2, 5, 10, 30, 60, 300, 900, 3600],
    registers: [registry],
  });
  const pages = new Counter({
    name: "plumbline_audited_pages_total",
    help: "Audited pages by verdict",
    labelNames: ["pillar", "status"],
    registers: [registry],
  });
  const pageSeconds = new Histogram({
    name: "plumbline_audited_page_seconds",
    help: "Working time of an audited page",
    labelNames: ["pillar"],
    buckets: [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128],
    registers: [registry],
  });
  const openShots = new Gauge({
    name: "plumbline_open_shots",
    help: "Shots being captured now",
    registers: [registry],
  });
  return {
    registry,
    openShots,
    shot(kind, status, seconds) {
      shots.inc({ kind, status });
      shotSeconds.observe({ kind }, seconds);
    },
    page(pillar, status, seconds) {
      pages.inc({ pillar, status });
      pageSeconds.observe({ pillar }, seconds);
    },
    run(type, status, seconds) {
      runs.inc({ type, status });
      runSeconds.observe({ type }, seconds);
    },
  };
}
