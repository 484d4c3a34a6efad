// Brings the page to rest, and again after the scenario's delay, or after the activity the page itself has started.
import { TIMERS } from "../../../domain/visual/explain/late.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import type { Entered } from "./enterPage.ts";
import { type Prepared, type Preparing, prepareAgain, preparePage } from "./prepare.ts";
import { restPage } from "./rest.ts";

export async function settlePage(
  preparing: Preparing,
  { orSignedOut }: Pick<Entered, "orSignedOut">,
): Promise<Prepared> {
  const { guard, spec } = preparing;
  const prepared = await preparePage(preparing).catch(orSignedOut);
  if (spec.delay <= 0 && !spec.rest) return prepared;
  if (spec.delay > 0) await guard.sleep(spec.delay);
  const began = performance.now();
  const timed = spec.rest === true && (await restPage(preparing));
  const timings = timed ? { ...prepared.timings, [TIMERS]: performance.now() - began } : prepared.timings;
  const again = await prepareAgain(preparing).catch(orSignedOut);
  return {
    ...again,
    notes: [...prepared.notes.filter((note) => isPast(note, again.notes)), ...again.notes],
    timings,
  };
}

/** Whether the note is not repeated: whether the page is cut is known best from its latest height. */
const isPast = ({ code, message }: Reason, later: readonly Reason[]): boolean =>
  code !== "cut" && !later.some((note) => note.message === message);
