// A worker's /metrics: its own figures and those of Temporal's SDK.
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

/** The queue of a process alone has an id in its name: with it, each start would leave series of its own in Prometheus for ever. */
export const withoutIds = (text: string): string => text.replace(/(\btask_queue="[^"]*)-[0-9a-z]{26}"/g, '$1-home"');

/** null: they are served nowhere. */
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
