// The accessibility score: each broken rule takes a share of the remaining score, depending on its severity and reach.
import type { Severity } from "../../audit/finding.ts";
import { mean, rounded } from "../../statistics.ts";

/** Share of the score (0 to 1) that a rule takes if every tested element breaks it. Best practices, warnings and manual checks take nothing. */
export const SEVERITY_WEIGHT: Record<Severity, number> = {
  critical: 0.3,
  serious: 0.18,
  moderate: 0.08,
  minor: 0.03,
  info: 0,
};

/** Minimum share of its weight that a broken rule takes, even if only one element breaks it; the rest depends on the share of failed elements. */
export const MIN_REACH = 0.4;

/** A rule that a page breaks: `failed` of `tested` elements. */
export type BrokenRule = { severity: Severity; failed: number; tested: number };

/** Returns 0 to 100 with one decimal. A page without broken rules scores 100. */
export function pageScore(broken: readonly BrokenRule[]): number {
  const left = broken.reduce((rest, { severity, failed, tested }) => {
    if (failed <= 0) return rest;
    const share = Math.min(1, failed / Math.max(failed, tested));
    return rest * (1 - SEVERITY_WEIGHT[severity] * (MIN_REACH + (1 - MIN_REACH) * share));
  }, 100);
  return Math.round(left * 10) / 10;
}

/**
 * Returns the mean of the measured pages, so a rule costs a run according to the share of pages that break it. Returns null if no page was
 * measured.
 */
export const runScore = (pages: readonly (number | null)[]): number | null =>
  rounded(mean(pages.filter((score) => score !== null)), 1);
