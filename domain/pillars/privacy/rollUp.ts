// Aggregates the pages of a privacy run.
import { countOutcomes } from "../../audit/countOutcomes.ts";
import type { RollUp } from "../../audit/judge.ts";
import type { PageResult } from "../../audit/page.ts";
import { mean, rounded } from "../../statistics.ts";

/** The score is the mean of the measured pages; null if none was measured. */
export function rollUp(pages: readonly PageResult[]) {
  const unread = pages.filter((page) => unverified(page) && page.metrics.statesCovered === 1);
  const partly = pages.filter((page) => unverified(page) && page.metrics.statesCovered !== 1);
  const only = unread.filter(({ score }) => score !== null).length;
  return {
    score: rounded(mean(pages.flatMap(({ score }) => score ?? []))),
    // Includes pages that were not measured, because their rules show what is unknown.
    ...countOutcomes(pages),
    warningSentences: [
      ...(unread.length === 0
        ? []
        : [
            `On ${count(unread)} neither choice in the consent banner could be made: ${only === 0 ? "only the state before consent was measured and nothing failed in it, so there is no score" : "the score covers the state before consent only"}. Name the banner's buttons in the project's privacy settings (consent.acceptSelector and consent.rejectSelector).`,
          ]),
      ...(partly.length === 0
        ? []
        : [
            `On ${count(partly)} a choice in the consent banner could not be made or verified, so what happens after it is not known.`,
          ]),
    ],
  } satisfies RollUp;
}

const unverified = ({ rules }: PageResult): boolean =>
  rules.some(({ rule, outcome }) => rule === "consent-state-unverified" && outcome === "review");

const count = ({ length }: readonly PageResult[]): string => (length === 1 ? "one page" : `${length} pages`);
