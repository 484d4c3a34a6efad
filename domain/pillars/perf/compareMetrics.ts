// Compares the metrics of two runs page by page. A small difference, or one within the spread of the runs, is not a change.
import type { Change } from "../../audit/summary.ts";
import { METRIC_WORDS, METRICS, type Metric } from "../../words/units.ts";

export type StoredMetrics = Readonly<Record<string, number | null>>;
export type MeasuredPage = { key: string; metrics: StoredMetrics };

/** `change` is "steady" if the measurements overlap or hardly differ, so that noise is not reported as a change. */
export type MetricChange = {
  page: string;
  metric: Metric;
  name: string;
  unit: "ms" | "";
  from: number;
  to: number;
  change: Change;
};

/** Minimum differences that count, because people do not notice smaller ones and a single measurement has no spread. */
const SMALL_SHARE = 0.05;
const SMALL_MS = 20;
const SMALL_SHIFT = 0.005;

/** Returns the metrics that both runs measured, for pages in both runs, in the order of the later run. */
export function compareMetrics(before: readonly MeasuredPage[], after: readonly MeasuredPage[]): MetricChange[] {
  const old = new Map(before.map(({ key, metrics }) => [key, metrics]));
  return after.flatMap(({ key, metrics }) => {
    const then = old.get(key);
    if (!then) return [];
    return METRICS.flatMap((metric): MetricChange[] => {
      const [from, to] = [then[metric], metrics[metric]];
      if (typeof from !== "number" || typeof to !== "number") return [];
      const { name, unit } = METRIC_WORDS[metric];
      const what = { page: key, metric, name, unit };
      const small = Math.abs(to - from) < Math.max(from * SMALL_SHARE, metric === "cls" ? SMALL_SHIFT : SMALL_MS);
      const change = small ? "steady" : changeOf(rangeOf(then, metric, from), rangeOf(metrics, metric, to));
      return [{ ...what, from, to, change }];
    });
  });
}

type Range = { low: number; high: number };

const rangeOf = (metrics: StoredMetrics, metric: Metric, value: number): Range => ({
  low: metrics[`${metric}Min`] ?? value,
  high: metrics[`${metric}Max`] ?? value,
});

/** Compares two ranges. Smaller is better for every metric. */
function changeOf(before: Range, after: Range): Change {
  if (after.high < before.low) return "better";
  return after.low > before.high ? "worse" : "steady";
}
