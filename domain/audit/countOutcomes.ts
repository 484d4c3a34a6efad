// Counts the rule outcomes of a run's pages, for every pillar.
import type { Outcome } from "./finding.ts";
import type { Counts } from "./judge.ts";
import type { PageResult, RuleOutcome } from "./page.ts";

export const measuredOf = <P extends Pick<PageResult, "status">>(pages: readonly P[]): P[] =>
  pages.filter(({ status }) => status !== "not_measured");

/** Counts each rule once per page (or site) that it was applied to. `inapplicable` is not counted. */
export function countOutcomes(audited: readonly { rules: readonly RuleOutcome[] }[]): Counts {
  const count = (wanted: Outcome) =>
    audited.reduce((sum, { rules }) => sum + rules.filter(({ outcome }) => outcome === wanted).length, 0);
  return { passed: count("passed"), failed: count("failed"), warnings: count("warning"), review: count("review") };
}
