// Aggregates the pages of an accessibility run and checks its budgets.

import { countOutcomes, measuredOf } from "../../audit/countOutcomes.ts";
import type { RollUp } from "../../audit/judge.ts";
import type { PageResult } from "../../audit/page.ts";
import { plural } from "../../text.ts";
import { IMPACTS, WITH_BANNER } from "./gathered.ts";
import { runScore } from "./score.ts";

/** Maximum number of elements per severity that may break a rule, over the whole run. Other keys and values that are not numbers are ignored. */
export type A11yBudgets = Partial<Record<(typeof IMPACTS)[number], number>>;

export function rollUp(pages: readonly PageResult[], budgets: unknown) {
  const measured = measuredOf(pages);
  const partly = measured.filter(({ metrics }) => (metrics.leftOutRules ?? 0) > 0).length;
  const covered = measured.filter(({ metrics }) => (metrics.consentBanner ?? 0) > 0).length;
  return {
    score: runScore(measured.map(({ score }) => score)),
    ...countOutcomes(measured),
    failures: overBudget(measured, budgets),
    warningSentences: [
      ...(covered === 0 ? [] : [`On ${plural(covered, "page")} a consent banner was open. ${WITH_BANNER}`]),
      ...(partly === 0 ? [] : [`On ${plural(partly, "page")} some of the keyboard and reflow rules gave no answer.`]),
    ],
  } satisfies RollUp;
}

function overBudget(pages: readonly PageResult[], budgets: unknown): string[] {
  if (typeof budgets !== "object" || budgets === null) return [];
  return IMPACTS.flatMap((severity) => {
    const most: unknown = (budgets as A11yBudgets)[severity];
    if (typeof most !== "number" || !Number.isFinite(most)) return [];
    const found = pages.reduce((sum, { metrics }) => sum + (metrics[severity] ?? 0), 0);
    if (found <= most) return [];
    const what = plural(found, `${severity} violation is`, `${severity} violations are`);
    return [`${what} over the budget of ${most.toLocaleString("en-US")}.`];
  });
}
