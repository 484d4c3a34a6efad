// How the pages of a privacy run add up.
import type { Outcome } from "../../audit/finding.ts";
import type { PageResult } from "../../audit/page.ts";

export type PrivacyRollUp = {
  score: number | null;
  passed: number;
  failed: number;
  warnings: number;
  review: number;
  warningSentences: string[];
};

/** The score is the mean of the pages that were measured; null when none was. */
export function rollUpPrivacy(pages: readonly PageResult[]): PrivacyRollUp {
  const scores = pages.flatMap(({ score }) => (score === null ? [] : [score]));
  const count = (outcome: Outcome): number =>
    pages.flatMap(({ rules }) => rules.filter((r) => r.outcome === outcome)).length;
  const unverified = pages.filter(({ rules }) =>
    rules.some(({ rule, outcome }) => rule === "consent-state-unverified" && outcome === "review"),
  ).length;
  return {
    score: scores.length === 0 ? null : Math.round(scores.reduce((a, b) => a + b, 0) / scores.length),
    passed: count("passed"),
    failed: count("failed"),
    warnings: count("warning"),
    review: count("review"),
    warningSentences:
      unverified === 0
        ? []
        : [
            `On ${unverified === 1 ? "one page" : `${unverified} pages`} a choice in the consent banner could not be made or verified, so what happens after it is not known.`,
          ],
  };
}
