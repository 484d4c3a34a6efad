// Waits for runs to end, across restarts of the service.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunStatus, readStatus } from "./runs.ts";
import type { Service } from "./service.ts";

export type Follow = {
  runIds: readonly string[];
  /** Maximum wait in ms; the runs continue. */
  timeout: number;
  signal: AbortSignal;
  seen(run: RunStatus): void;
};
/** `parts`: the runs of a full audit. */
export type Followed = { run: RunStatus; parts: RunStatus[] };

const FIRST_POLL_MS = 500;
const POLL_MS = 3_000;
/** Poll interval for a service on this machine, so that the end is noticed immediately. */
const NEAR_POLL_MS = 750;
const NEAR = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/;

/** Returns the last status of each run, in the order of the ids. Runs that have not ended by the timeout are returned as `running`. */
export async function followRuns(service: Service, { runIds, timeout, signal, seen }: Follow): Promise<Followed[]> {
  const deadline = Date.now() + timeout;
  const most = NEAR.test(`${service.url}/`) ? NEAR_POLL_MS : POLL_MS;
  const one = async (runId: string): Promise<Followed> => {
    const parts = new Map<string, Promise<Followed>>();
    for (let poll = FIRST_POLL_MS; ; poll = Math.min(poll * 1.5, most)) {
      const run = await readStatus(service, runId, signal);
      seen(run);
      for (const part of run.children ?? []) {
        if (parts.has(part.runId)) continue;
        const followed = one(part.runId);
        parts.set(part.runId, followed);
        // An error of one part ends the whole wait when `Promise.all` below throws it.
        followed.catch(() => undefined);
      }
      if (run.status !== "running" || Date.now() + poll >= deadline)
        return { run, parts: (await Promise.all(parts.values())).map((part) => part.run) };
      await sleep(poll, undefined, { signal });
    }
  };
  return Promise.all(runIds.map(one));
}
