// What the status of a run says of its budgets: something whenever budgets were sent.
import { type BudgetResult, evaluateBudgets } from "./budgets.ts";

/** `warnings`: budgets that are passed only within the measured spread, or were not judged; left out where there are none. */
export type BudgetView = { pass: boolean; violations: string[]; warnings?: string[] };

export function budgetView({ pass, violations, warnings }: BudgetResult): BudgetView {
  return { pass, violations, ...(warnings.length > 0 && { warnings }) };
}

export const hasBudgets = (budgets: Readonly<Record<string, number>> | null): budgets is Record<string, number> =>
  budgets !== null && Object.keys(budgets).length > 0;

/**
 * The result as it was judged. Before that, a performance run with budgets has not passed, and nothing is violated so far;
 * one that ended without measuring anything has passed none of them. Null: no budgets were sent.
 */
export function budgetResultOf(run: {
  type: string;
  status: string;
  perfBudgets: Readonly<Record<string, number>> | null;
  extra: Readonly<Record<string, unknown>>;
}): BudgetView | null {
  const judged = stored(run.extra.perfBudgetResult);
  if (judged !== null) return judged;
  if (run.type !== "perf-test" || !hasBudgets(run.perfBudgets)) return null;
  return run.status === "running" ? { pass: false, violations: [] } : budgetView(evaluateBudgets(run.perfBudgets, []));
}

function stored(value: unknown): BudgetView | null {
  return typeof value === "object" && value !== null && "pass" in value && "violations" in value
    ? (value as BudgetView)
    : null;
}
