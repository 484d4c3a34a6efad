// What the checks of the six metrics have in common.
import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { outcomeOf } from "../judge.ts";
import { formatFigure, type Metric } from "../measurements.ts";
import { median } from "../statistics.ts";
import { METRIC_THRESHOLD } from "../thresholds.ts";

type MetricCheck = Omit<Check<PerfFacts>, "run"> & { metric: Metric; name: string };

/** Judges the median over the runs by the table of thresholds. */
export function metricCheck({ metric, name, ...check }: MetricCheck): Check<PerfFacts> {
  return {
    ...check,
    run(facts) {
      const values = facts.runs.map(({ metrics }) => metrics[metric]).filter((value) => value !== null);
      if (values.length === 0)
        return { outcome: "inapplicable", target: "", message: `Lighthouse gave no ${name} for this page.` };
      const value = median(values);
      const threshold = METRIC_THRESHOLD[facts.formFactor][metric];
      // The border itself is still good, as in Web Vitals.
      const outcome = outcomeOf(value, { warning: above(threshold.warning), failed: above(threshold.failed) });
      const shown = formatFigure(metric, value);
      const message =
        outcome === "passed"
          ? `The ${name} is ${shown}.`
          : `The ${name} is ${shown}; up to ${formatFigure(metric, threshold.warning)} is good.`;
      return { outcome, target: "", message, evidence: { median: value, runs: values } };
    },
  };
}

const above = (border: number) => border * (1 + 1e-9);
