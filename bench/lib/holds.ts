// How long a process holds its event loop, told apart from how long the machine had no core for it.
import { readFileSync } from "node:fs";

const EVERY_MS = 5;

/** Milliseconds: of the longest hold, and of the longest one with the waits for a core. */
export type Holds = { ownMs: number; wallMs: number };

/** Nanoseconds that this thread was ready to run and had no core: proc_pid_schedstat(5). Zero where the system does not tell. */
function waitedNs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[1]) || 0;
  } catch {
    return 0;
  }
}

/** Watches the event loop of the calling thread until the answered function is called. */
export function watchHolds(): () => Holds {
  const holds: Holds = { ownMs: 0, wallMs: 0 };
  let last = performance.now();
  let waited = waitedNs();
  const look = () => {
    const [now, waits] = [performance.now(), waitedNs()];
    const wall = Math.max(0, now - last - EVERY_MS);
    holds.wallMs = Math.max(holds.wallMs, wall);
    holds.ownMs = Math.max(holds.ownMs, wall - (waits - waited) / 1e6);
    last = now;
    waited = waits;
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return holds;
  };
}
