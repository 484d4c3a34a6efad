// Figures stored with a page: medians, their spread and the value of each run.

import { median, robustSpread, rounded } from "../../statistics.ts";
import type { PageRuns } from "./budgets.ts";
import type { PerfFacts } from "./facts.ts";
import { type Figure, MAX_RUNS, METRICS } from "./measurements.ts";

const FIGURES: readonly Figure[] = [...METRICS, "score"];

/**
 * Returns `lcp` (the median), `lcpMin`, `lcpMax`, `lcpSpread` (1.4826 × MAD), `lcpRun1` … `lcpRun5`, the same for every figure, and
 * `runs`, `failedRuns`, `benchmarkIndex` (median of Lighthouse's measure of the host's speed).
 */
export function metricsOf(facts: PerfFacts, withScore: boolean): Record<string, number | null> {
  const metrics: Record<string, number | null> = {};
  for (const figure of FIGURES) {
    if (figure === "score" && !withScore) continue;
    const values = facts.runs.map((run) => (figure === "score" ? run.score : run.metrics[figure]));
    const known = values.filter((value) => value !== null);
    // A figure that was not measured is null.
    const of = (take: (values: number[]) => number | null) => (known.length === 0 ? null : tidy(figure, take(known)));
    if (figure !== "score") metrics[figure] = of(median);
    metrics[`${figure}Min`] = of((all) => Math.min(...all));
    metrics[`${figure}Max`] = of((all) => Math.max(...all));
    metrics[`${figure}Spread`] = of(robustSpread);
    for (const [index, value] of values.entries()) metrics[`${figure}Run${index + 1}`] = tidy(figure, value);
  }
  const speeds = facts.runs.map(({ benchmarkIndex }) => benchmarkIndex).filter((value) => value !== null);
  return {
    ...metrics,
    runs: facts.runs.length,
    failedRuns: facts.failures.length,
    benchmarkIndex: rounded(median(speeds)),
  };
}

/** Restores the runs from the stored figures, for the budgets. */
export function runsOfMetrics(metrics: Readonly<Record<string, number | null>>): PageRuns {
  const runs: PageRuns = {};
  for (const figure of FIGURES) {
    const values = Array.from({ length: MAX_RUNS }, (_, index) => metrics[`${figure}Run${index + 1}`]);
    const known = values.filter((value) => value !== null && value !== undefined);
    if (known.length > 0) runs[figure] = known;
  }
  return runs;
}

/** Returns the index of the run closest to the medians of the figures with the highest weight in the score, by relative distance. */
export function representativeRun(runs: PerfFacts["runs"]): number {
  const weighed = ["lcp", "tbt", "cls", "fcp", "si"] as const;
  const middles = weighed.map((metric) => median(runs.flatMap(({ metrics }) => metrics[metric] ?? [])));
  const distance = (run: PerfFacts["runs"][number]) =>
    weighed.reduce((sum, metric, index) => {
      const middle = middles[index] ?? Number.NaN;
      const value = run.metrics[metric];
      if (value === null) return sum + 1;
      // Blocking times and shifts near zero vary by a large share, but by little in absolute terms.
      const scale = Math.max(middle, metric === "cls" ? 0.1 : 100);
      return sum + Math.abs(value - middle) / scale;
    }, 0);
  const distances = runs.map(distance);
  return distances.indexOf(Math.min(...distances));
}

const tidy = (figure: Figure, value: number | null): number | null => rounded(value, figure === "cls" ? 4 : 1);
