// Figures of a performance run for comparison: averages with their interval, and each page's medians with their spread.
import { BUDGET_KEYS, type BudgetKey, intervalOf, roundAverage } from "./budgets.ts";
import { runsOfMetrics } from "./runMetrics.ts";

type Metrics = Readonly<Record<string, number | null>>;
export type MeasuredPage = { url: string; score: number | null; metrics: Metrics };

/** In milliseconds, except `cls` and `score`. `low` and `high`: interval of the average. */
export type PerfFigure = { figure: BudgetKey; average: number; low: number; high: number };

/** `spread`: 1.4826 × the median absolute deviation of the page's runs. */
export type PagePerf = {
  url: string;
  score: number | null;
  runs: number | null;
  figures: { figure: BudgetKey; median: number; spread: number | null }[];
};

export type PerfOverview = { figures: PerfFigure[]; pages: PagePerf[] };

/** Returns the overview, pages with the lowest score first and pages without a score last. */
export function perfOverview(pages: readonly MeasuredPage[]): PerfOverview {
  const runs = pages.map(({ metrics }) => runsOfMetrics(metrics));
  const figures = BUDGET_KEYS.flatMap((figure): PerfFigure[] => {
    const interval = intervalOf(
      figure,
      runs.flatMap((page) => (page[figure] ? [page[figure]] : [])),
    );
    if (interval === null) return [];
    const { value, low, high } = interval;
    return [
      {
        figure,
        average: roundAverage(figure, value),
        low: roundAverage(figure, low),
        high: roundAverage(figure, high),
      },
    ];
  });
  const score = (page: MeasuredPage) => page.score ?? Number.POSITIVE_INFINITY;
  return { figures, pages: [...pages].sort((a, b) => compare(score(a), score(b))).map(pagePerf) };
}

const compare = (a: number, b: number) => (a === b ? 0 : a - b);

function pagePerf({ url, score, metrics }: MeasuredPage): PagePerf {
  const figures = BUDGET_KEYS.flatMap((figure) => {
    const median = figure === "score" ? score : (metrics[figure] ?? null);
    return median === null ? [] : [{ figure, median, spread: metrics[`${figure}Spread`] ?? null }];
  });
  return { url, score, runs: metrics.runs ?? null, figures };
}
