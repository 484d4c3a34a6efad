// Returns memory to the system while a process is idle: V8 keeps what a start or a busy time took until it needs the room again.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_EVERY_MS = 15_000;
/** Share of a core up to which a process counts as idle: timers and polls take less. */
const AT_REST = 0.05;
/** What was allocated since the last collection must be worth its pause, about 0.1 s in the API. */
const WORTH_BYTES = 20_000_000;

/**
 * Collects garbage each time the process has been idle for `everyMs` and holds `worthBytes` more than after the last collection. Does not
 * keep the process alive.
 */
export function collectAtRest({ everyMs = LOOK_EVERY_MS, worthBytes = WORTH_BYTES } = {}): void {
  let used = process.cpuUsage();
  let looked = performance.now();
  let kept = 0;
  const look = () => {
    const { user, system } = process.cpuUsage(used);
    const ms = performance.now() - looked;
    used = process.cpuUsage();
    looked = performance.now();
    const isAtRest = (user + system) / 1_000 <= AT_REST * ms;
    const holds = process.memoryUsage.rss();
    // What a collection freed returns to the system a while later.
    kept = Math.min(kept, holds);
    if (!isAtRest || holds - kept < worthBytes) return;
    collect();
    kept = process.memoryUsage.rss();
    // Our own pause does not count as work.
    used = process.cpuUsage();
  };
  setInterval(look, everyMs).unref();
}

/** Node has no other way to request a collection in a process that was started without the flag. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
