// The SEO score of a page and of a run.
import { measuredOf } from "../../audit/countOutcomes.ts";
import type { Outcome } from "../../audit/finding.ts";
import type { PageResult, RuleOutcome } from "../../audit/page.ts";
import type { SeoCheck } from "./seoCheck.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "./table.ts";

type Weights = Readonly<Record<string, number>>;

export const weightsOf = (checks: readonly Pick<SeoCheck<never>, "rule" | "weight">[]): Weights =>
  Object.fromEntries(checks.map(({ rule, weight }) => [rule, weight]));

const WEIGHTS = weightsOf([...PAGE_CHECKS, ...SITE_CHECKS]);

/** What a rule earns of its weight. `review` and `inapplicable` leave it out of the score. */
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

/** An error page has nothing that search engines could show, so what else is right of it earns nothing. */
export const isErrorPage = (rules: readonly RuleOutcome[]): boolean =>
  rules.some(({ rule, outcome }) => rule === "status" && outcome === "failed");

/** 0 to 100 with one decimal: 100 × earned ÷ possible weight; null when no rule with a weight applied. */
export function scoreOf(shares: readonly Share[]): number | null {
  const possible = shares.reduce((sum, share) => sum + share.possible, 0);
  if (possible === 0) return null;
  return Math.round((1_000 * shares.reduce((sum, share) => sum + share.earned, 0)) / possible) / 10;
}

/**
 * The score of a run: the weights of all rules of all measured pages together, the site's own rules counting as those of
 * one more page. A rule that passed earns its weight, one that warns half of it, one that failed nothing; an error page
 * earns nothing at all.
 */
export function runScore(pages: readonly PageResult[], siteRules: readonly RuleOutcome[]): number | null {
  const measured = measuredOf(pages);
  if (measured.length === 0) return null;
  const [errors, others] = [true, false].map((error) => measured.filter(({ rules }) => isErrorPage(rules) === error));
  const shares = (others ?? []).map(({ rules }) => shareOf(rules));
  // An error page weighs as much as the average of the pages that are there.
  const usual = shares.reduce((sum, { possible }) => sum + possible, 0) / (shares.length || 1);
  const lost = (errors ?? []).map(({ rules }) => ({ earned: 0, possible: Math.max(usual, shareOf(rules).possible) }));
  return scoreOf([...shares, ...lost, shareOf(siteRules)]);
}
