// Temporal's runtime of the worker process: its log lines go into ours, and its metrics into our /metrics.
import { createServer } from "node:net";
import { DefaultLogger, Runtime, type RuntimeOptions } from "@temporalio/worker";
import { messageOf } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";

/** The metrics of the SDK, in Prometheus' text; "" where there are none. */
export type SdkMetrics = () => Promise<string>;

/** In seconds. The SDK's own buckets end at 60 s for what may wait for hours, and begin at 1 s for what takes milliseconds. */
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
 * Installs the runtime, once and before anything of the SDK's worker is used. The SDK serves its metrics on a port of its own, which
 * nobody else needs to know: `/metrics` of the worker holds them. Where that port cannot be had the worker goes on without them.
 */
export async function installRuntime(log: Log, { metrics }: { metrics: boolean }): Promise<SdkMetrics> {
  const options: RuntimeOptions = {
    logger: new DefaultLogger("WARN", ({ level, message, meta }) =>
      log(level === "ERROR" ? "error" : "warn", message, { ...meta }),
    ),
    // Signals are handled by the worker, in order: the SDK would stop the workers by itself.
    shutdownSignals: [],
  };
  // Else the native part writes coloured text beside our lines.
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

/** What cannot be read is missing, and the rest is served all the same. */
async function readFrom(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(READ_MS) });
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}
