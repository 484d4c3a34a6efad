// Runs a periodic check in every API process.
import { messageOf } from "../domain/errors.ts";
import type { OperationContext } from "./lib/context.ts";

/** Repeats the check until it is stopped. The pause starts when a check ends, so two checks never overlap. `what` names the check in the log. */
export function repeatedly(
  { log }: Pick<OperationContext, "log">,
  { everyMs, what }: { everyMs: number; what: string },
  look: () => Promise<void>,
): () => void {
  let timer: NodeJS.Timeout;
  let over = false;
  const turn = async () => {
    try {
      await look();
    } catch (error) {
      // The database is unavailable. Reads report that, and the next check runs anyway.
      log("debug", `${what} could not be checked`, { error: messageOf(error) });
    }
    if (!over) timer = setTimeout(turn, everyMs).unref();
  };
  timer = setTimeout(turn, everyMs).unref();
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
