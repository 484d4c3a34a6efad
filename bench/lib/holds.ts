// Measures how long a process blocks its event loop, apart from how long it waited for a processor core.
import { readFileSync } from "node:fs";

const EVERY_MS = 5;

/** In ms: the longest block without waits for a core, and the longest one including them. */
export type Holds = { ownMs: number; wallMs: number };

/** Returns the nanoseconds that this thread was ready to run but had no core: proc_pid_schedstat(5). 0 if the system does not report it. */
function waitedNs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[1]) || 0;
  } catch {
    return 0;
  }
}

/** Watches the event loop of the calling thread until the returned function is called. */
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
