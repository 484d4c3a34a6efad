// The budget result in the status of a run. Set for every performance run with budgets.
import { type BudgetResult, evaluateBudgets } from "./budgets.ts";

/** `warnings`: budgets that pass only within the measured spread, or that were not checked. Missing if there are none. */
export type BudgetView = { pass: boolean; violations: string[]; warnings?: string[] };

export function budgetView({ pass, violations, warnings }: BudgetResult): BudgetView {
  return { pass, violations, ...(warnings.length > 0 && { warnings }) };
}

export const hasBudgets = (budgets: Readonly<Record<string, number>> | null): budgets is Record<string, number> =>
  budgets !== null && Object.keys(budgets).length > 0;

/**
 * Returns the stored result. Until there is one, a performance run with budgets has not passed and has no violations; if it ended without
 * measuring anything, it violates every budget. Returns null if no budgets were sent.
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
