// Stops a command in order when the person or CI asks for it.
import { CLIENT_EXIT, ClientError } from "./exit.ts";

/** Reason of a stop before all runs were started. */
export const STOPPED_BEFORE = new ClientError(CLIENT_EXIT.errored, "stopped", "Stopped before all runs were started.");

/** Exit code of a shell for a program that Ctrl-C ended. */
const STOPPED_EXIT = 130;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls `work` with a controller that Ctrl-C and SIGTERM abort, with `reason`. `more`: further signals that do. A second signal changes
 * nothing, because programs around this one may send again what the terminal has already sent; a third one does not wait. `work` calls
 * `release` when nothing is left to be stopped in order: unless that has begun, the next signal then ends the process.
 */
export async function stoppable<T>(
  reason: Error,
  work: (stop: AbortController, release: () => void) => Promise<T>,
  more: readonly NodeJS.Signals[] = [],
): Promise<T> {
  const stop = new AbortController();
  let times = 0;
  const stopped = () => {
    times += 1;
    stop.abort(reason);
    if (times === 3) process.exit(STOPPED_EXIT);
  };
  const signals = [...SIGNALS, ...more];
  const letGo = () => {
    for (const signal of signals) process.off(signal, stopped);
  };
  for (const signal of signals) process.on(signal, stopped);
  try {
    return await work(stop, () => {
      if (!stop.signal.aborted) letGo();
    });
  } finally {
    letGo();
  }
}
