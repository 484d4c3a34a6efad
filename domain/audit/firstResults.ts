// Limits how many results a rule has on one page.
import { type CheckResult, outcomeRank } from "./finding.ts";

const MOST = 20;

/**
 * Returns the results, at most `most`: if there are more, the worst. The last one mentions how many more there are. If failures are left
 * out, its evidence has the number of all (`elements`) and of those left out (`further`), so that a later run does not take them for new.
 */
export function firstResults(results: readonly CheckResult[], most = MOST): CheckResult[] {
  const kept = results.toSorted((a, b) => outcomeRank(a) - outcomeRank(b)).slice(0, most);
  const last = kept.at(-1);
  const left = results.length - kept.length;
  if (last === undefined || left === 0) return [...results];
  const elements = results.filter(({ outcome }) => outcome === "failed").length;
  const further = elements - most;
  const more = left === 1 ? "There is 1 more" : `There are ${left.toLocaleString("en-US")} more`;
  kept[kept.length - 1] = {
    ...last,
    message: `${last.message} ${more} of this kind.`,
    ...(further > 0 && { evidence: { ...last.evidence, elements, further } }),
  };
  return kept;
}
