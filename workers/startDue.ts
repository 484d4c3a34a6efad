// Starts what a schedule starts, in a worker: the operation of the API, with the same rules of plan, quota and idempotency. The only file
// of the workers that knows operations, as the admin command does: a due time must not wait for an API process.
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

/** `registry`: where the runs that it starts, and what becomes of due times, are counted. */
export function createTakeDue(deps: Deps, queues: QueueNames, registry: Registry): ScheduleDeps["takeDue"] {
  const { config, models, artifacts, client, sealer, embedder, log, ulid } = deps;
  for (const one of [metrics.runsStarted, metrics.scheduleDues]) registry.registerMetric<string>(one);
  const context: Omit<OperationContext, "now"> = {
    config,
    models,
    artifacts,
    engine: createTemporalEngine(client, queues, config.temporalNamespace),
    sealer,
    embedder,
    // Starting asks no model.
    model: null,
    log,
    ulid,
  };
  return async (schedule, now) => {
    const due = await takeDue({ ...context, now: () => now }, schedule);
    if (due) log("info", "a schedule was due", { scheduleId: schedule._id, at: due.at, outcome: due.outcome });
  };
}
