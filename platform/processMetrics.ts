// Prometheus metrics of both processes, of the database and of the disk.
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { diskSpace } from "./diskSpace.ts";
import { withinMs } from "./withinMs.ts";

/** Gauges that are named like counters, which `promtool check metrics` rejects; the same values are in those without `_total`. */
const MISNAMED = ["nodejs_active_resources_total", "nodejs_active_handles_total", "nodejs_active_requests_total"];

/** `build`: of the worker's version in Temporal; empty if it has none. */
export type BuildInfo = { service: "api" | "worker"; version: string; build: string };

/** Registers processor, memory, event loop and garbage collection of this process, and its build. */
export function watchProcess(registry: Registry, info: BuildInfo): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: "plumbline_build_info",
    help: "Always 1; the labels contain the version of the service and the build of the workflows.",
    labelNames: ["service", "version", "build"],
    registers: [registry],
  }).set(info, 1);
}

export type Ground = {
  /** Pings the database; rejects if it does not answer. */
  ping(): Promise<unknown>;
  dataDir: string;
};

/** A database that is silent for longer counts as down. */
const PING_MS = 3_000;

/** Registers gauges of the database and of the disk. Returns a function that updates them, to be called before each read. */
export function watchGround(registry: Registry, { ping, dataDir }: Ground): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const up = gauge("plumbline_database_up", "1 when the database answered while these metrics were read, else 0.");
  const seconds = gauge("plumbline_database_ping_seconds", "Time that the database took to answer a ping, in seconds.");
  const free = gauge("plumbline_disk_free_bytes", "Bytes that may still be written to the disk of the data folder.");
  const size = gauge("plumbline_disk_size_bytes", "Bytes of the disk of the data folder.");
  return async () => {
    const [took, disk] = await Promise.all([timeOf(ping), diskSpace(dataDir).catch(() => null)]);
    up.set(took === null ? 0 : 1);
    seconds.set(took ?? PING_MS / 1_000);
    free.set(disk?.free ?? Number.NaN);
    size.set(disk?.size ?? Number.NaN);
  };
}

/** Returns seconds, or null if the work failed or took too long. */
async function timeOf(work: () => Promise<unknown>): Promise<number | null> {
  const from = performance.now();
  try {
    return await withinMs(
      PING_MS,
      work().then(() => (performance.now() - from) / 1_000),
      () => null,
    );
  } catch {
    return null;
  }
}
