// How the pages of an accessibility run add up, and what its budgets say.
import type { Outcome } from "../../audit/finding.ts";
import type { PageResult } from "../../audit/page.ts";
import { IMPACTS } from "./gathered.ts";
import { runScore } from "./score.ts";

/** The most elements of a severity that may break a rule, over the whole run. Other keys and what is no number do not count. */
export type A11yBudgets = Partial<Record<(typeof IMPACTS)[number], number>>;

export type A11yRollUp = {
  score: number | null;
  passed: number;
  failed: number;
  warnings: number;
  review: number;
  failures: string[];
  warningSentences: string[];
};

export function rollUpA11y(pages: readonly PageResult[], budgets: unknown): A11yRollUp {
  const measured = pages.filter(({ status }) => status !== "not_measured");
  const count = (outcome: Outcome): number =>
    measured.reduce((sum, { rules }) => sum + rules.filter((rule) => rule.outcome === outcome).length, 0);
  const partly = measured.filter(({ metrics }) => (metrics.leftOutRules ?? 0) > 0).length;
  return {
    score: runScore(measured.map(({ score }) => score)),
    passed: count("passed"),
    failed: count("failed"),
    warnings: count("warning"),
    review: count("review"),
    failures: overBudget(measured, budgets),
    warningSentences:
      partly === 0
        ? []
        : [`On ${partly} ${partly === 1 ? "page" : "pages"} some of the keyboard and reflow rules gave no answer.`],
  };
}

function overBudget(pages: readonly PageResult[], budgets: unknown): string[] {
  if (typeof budgets !== "object" || budgets === null) return [];
  return IMPACTS.flatMap((severity) => {
    const most: unknown = (budgets as A11yBudgets)[severity];
    if (typeof most !== "number" || !Number.isFinite(most)) return [];
    const found = pages.reduce((sum, { metrics }) => sum + (metrics[severity] ?? 0), 0);
    if (found <= most) return [];
    const figure = found.toLocaleString("en-US");
    const what = `${figure} ${severity} ${found === 1 ? "violation is" : "violations are"}`;
    return [`${what} over the budget of ${most.toLocaleString("en-US")}.`];
  });
}
