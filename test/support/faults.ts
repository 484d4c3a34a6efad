// Shared helpers of the fault tests: inspect processes, Temporal and the database without going through the service.
import { readFileSync } from "node:fs";
import { Client, Connection } from "@temporalio/client";
import { descendantsOf } from "../../browsers/processes.ts";
import { doorOf } from "./door.ts";
import { eventually } from "./eventually.ts";
import type { World } from "./service.ts";
import type { Watched } from "./watched.ts";
import { startWire, type Wire } from "./wire.ts";

/** Triggers are not rate-limited, and leftovers are searched for every second. */
export const FAULT_SETTINGS = {
  SVC_TRIGGER_RATE_PER_MINUTE: "1000",
  SVC_RECONCILE_EVERY_MS: "1000",
  SVC_RECONCILE_AFTER_MS: "1000",
};

/** Returns the pids of browsers started below a process, identified by their command line in Linux's process table. */
export function browsersBelow(pid: number): number[] {
  return descendantsOf(pid).filter((child) => {
    try {
      return /chrom|firefox/.test(readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0")[0] ?? "");
    } catch {
      // The process ended between listing and reading.
      return false;
    }
  });
}

export function alive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Kills every browser of the worker and returns their pids. */
export function killBrowsers(world: World): number[] {
  const pids = browsersBelow(world.service.worker.pid ?? 0);
  for (const pid of pids)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process already ended with its parent.
    }
  return pids;
}

/** Opens the gates for all visitors until the wait is over. */
export async function letThrough<T>(world: World, wait: Promise<T>): Promise<T> {
  const timer = setInterval(() => world.site.openGates(), 100);
  try {
    return await wait;
  } finally {
    clearInterval(timer);
  }
}

export async function withTemporal<T>(world: Watched, work: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: world.service.stack.temporalAddress });
  try {
    return await work(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

/** Restarts the worker with a wire to the database; the worker keeps the wire over later restarts. */
export async function wireWorker(world: World): Promise<Wire> {
  const uri = new URL(world.service.stack.mongoUri);
  const wire = await startWire(doorOf(uri.href), "mongo");
  uri.host = wire.address;
  await world.service.worker.stop();
  world.service.env.MONGODB_URI = uri.href;
  await world.service.worker.start();
  return wire;
}

/** Kills the worker as the kernel would, waits until its browsers have ended too, and starts it again. */
export async function killWorker(world: World): Promise<void> {
  const browsers = browsersBelow(world.service.worker.pid ?? 0);
  await world.service.worker.kill();
  await eventually("the browsers of the killed worker end", async () => browsers.filter(alive).length === 0);
  await world.service.worker.start();
}

/** Returns the phase that the run's workflow reports, or null if nothing responds. */
export async function phaseOf(world: World, runId: string): Promise<string | null> {
  return withTemporal(world, (client) =>
    client.workflow
      .getHandle(`run-${runId}`)
      .query<{ phase: string }>("progress")
      .then(
        ({ phase }) => phase,
        () => null,
      ),
  );
}

/** Returns the highest attempt number of any activity of the run's workflow: 1 if nothing was retried. */
export async function mostAttempts(world: World, runId: string): Promise<number> {
  const { events } = await withTemporal(world, (client) => client.workflow.getHandle(`run-${runId}`).fetchHistory());
  return Math.max(...(events ?? []).map(({ activityTaskStartedEventAttributes: started }) => started?.attempt ?? 0));
}
