// Starts a schedule's runs in a worker, with the API's operation and its rules for plan, quota and idempotency. The only file of the workers
// that imports operations, as the admin command does, because a due time must not depend on an API process.
import type { Client } from "@temporalio/client";
import type { Registry } from "prom-client";
import type { CommonDeps } from "../activities/commonDeps.ts";
import type { ScheduleDeps } from "../activities/deps.ts";
import type { OperationContext } from "../api/lib/context.ts";
import { metrics } from "../api/lib/metrics.ts";
import { takeDue } from "../api/operations/schedules/takeDue.ts";
import { createTemporalEngine } from "../api/temporalEngine.ts";
import type { Embedder } from "../domain/functional/find/embedder.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import type { Sealer } from "../platform/sealing.ts";

type Deps = Omit<CommonDeps, "metrics"> & { client: Client; sealer: Sealer; embedder: Embedder };

/** `registry` gets the counters of started runs and of the outcomes of due times. */
export function createTakeDue(deps: Deps, queues: QueueNames, registry: Registry): ScheduleDeps["takeDue"] {
  const { config, models, artifacts, client, sealer, embedder, log, now, ulid } = deps;
  for (const one of [metrics.runsStarted, metrics.scheduleDues]) registry.registerMetric<string>(one);
  const context: OperationContext = {
    config,
    models,
    artifacts,
    engine: createTemporalEngine(client, queues, config.temporalNamespace),
    sealer,
    embedder,
    // Starting runs needs no language model.
    model: null,
    log,
    now,
    ulid,
  };
  return async (schedule, aheadMs) => {
    // The context is reused, because operations cache short-lived values per context.
    const ctx = aheadMs === 0 ? context : { ...context, now: () => new Date(now().getTime() + aheadMs) };
    const due = await takeDue(ctx, schedule);
    if (due) log("info", "a schedule was due", { scheduleId: schedule._id, at: due.at, outcome: due.outcome });
  };
}
