// Describes what older runs of a branch left unreviewed or failed and the newest run did not cover.
import { NOTHING_WAITS, type WaitingCount, waitingWords } from "../review/waiting.ts";
import { plural } from "../text.ts";

/** `earlier`: unreviewed changes; `notRun`: failed scenarios. Returns null if there are none. */
export function leftOpenWords({ earlier = NOTHING_WAITS, notRun = 0 }: LeftOpen): string | null {
  const changes = waitingWords(earlier);
  const parts = [
    changes && `${changes} of earlier runs ${earlier.changes === 1 ? "is" : "are"} still open`,
    notRun > 0 && `${plural(notRun, "other scenario")} failed before and ${notRun === 1 ? "was" : "were"} not run`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", and ") : null;
}

export type LeftOpen = { earlier?: WaitingCount; notRun?: number };
