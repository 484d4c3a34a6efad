// The figures of a performance run as people compare them: averages with their interval, and medians with their spread by page.
import { BUDGET_KEYS, type BudgetKey, intervalOf, roundAverage } from "./budgets.ts";
import { runsOfMetrics } from "./runMetrics.ts";

type Metrics = Readonly<Record<string, number | null>>;
export type MeasuredPage = { url: string; score: number | null; metrics: Metrics };

/** Milliseconds, but for `cls` and `score`. `low` and `high`: where the average may lie. */
export type PerfFigure = { figure: BudgetKey; average: number; low: number; high: number };

/** `spread`: 1.4826 × the median absolute deviation of the page's runs. */
export type PagePerf = {
  url: string;
  score: number | null;
  runs: number | null;
  figures: { figure: BudgetKey; median: number; spread: number | null }[];
};

export type PerfOverview = { figures: PerfFigure[]; pages: PagePerf[] };

/** Pages with the lowest score first, those without one last. */
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
