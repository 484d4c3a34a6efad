// Brings the page to rest, and once more after the scenario's delay.
import type { Entered } from "./enterPage.ts";
import { type Prepared, type Preparing, prepareAgain, preparePage } from "./prepare.ts";

export async function settlePage(
  preparing: Preparing,
  { orSignedOut }: Pick<Entered, "orSignedOut">,
): Promise<Prepared> {
  const { guard, spec } = preparing;
  const prepared = await preparePage(preparing).catch(orSignedOut);
  if (spec.delay <= 0) return prepared;
  await guard.sleep(spec.delay);
  const again = await prepareAgain(preparing).catch(orSignedOut);
  return {
    ...again,
    notes: [...prepared.notes, ...again.notes.filter(({ code }) => code !== "cut")],
    timings: prepared.timings,
  };
}
