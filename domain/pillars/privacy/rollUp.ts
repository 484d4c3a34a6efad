// How the pages of a privacy run add up.
import { countOutcomes } from "../../audit/countOutcomes.ts";
import type { RollUp } from "../../audit/judge.ts";
import type { PageResult } from "../../audit/page.ts";

/** The score is the mean of the pages that were measured; null when none was. */
export function rollUp(pages: readonly PageResult[]) {
  const scores = pages.flatMap(({ score }) => (score === null ? [] : [score]));
  const unverified = pages.filter(({ rules }) =>
    rules.some(({ rule, outcome }) => rule === "consent-state-unverified" && outcome === "review"),
  ).length;
  return {
    score: scores.length === 0 ? null : Math.round(scores.reduce((a, b) => a + b, 0) / scores.length),
    // Of pages that were not measured too: their rules say what is not known.
    ...countOutcomes(pages),
    warningSentences:
      unverified === 0
        ? []
        : [
            `On ${unverified === 1 ? "one page" : `${unverified} pages`} a choice in the consent banner could not be made or verified, so what happens after it is not known.`,
          ],
  } satisfies RollUp;
}
