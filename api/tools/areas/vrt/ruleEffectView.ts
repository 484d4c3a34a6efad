// Describes the estimated effect of a rule, and what a call did to a rule.
import { boolean, mixed, number, object, string } from "yup";
import type { RuleEstimate } from "../../../operations/rules/estimateRule.ts";
import { listData, rowsData } from "../../answers.ts";
import { oneLine } from "../../sentences.ts";

/** Maximum number of results, and of regions per result, listed in an estimate. */
const RESULTS = 24;
const REGIONS = 5;

export const effectData = object({
  /** Nothing was compared again; the estimate is based on the regions and page maps of stored results. */
  estimate: boolean().required(),
  runId: string().nullable().defined(),
  failing: number().required(),
  wouldPass: number().required(),
  results: rowsData({
    viewport: string().required(),
    browser: string().required(),
    part: string(),
    matched: number().nullable().defined(),
    mismatchBefore: number().required(),
    mismatchAfter: number().nullable().defined(),
    wouldPass: boolean().nullable().defined(),
    why: string().required(),
    covered: listData(mixed()),
  }),
});
export const sentenceOf = (change: string): string =>
  change === "unchanged" ? "The rule was set already:" : "The rule is set:";

export function comparisonSentence(id: string | null, change: string): string {
  if (change === "removed") return "Rule removed:";
  return id === null ? "No rule is needed:" : sentenceOf(change);
}

export function effectView({ runId, failing, results }: RuleEstimate) {
  return {
    estimate: true,
    runId,
    failing,
    wouldPass: results.filter(({ wouldPass }) => wouldPass).length,
    results: results.slice(0, RESULTS).map(({ scenarioLabel: _, selector, covered, why, mismatchAfter, ...rest }) => ({
      ...rest,
      ...(selector && { part: selector }),
      mismatchAfter: mismatchAfter === null ? null : Number(mismatchAfter.toPrecision(4)),
      why: oneLine(why, 200),
      covered: covered.slice(0, REGIONS).map((region) => ({
        selector: oneLine(region.selector, 200),
        kind: region.kind,
        share: Number(region.share.toFixed(4)),
        under: Number(region.under.toFixed(4)),
      })),
    })),
  };
}
