// The score of accessibility: each broken rule takes a part of what is left, by its severity and its reach.
import type { Severity } from "../../audit/finding.ts";
import { mean, rounded } from "../../statistics.ts";

/**
 * The part of the score (0 to 1) that a rule takes when every element concerned breaks it. Best practices, warnings and
 * what a person must decide take nothing.
 */
export const SEVERITY_WEIGHT: Record<Severity, number> = {
  critical: 0.3,
  serious: 0.18,
  moderate: 0.08,
  minor: 0.03,
  info: 0,
};

/** What one broken element takes of its rule's weight, however many others keep it; the rest goes with the share. */
export const MIN_REACH = 0.4;

/** A rule that is broken on a page: of `tested` elements `failed` break it. */
export type BrokenRule = { severity: Severity; failed: number; tested: number };

/** 0 to 100, one decimal. A page without a broken rule has 100. */
export function pageScore(broken: readonly BrokenRule[]): number {
  const left = broken.reduce((rest, { severity, failed, tested }) => {
    if (failed <= 0) return rest;
    const share = Math.min(1, failed / Math.max(failed, tested));
    return rest * (1 - SEVERITY_WEIGHT[severity] * (MIN_REACH + (1 - MIN_REACH) * share));
  }, 100);
  return Math.round(left * 10) / 10;
}

/** The mean of the measured pages, so a rule costs a run by the share of pages that break it. Null: none was measured. */
export const runScore = (pages: readonly (number | null)[]): number | null =>
  rounded(mean(pages.filter((score) => score !== null)), 1);
