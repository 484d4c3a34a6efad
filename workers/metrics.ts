// Prometheus metrics of a worker.
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ActivityMetrics } from "../activities/commonDeps.ts";
import { TRY_OUTCOMES, type TryOutcome } from "../domain/notify/retries.ts";
import { WORKFLOW_OF } from "../domain/runTypes.ts";

export type WorkerMetrics = ActivityMetrics & {
  registry: Registry;
  openShots: Gauge;
  /** Counts an attempt of an activity. `attempt` is its number, starting at 1. */
  attempt(activity: string, attempt: number, outcome: "completed" | "failed" | "cancelled" | "waiting"): void;
  /** Counts an attempt to deliver a message, by outcome. */
  notification(outcome: TryOutcome): void;
  /** Counts runs and jobs that had lost their workflow. */
  reconciled(deed: "restarted" | "closed", count: number): void;
};

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
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
    help: "Runs by type and how they ended: completed, failed, cancelled",
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
  const attempts = new Counter({
    name: "plumbline_activity_attempts_total",
    help: "Attempts of activities by name, by whether it was the first or a repeated one, and by outcome",
    labelNames: ["activity", "attempt", "outcome"],
    registers: [registry],
  });
  const notifications = new Counter({
    name: "plumbline_notification_tries_total",
    help: "Tries to deliver a message, by what came of them: delivered, again, gaveUp, never, off, unwanted",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const deeds = new Counter({
    name: "plumbline_reconciled_total",
    help: "Runs and jobs that had lost their workflow and were started again or closed",
    labelNames: ["deed"],
    registers: [registry],
  });
  // Initialized to 0, because a rate misses the first event of a counter that starts with it.
  for (const deed of ["restarted", "closed"]) deeds.inc({ deed }, 0);
  for (const outcome of TRY_OUTCOMES) notifications.inc({ outcome }, 0);
  for (const type of Object.keys(WORKFLOW_OF))
    for (const status of ["completed", "failed", "cancelled"]) runs.inc({ type, status }, 0);
  return {
    registry,
    openShots,
    attempt(activity, attempt, outcome) {
      attempts.inc({ activity, attempt: attempt === 1 ? "first" : "again", outcome });
    },
    notification: (outcome) => notifications.inc({ outcome }),
    reconciled: (deed, count) => deeds.inc({ deed }, count),
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
