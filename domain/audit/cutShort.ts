// Knows where a run lists only the first elements that break a rule. An element that a later run lists may have been among the others.
import { type FindingPages, pagesNamed } from "./causes.ts";
import { pageKey } from "./runChecks.ts";

/** A finding that stands for the elements beyond the listed ones. */
export type ForOthers = {
  rule: string;
  page: string;
  pageIndex: number;
  pages?: FindingPages | null;
  evidence?: { elements?: unknown };
};

/**
 * Returns how many elements break the rule on a page (its key, or "" for the site), or undefined if the run lists all of them. Infinity: the
 * number is not known.
 */
export type CutShort = (rule: string, key: string) => number | undefined;

export function cutShort(found: readonly ForOthers[], baseUrl: string): CutShort {
  const totals = new Map<string, number>();
  /** Rules with more pages than their finding lists. */
  const everywhere = new Set<string>();
  const nameOf = (rule: string, key: string): string => `${rule} ${key}`;
  for (const one of found) {
    const { rule, pageIndex, pages, evidence } = one;
    if (pages && pages.count > pages.first.length) everywhere.add(rule);
    // The evidence of a finding of several pages is that of one of them.
    const total = !pages && typeof evidence?.elements === "number" ? evidence.elements : Number.POSITIVE_INFINITY;
    for (const page of pagesNamed(one)) totals.set(nameOf(rule, pageIndex < 0 ? "" : pageKey(page, baseUrl)), total);
  }
  return (rule, key) => (everywhere.has(rule) ? Number.POSITIVE_INFINITY : totals.get(nameOf(rule, key)));
}

/**
 * Returns whether a finding that `before` does not list may be one of those that it left out: on each of its pages (`keys`) `before` lists
 * only a part, and no more elements break the rule now.
 */
export const mayBeLeftOut = (
  { rule, keys }: { rule: string; keys: readonly string[] },
  before: CutShort,
  now: CutShort,
): boolean => keys.every((key) => (now(rule, key) ?? 0) <= (before(rule, key) ?? -1));
