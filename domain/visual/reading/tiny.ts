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

/** Which changes of a run are tiny over its results: the one answer of the report, the review and the list of failures. */
export type TinyClasses = {
  /** `changes`: of one result that shows changes, decided or not, so that a class stays one while it is decided. */
  add(changes: readonly Named[]): void;
  /** By the key of a change. */
  has(key: string | number): boolean;
};
type Named = Pick<Change, "key" | "tiny">;

/**
 * A change is one when enough results show nothing but tiny changes and it among them; in one or two it is looked at like any other. What
 * else a result shows is no matter of it; that it is larger itself somewhere is.
 */
export function createTinyClasses(): TinyClasses {
  const results = new Map<string | number, number>();
  const larger = new Set<string | number>();
  return {
    add(changes) {
      const tiny = new Set(changes.filter((change) => change.tiny === true).map(({ key }) => key));
      for (const { key } of changes) if (!tiny.has(key)) larger.add(key);
      if (isTinyResult(changes)) for (const key of tiny) results.set(key, (results.get(key) ?? 0) + 1);
    },
    has: (key) => !larger.has(key) && (results.get(key) ?? 0) >= TINY.results,
  };
}

/** A result that is decided together with the others of its class. */
export const isTinyIn = (classes: Pick<TinyClasses, "has">, changes: readonly Named[]): boolean =>
  isTinyResult(changes) && changes.every(({ key }) => classes.has(key));

/** "Tiny: 3 px of an icon, in 40 screenshots"; of one result without their number. */
export function tinySentence({ pixels, what, results }: { pixels: number; what: string; results: number }): string {
  return `Tiny: ${pixels} px of ${what}${results > 1 ? `, in ${results} screenshots` : ""}`;
}
