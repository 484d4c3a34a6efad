// Differences that are easily overlooked and even over many results: a few pixels of one glyph or icon. They are a class of their own, shown
// enlarged and decided at once.
import type { Region } from "../outcome.ts";
import type { Change } from "./change.ts";

/** Of each place where it shows: pixels that differ, and the sides of the box around them. Of a result: its changes. Of a class: its results. */
export const TINY = { pixels: 40, side: 32, changes: 3, results: 3 } as const;

/** Words, pictures, values, and what came or went, are never overlooked on purpose. */
const OVERLOOKED: readonly Change["kind"][] = ["drawing", "unknown", "resized", "moved", "style", "font"];

/** The changes, those marked that are no more than a few pixels of a glyph or an icon wherever they show. */
export function markTiny(changes: readonly Change[], regions: readonly Region[]): Change[] {
  const byCause = Map.groupBy(regions, ({ cause = "" }) => cause);
  return changes.map((change) => (isTiny(change, byCause.get(change.key) ?? []) ? { ...change, tiny: true } : change));
}

function isTiny({ kind, pushed, styles }: Change, regions: readonly Region[]): boolean {
  if (!OVERLOOKED.includes(kind) || Math.abs(pushed) > 1 || styles.length > 0) return false;
  return (
    regions.length > 0 &&
    regions.every(
      ({ box, changedPixels }) => changedPixels <= TINY.pixels && box.width <= TINY.side && box.height <= TINY.side,
    )
  );
}

/** Nothing but few tiny changes; many are another drawing of everything, as by another font. */
export const isTinyResult = (changes: readonly Pick<Change, "tiny">[]): boolean =>
  changes.length > 0 && changes.length <= TINY.changes && changes.every(({ tiny }) => tiny === true);

/** Over so many results it is even; in one or two it is looked at like any other change. */
export const isTinyGroup = (results: number): boolean => results >= TINY.results;

/** "Tiny: 3 px of an icon, in 40 screenshots". */
export function tinySentence({ pixels, what, results }: { pixels: number; what: string; results: number }): string {
  return `Tiny: ${pixels} px of ${what}, in ${results} screenshots`;
}
