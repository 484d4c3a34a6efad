// Process groups: what was started ends with everything that it started.
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** Asks the group to end, and after ten seconds ends it. Answers when nothing of it is left. */
export async function endGroup(group: number, patience = PATIENCE_MS): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    send(group, signal);
    for (const late = Date.now() + patience; Date.now() < late; await sleep(POLL_MS)) if (!send(group, 0)) return;
  }
}

/** Whether there was something to send the signal to. */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
