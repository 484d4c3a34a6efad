// The SEO score of a page and of a run, and how a run's rules add up.
import type { Outcome } from "../../audit/finding.ts";
import type { PageResult, RuleOutcome } from "../../audit/page.ts";
import { WEIGHTS } from "./weights.ts";

/** What a rule earns of its weight. `review` and `inapplicable` leave it out of the score. */
const CREDIT: Partial<Record<Outcome, number>> = { passed: 1, warning: 0.5, failed: 0 };

export type Share = { earned: number; possible: number };

export function shareOf(rules: readonly RuleOutcome[]): Share {
  let earned = 0;
  let possible = 0;
  for (const { rule, outcome } of rules) {
    const credit = CREDIT[outcome];
    const weight = WEIGHTS[rule] ?? 0;
    if (credit === undefined) continue;
    earned += weight * credit;
    possible += weight;
  }
  return { earned, possible };
}

/** 0 to 100 with one decimal: 100 × earned ÷ possible weight; null when no rule with a weight applied. */
export function scoreOf(shares: readonly Share[]): number | null {
  const possible = shares.reduce((sum, share) => sum + share.possible, 0);
  if (possible === 0) return null;
  return Math.round((1_000 * shares.reduce((sum, share) => sum + share.earned, 0)) / possible) / 10;
}

/**
 * The score of a run: the weights of all rules of all measured pages together, the site's own rules counting as those of
 * one more page. A rule that passed earns its weight, one that warns half of it, one that failed nothing.
 */
export function runScore(pages: readonly PageResult[], siteRules: readonly RuleOutcome[]): number | null {
  const measured = pages.filter(({ status }) => status !== "not_measured");
  if (measured.length === 0) return null;
  return scoreOf([...measured.map(({ rules }) => shareOf(rules)), shareOf(siteRules)]);
}

export function countOutcomes(
  rules: readonly RuleOutcome[],
): Record<"passed" | "failed" | "warnings" | "review", number> {
  const number = (wanted: Outcome) => rules.filter(({ outcome }) => outcome === wanted).length;
  return { passed: number("passed"), failed: number("failed"), warnings: number("warning"), review: number("review") };
}
