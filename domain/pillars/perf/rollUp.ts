// Aggregates the pages of a performance run.
import { countOutcomes, measuredOf } from "../../audit/countOutcomes.ts";
import type { RollUp } from "../../audit/judge.ts";
import type { PageResult } from "../../audit/page.ts";
import { mean, rounded } from "../../statistics.ts";
import { SCORE_LOCKED } from "./audit.ts";
import { budgetView, hasBudgets } from "./budgetResult.ts";
import { type BudgetResult, evaluateBudgets } from "./budgets.ts";
import { runsOfMetrics } from "./runMetrics.ts";

const AVERAGES = [
  ["perfAvgLcp", "lcp"],
  ["perfAvgFcp", "fcp"],
  ["perfAvgCls", "cls"],
  ["perfAvgTbt", "tbt"],
  ["perfAvgTtfb", "ttfb"],
] as const;

/** Fields without a measured value are left out; `perfBudgetResult` is null if no budgets were sent. */
export function rollUp(
  pages: readonly PageResult[],
  budgets: Readonly<Record<string, number>> | null,
  withScore: boolean,
) {
  const measured = measuredOf(pages);
  const scores = withScore ? measured.flatMap(({ score }) => score ?? []) : [];
  const score = rounded(mean(scores));
  const extra: Record<string, unknown> = score === null ? {} : { perfScore: score };
  for (const [field, metric] of AVERAGES) {
    const average = mean(measured.flatMap(({ metrics }) => metrics[metric] ?? []));
    if (average !== null) extra[field] = rounded(average, metric === "cls" ? 3 : 0);
  }
  const judged = judge(measured, budgets, withScore);
  extra.perfBudgetResult = judged === null ? null : budgetView(judged);
  if (judged && judged.broken.length > 0) extra.brokenBudgets = judged.broken;
  return {
    score,
    ...countOutcomes(measured),
    extra,
    failures: judged?.violations ?? [],
    warningSentences: [
      ...(withScore || measured.length === 0 ? [] : [SCORE_LOCKED]),
      ...(judged?.warnings ?? []),
      ...failedRuns(measured),
    ],
  } satisfies RollUp;
}

function judge(
  measured: readonly PageResult[],
  budgets: Readonly<Record<string, number>> | null,
  withScore: boolean,
): BudgetResult | null {
  if (!hasBudgets(budgets)) return null;
  const pages = measured.map(({ metrics }) => runsOfMetrics(metrics));
  return evaluateBudgets(budgets, pages, withScore ? [] : ["score"]);
}

function failedRuns(pages: readonly PageResult[]): string[] {
  const some = pages.filter(({ metrics }) => (metrics.failedRuns ?? 0) > 0).length;
  if (some === 0) return [];
  return [`On ${some === 1 ? "one page" : `${some} pages`} some runs had no result; the figures are from the others.`];
}
