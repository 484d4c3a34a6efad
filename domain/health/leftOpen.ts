// What older runs of a branch left undecided or failing and the newest one did not look at, in words.
import { NOTHING_WAITS, type WaitingCount, waitingWords } from "../review/waiting.ts";
import { plural } from "../text.ts";

/** `earlier`: changes that nobody decided about; `notRun`: scenarios that failed. null: nothing. */
export function leftOpenWords({ earlier = NOTHING_WAITS, notRun = 0 }: LeftOpen): string | null {
  const changes = waitingWords(earlier);
  const parts = [
    changes && `${changes} of earlier runs ${earlier.changes === 1 ? "is" : "are"} still open`,
    notRun > 0 && `${plural(notRun, "other scenario")} failed before and ${notRun === 1 ? "was" : "were"} not run`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", and ") : null;
}

export type LeftOpen = { earlier?: WaitingCount; notRun?: number };
