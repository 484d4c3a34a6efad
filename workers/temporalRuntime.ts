// Temporal's runtime of the worker process: sends its log lines to the service's log, and its metrics to the worker's /metrics.
import { createServer } from "node:net";
import { DefaultLogger, Runtime, type RuntimeOptions } from "@temporalio/worker";
import { messageOf } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";

/** Returns the SDK's metrics in Prometheus text format; "" if there are none. */
export type SdkMetrics = () => Promise<string>;

/** In seconds. The SDK's own buckets start at 1 s for things that take milliseconds, and end at 60 s for things that may wait for hours. */
const LATENCY_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];
const LATENCIES = [
  "request_latency",
  "workflow_task_schedule_to_start_latency",
  "workflow_task_execution_latency",
  "workflow_task_replay_latency",
  "activity_schedule_to_start_latency",
  "activity_execution_latency",
  "activity_succeed_endtoend_latency",
  "workflow_endtoend_latency",
];
const READ_MS = 3_000;

/**
 * Installs the runtime. Call it once, before anything else of the SDK's worker is used. The SDK serves its metrics on its own internal
 * port; the worker's `/metrics` includes them. If no port is available, the worker runs without them.
 */
export async function installRuntime(log: Log, { metrics }: { metrics: boolean }): Promise<SdkMetrics> {
  const options: RuntimeOptions = {
    logger: new DefaultLogger("WARN", ({ level, message, meta }) =>
      log(level === "ERROR" ? "error" : "warn", message, { ...meta }),
    ),
    // The worker handles signals itself, in order; the SDK would stop the workers on its own.
    shutdownSignals: [],
  };
  // Otherwise the native part writes coloured text between the log lines.
  const logging = { filter: { core: "WARN", other: "ERROR" }, forward: {} } as const;
  if (metrics) {
    try {
      const port = await freePort();
      const prometheus = {
        bindAddress: `127.0.0.1:${port}`,
        countersTotalSuffix: true,
        unitSuffix: true,
        useSecondsForDurations: true,
        histogramBucketOverrides: Object.fromEntries(LATENCIES.map((name) => [name, LATENCY_BUCKETS])),
      };
      const exported = { metrics: { attachServiceName: false, prometheus } };
      Runtime.install({ ...options, telemetryOptions: { logging, ...exported } });
      return () => readFrom(`http://127.0.0.1:${port}/metrics`);
    } catch (error) {
      log("warn", "Temporal's own metrics are not served", { reason: messageOf(error) });
    }
  }
  Runtime.install({ ...options, telemetryOptions: { logging } });
  return async () => "";
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** If reading fails, the SDK's metrics are missing and the rest is served. */
async function readFrom(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(READ_MS) });
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}
