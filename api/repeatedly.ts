// What every API process checks repeatedly.
import { messageOf } from "../domain/errors.ts";
import type { OperationContext } from "./lib/context.ts";

/** Looks until it is stopped. The pause begins when a look ends, so two never overlap. `what`: for the log. */
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
      // The database is unavailable: reads say so, and the next look comes.
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
