// Aggregates the pages and the host of a run.
import { countOutcomes } from "../../audit/countOutcomes.ts";
import type { RollUp, SiteResult } from "../../audit/judge.ts";
import type { PageResult } from "../../audit/page.ts";

/**
 * The score is the host's, which includes the faults of every page. Without results for the host it is the worst page's, because a host is
 * only as secure as its weakest page.
 */
export function rollUp(pages: readonly PageResult[], site: SiteResult | null) {
  const scores = pages.flatMap(({ score }) => (score === null ? [] : [score]));
  const warnings = site?.details?.warnings;
  return {
    score: scores.length === 0 ? null : (site?.metrics?.score ?? Math.min(...scores)),
    ...countOutcomes(site === null ? pages : [...pages, site]),
    warningSentences: Array.isArray(warnings) ? warnings.filter((one) => typeof one === "string") : [],
  } satisfies RollUp;
}
