// Performance budgets: maximum averages over the pages and a minimum score.

import { mean, median, robustSpread, sum } from "../../statistics.ts";
import { BUDGET_KEYS } from "../../words/units.ts";
import { type Figure, formatFigure, nameOfFigure } from "./measurements.ts";

export { BUDGET_KEYS };
export type BudgetKey = (typeof BUDGET_KEYS)[number];

/** Values of a page's runs, by figure. A page without values for a figure does not count in the figure's average. */
export type PageRuns = Partial<Record<Figure, readonly number[]>>;

/** A budget that is not met. `value` is null if no page has the figure. */
export type BrokenBudget = { figure: BudgetKey; value: number | null; budget: number };
/** `broken`: the figures of `violations`, in the same order. */
export type BudgetResult = { pass: boolean; violations: string[]; warnings: string[]; broken: BrokenBudget[] };

/**
 * Minimum half-width of the interval, as a share of the average. Smaller differences count as noise. Assumes that single Lighthouse
 * figures of one
 * page scatter by 2 to 3 % (standard deviation) on a host that does nothing else.
 */
const MIN_SHARE = 0.05;
/** Same minimum for pages with a single run, which shows no spread. */
const MIN_SHARE_OF_ONE = 0.1;
/** Minimum half-width for figures near zero, in the figure's unit. */
const MIN_MARGIN: Record<BudgetKey, number> = { lcp: 25, fcp: 25, cls: 0.005, tbt: 30, ttfb: 20, score: 2 };

export type Interval = { value: number; low: number; high: number };

/**
 * Returns the average over pages of the medians of their runs, and its interval. The half-width is the spread of the average,
 * √(Σ s²)/pages with s = 1.4826 × MAD of a page's runs, but at least 5 % of the average.
 *
 * Reasons: with three runs per page, the median has about two thirds of a run's scatter. At 3 % scatter and one disturbed run in
 * ten (+30 to 100 %), 40,000 simulated gates with a budget of 1.15 × the true figure give an unchanged page the
 * same verdict in 98.5 % (so 19 of 20 repeats agree in 96 % of all series), and fail a page that is 30 % slower in 99 %.
 * With a budget exactly at the true figure, 97.5 % agree. A smaller minimum makes budgets near the figure flap (5 % at a 3 %
 * minimum), a larger one hides the slower page (8 %: caught in 97 %). From 5 % scatter, a gate needs more runs or pages.
 * MAD is used because the standard deviation of three runs is dominated by the outlier.
 */
export function intervalOf(key: BudgetKey, pages: readonly (readonly number[])[]): Interval | null {
  const measured = pages.filter(({ length }) => length > 0);
  const value = mean(measured.flatMap((runs) => median(runs) ?? []));
  if (value === null) return null;
  const spread = Math.sqrt(sum(measured.map((runs) => (robustSpread(runs) ?? 0) ** 2))) / measured.length;
  const single = measured.every(({ length }) => length === 1);
  // The score has a fixed scale: a minimum share of it would hide more the better a page is.
  const share = key === "score" ? 0 : value * (single ? MIN_SHARE_OF_ONE : MIN_SHARE);
  const half = Math.max(spread, share, MIN_MARGIN[key]);
  return { value, low: Math.max(0, value - half), high: value + half };
}

/** Rounds an average for display and storage: whole milliseconds, a tenth of a point of the score, a thousandth of CLS. */
export function roundAverage(key: BudgetKey, value: number): number {
  const scale = key === "cls" ? 1_000 : key === "score" ? 10 : 1;
  return Math.round(value * scale) / scale;
}

/**
 * Evaluates the given budgets. An average is a violation only if its whole interval is beyond the budget; otherwise it
 * passes with a warning. A figure that no page has is a violation, because a figure that was not measured does not pass.
 * Figures in `locked` are not checked and give a warning.
 */
export function evaluateBudgets(
  budgets: Readonly<Record<string, number>>,
  pages: readonly PageRuns[],
  locked: readonly BudgetKey[] = [],
): BudgetResult {
  const violations: string[] = [];
  const warnings: string[] = [];
  const broken: BrokenBudget[] = [];
  for (const key of BUDGET_KEYS) {
    const budget = budgets[key];
    if (budget === undefined) continue;
    const limit = formatFigure(key, budget);
    if (locked.includes(key)) {
      warnings.push(
        `The budget of ${limit} for the performance score was not checked: the plan does not include the score.`,
      );
      continue;
    }
    const measured = pages.flatMap((page) => (page[key] === undefined ? [] : [page[key]]));
    const interval = intervalOf(key, measured);
    if (interval === null) {
      violations.push(`${nameOfFigure(key)} was not measured on any page, so its budget of ${limit} is not met.`);
      broken.push({ figure: key, value: null, budget });
      continue;
    }
    const { value, low, high } = interval;
    const [beyond, surely, side] =
      key === "score" ? [value < budget, high < budget, "under"] : [value > budget, low > budget, "over"];
    if (!beyond) continue;
    const said = `${nameOfFigure(key)} ${key === "score" ? "of " : ""}${precise(key, value, budget)} is ${side} the budget of ${limit}`;
    if (surely) {
      violations.push(said);
      broken.push({ figure: key, value: roundAverage(key, value), budget });
    } else
      warnings.push(
        `${said}, but within the measured spread of ${formatFigure(key, low)} to ${formatFigure(key, high)}, so it passes.`,
      );
  }
  return { pass: violations.length === 0, violations, warnings, broken };
}

/** Adds a decimal to a figure that would otherwise be rounded to its budget. */
function precise(key: BudgetKey, value: number, budget: number): string {
  const shown = formatFigure(key, value);
  if (shown !== formatFigure(key, budget)) return shown;
  return key === "cls" ? value.toFixed(4) : key === "score" ? value.toFixed(1) : `${value.toFixed(1)} ms`;
}
