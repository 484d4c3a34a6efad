// Finds differences that are easily overlooked in one result but occur in many: a few pixels of one glyph or icon. They form separate
// classes, are shown enlarged and are reviewed together.
import type { Region } from "../outcome.ts";
import { type Change, pushesContent } from "./change.ts";

/**
 * Limits for a tiny change. Per place: differing pixels, and the sides of the box around them. Per result: maximum number of changes. Per
 * class: minimum number of results.
 */
export const TINY = { pixels: 40, side: 32, changes: 3, results: 3 } as const;

/** Kinds of changes that can be tiny. Texts, images, values and added or removed content are always reviewed individually. */
const OVERLOOKED: readonly Change["kind"][] = ["drawing", "unknown", "resized", "moved", "style", "font"];

/** Returns the changes and marks those that are at most a few pixels of a glyph or an icon wherever they show. */
export function markTiny(changes: readonly Change[], regions: readonly Region[]): Change[] {
  const byCause = Map.groupBy(regions, ({ cause = "" }) => cause);
  return changes.map((change) => (isTiny(change, byCause.get(change.key) ?? []) ? { ...change, tiny: true } : change));
}

function isTiny({ kind, pushed, styles }: Change, regions: readonly Region[]): boolean {
  if (!OVERLOOKED.includes(kind) || pushesContent({ pushed }) || styles.length > 0) return false;
  return (
    regions.length > 0 &&
    regions.every(
      ({ box, changedPixels }) => changedPixels <= TINY.pixels && box.width <= TINY.side && box.height <= TINY.side,
    )
  );
}

/** Whether a result has only a few tiny changes. Many of them mean that everything is drawn differently, for example with another font. */
export const isTinyResult = (changes: readonly Pick<Change, "tiny">[]): boolean =>
  changes.length > 0 && changes.length <= TINY.changes && changes.every(({ tiny }) => tiny === true);

/** Determines which changes of a run are tiny across its results: the single source for the report, the review and the list of failures. */
export type TinyClasses = {
  /** `changes`: of one result that shows changes, reviewed or not, so that a class persists while it is being reviewed. */
  add(changes: readonly Named[]): void;
  /** `key`: key of a change. */
  has(key: string | number): boolean;
};
type Named = Pick<Change, "key" | "tiny">;

/**
 * Creates the tiny classes of a run. A change is tiny if enough results show only tiny changes including it; in one or two results it is
 * reviewed like any other. Other changes of a result do not disqualify it, but being larger in any result does.
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

/** Whether a result is reviewed together with the others of its class. */
export const isTinyIn = (classes: Pick<TinyClasses, "has">, changes: readonly Named[]): boolean =>
  isTinyResult(changes) && changes.every(({ key }) => classes.has(key));

/** Example: "Tiny: 3 px of an icon, in 40 screenshots"; for a single result without the number of screenshots. */
export function tinySentence({ pixels, what, results }: { pixels: number; what: string; results: number }): string {
  return `Tiny: ${pixels} px of ${what}${results > 1 ? `, in ${results} screenshots` : ""}`;
}
