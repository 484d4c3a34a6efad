// Computes the SEO score of a page and of a run.
import { measuredOf } from "../../audit/countOutcomes.ts";
import type { Outcome } from "../../audit/finding.ts";
import type { PageResult, RuleOutcome } from "../../audit/page.ts";
import type { SeoCheck } from "./seoCheck.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "./table.ts";

type Weights = Readonly<Record<string, number>>;

export const weightsOf = (checks: readonly Pick<SeoCheck<never>, "rule" | "weight">[]): Weights =>
  Object.fromEntries(checks.map(({ rule, weight }) => [rule, weight]));

const WEIGHTS = weightsOf([...PAGE_CHECKS, ...SITE_CHECKS]);

/** Share of its weight that a rule earns. `review` and `inapplicable` exclude it from the score. */
const CREDIT: Partial<Record<Outcome, number>> = { passed: 1, warning: 0.5, failed: 0 };

export type Share = { earned: number; possible: number };

export function shareOf(rules: readonly RuleOutcome[], weights: Weights = WEIGHTS): Share {
  let earned = 0;
  let possible = 0;
  for (const { rule, outcome } of rules) {
    const credit = CREDIT[outcome];
    const weight = weights[rule] ?? 0;
    if (credit === undefined) continue;
    earned += weight * credit;
    possible += weight;
  }
  return { earned, possible };
}

/** Whether the page is an error page. Search engines cannot show it, so its other rules earn nothing. */
export const isErrorPage = (rules: readonly RuleOutcome[]): boolean =>
  rules.some(({ rule, outcome }) => rule === "status" && outcome === "failed");

/** Returns 100 × earned ÷ possible weight with one decimal, or null if no rule with a weight applied. */
export function scoreOf(shares: readonly Share[]): number | null {
  const possible = shares.reduce((sum, share) => sum + share.possible, 0);
  if (possible === 0) return null;
  return Math.round((1_000 * shares.reduce((sum, share) => sum + share.earned, 0)) / possible) / 10;
}

/**
 * Returns the score of a run from the weights of all rules of all measured pages. The site rules count like those of
 * one more page. A passed rule earns its weight, a warning half of it, a failed rule nothing; an error page
 * earns nothing at all.
 */
export function runScore(pages: readonly PageResult[], siteRules: readonly RuleOutcome[]): number | null {
  const measured = measuredOf(pages);
  if (measured.length === 0) return null;
  const [errors, others] = [true, false].map((error) => measured.filter(({ rules }) => isErrorPage(rules) === error));
  const shares = (others ?? []).map(({ rules }) => shareOf(rules));
  // An error page weighs at least as much as the average of the other pages.
  const usual = shares.reduce((sum, { possible }) => sum + possible, 0) / (shares.length || 1);
  const lost = (errors ?? []).map(({ rules }) => ({ earned: 0, possible: Math.max(usual, shareOf(rules).possible) }));
  return scoreOf([...shares, ...lost, shareOf(siteRules)]);
}
