import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { shownItems } from "../judge.ts";
import { SERIOUS_CLS } from "../thresholds.ts";
import { metricCheck } from "./metric.ts";

const byMetric = metricCheck({
  rule: "cumulative-layout-shift",
  metric: "cls",
  name: "Cumulative Layout Shift",
  severity: "moderate",
  title: "The page does not jump while it loads.",
  help: "Give pictures, frames and late content their room before they arrive: width and height, or aspect-ratio. Insert nothing above what is shown already.",
});

/** The metric, with what moved. */
export const cumulativeLayoutShift: Check<PerfFacts> = {
  ...byMetric,
  run(facts) {
    const [result] = [byMetric.run(facts)].flat();
    if (result === undefined || result.outcome !== "failed") return result ?? [];
    const shifts = facts.runs[facts.representative]?.audits["layout-shifts"];
    const moved = shifts?.items.find(({ selector }) => selector !== "")?.selector;
    const severity = Number(result.evidence?.median) > SERIOUS_CLS ? "serious" : "moderate";
    return {
      ...result,
      severity,
      message: moved === undefined ? result.message : `${result.message} What moves most is ${moved}.`,
      evidence: { ...result.evidence, moved: shownItems(shifts?.items ?? []) },
    };
  },
};
