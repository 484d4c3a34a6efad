// A worker's /metrics: its own metrics and those of Temporal's SDK.
import type { Config } from "../domain/config.ts";
import { pingDatabase } from "../models/database/connectionOf.ts";
import type { Models } from "../models/index.ts";
import type { Log } from "../platform/log.ts";
import { serveMetrics } from "../platform/metricsServer.ts";
import { watchGround, watchProcess } from "../platform/processMetrics.ts";
import type { WorkerMetrics } from "./metrics.ts";
import type { SdkMetrics } from "./temporalRuntime.ts";

export type ServedMetrics = {
  config: Pick<Config, "dataDir" | "metricsHost" | "workerMetricsPort">;
  models: Models;
  metrics: Pick<WorkerMetrics, "registry">;
  sdk: SdkMetrics;
  version: string;
  build: string | null;
  log: Log;
};

/** Removes the process's id from the name of its own queue; otherwise every start would leave its own series in Prometheus forever. */
export const withoutIds = (text: string): string => text.replace(/(\btask_queue="[^"]*)-[0-9a-z]{26}"/g, '$1-home"');

/** Serves the metrics; returns null if no port is configured for them. */
export function serveWorkerMetrics({
  config,
  models,
  metrics: { registry },
  sdk,
  version,
  build,
  log,
}: ServedMetrics): ReturnType<typeof serveMetrics> {
  watchProcess(registry, { service: "worker", version, build: build ?? "" });
  const look = watchGround(registry, { ping: () => pingDatabase(models), dataDir: config.dataDir });
  const read = async () => {
    const [ofSdk] = await Promise.all([sdk(), look()]);
    return `${await registry.metrics()}${withoutIds(ofSdk)}`;
  };
  return serveMetrics({ host: config.metricsHost, port: config.workerMetricsPort }, read, log);
}
