// Words for broken budgets in a list of problems: "LCP 3.1 s, budget 2.5 s (was 2.2 s on main)".
import type { FigureChange } from "../../audit/summary.ts";
import { METRIC_WORDS } from "../../words/units.ts";
import type { BrokenBudget } from "./budgets.ts";
import { type Figure, shortFigure } from "./measurements.ts";

/** `figures`: the run's averages compared with those of `branch`. */
export type Beside = { branch: string; figures: readonly FigureChange[] };

/** Returns the words without a full stop, with enough decimals that value and budget differ. */
export function budgetWords({ figure, value, budget }: BrokenBudget, beside: Beside | null): string {
  const name = figure === "score" ? "Performance score" : METRIC_WORDS[figure].name;
  if (value === null) return `${name} not measured, budget ${shortFigure(figure, budget)}`;
  const digits = [1, 2, 3].find((some) => differ(figure, value, budget, some)) ?? 3;
  const before = beside?.figures.find((one) => one.figure === figure)?.from;
  const was = before === undefined ? "" : ` (was ${shortFigure(figure, before, digits)} on ${beside?.branch})`;
  return `${name} ${shortFigure(figure, value, digits)}, budget ${shortFigure(figure, budget, digits)}${was}`;
}

const differ = (figure: Figure, a: number, b: number, digits: number): boolean =>
  shortFigure(figure, a, digits) !== shortFigure(figure, b, digits);

/** Returns the stored broken budgets. Runs that ended before the field existed have none. */
export const brokenBudgetsOf = ({ extra }: { extra: Readonly<Record<string, unknown>> }): BrokenBudget[] =>
  Array.isArray(extra.brokenBudgets) ? extra.brokenBudgets : [];
