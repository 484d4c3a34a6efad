// Process groups: ends a process together with everything that it started.
import { setTimeout as sleep } from "node:timers/promises";

const GRACE_MS = 10_000;
/** Time limit for killed processes to disappear. They do so immediately unless nothing reaps them; init does, but not every container has one. */
const KILLED_MS = 5_000;
const POLL_MS = 50;

/** Asks the group to end, and kills it after the grace period. Resolves when no process of it is left. */
export async function endGroup(group: number, grace = GRACE_MS): Promise<void> {
  for (const [signal, wait] of [
    ["SIGTERM", grace],
    ["SIGKILL", KILLED_MS],
  ] as const) {
    send(group, signal);
    for (const late = Date.now() + wait; Date.now() < late; await sleep(POLL_MS)) if (!send(group, 0)) return;
  }
}

/** Returns whether there was a process to send the signal to. */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
