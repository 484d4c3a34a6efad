// How the averages of a performance run stand beside those of an earlier one, over the pages that both measured.
import type { ComparedFigures, MeasuredRun } from "../../audit/judge.ts";
import type { Change, FigureChange } from "../../audit/summary.ts";
import { inWords } from "../../health/figures.ts";
import { plural } from "../../text.ts";
import { type BudgetKey, intervalOf, type PageRuns } from "./budgets.ts";
import { changeOf } from "./compareMetrics.ts";
import { type FormFactor, formatFigure, METRIC_NAME } from "./measurements.ts";
import { runsOfMetrics } from "./runMetrics.ts";

/** In the order in which people read them. */
const FIGURES: readonly BudgetKey[] = ["score", "lcp", "fcp", "cls", "tbt", "ttfb"];

/**
 * A figure is better or worse only where the intervals of both averages, the same that budgets are held against, do not meet:
 * noise of either run is no change. Figures that no page gave in both runs are left out. `against` names the earlier run.
 */
export function compareAverages(before: MeasuredRun, after: MeasuredRun, against: string): ComparedFigures {
  const answer = (pages: number, figures: FigureChange[], how: string, said: string) => ({
    pages,
    figures,
    sentence: `Compared with ${against}${how}: ${said}.`,
  });
  const [then, now] = [deviceOf(before), deviceOf(after)];
  if (then !== now) return answer(0, [], "", `nothing, because it was measured as ${then} and this run as ${now}`);
  const both = pagesOfBoth(before, after);
  const figures = FIGURES.flatMap((figure) => changeIn(figure, both) ?? []);
  if (figures.length === 0) return answer(0, [], "", "nothing, because no page was measured in both runs");
  const all = both.length === after.pages.length;
  const how = all ? "" : `, over the ${plural(both.length, "page")} that both runs measured`;
  return answer(both.length, figures, how, figuresSaid(figures));
}

const deviceOf = ({ options }: MeasuredRun): FormFactor => (options.formFactor === "desktop" ? "desktop" : "mobile");

type Both = { then: PageRuns; now: PageRuns };

function pagesOfBoth(before: MeasuredRun, after: MeasuredRun): Both[] {
  const earlier = new Map(before.pages.map(({ key, metrics }) => [key, runsOfMetrics(metrics)]));
  return after.pages.flatMap(({ key, metrics }) => {
    const then = earlier.get(key);
    return then ? [{ then, now: runsOfMetrics(metrics) }] : [];
  });
}

function changeIn(figure: BudgetKey, both: readonly Both[]): FigureChange | null {
  const measured = both.flatMap(({ then, now }) => {
    const [from, to] = [then[figure], now[figure]];
    return from && to ? [{ from, to }] : [];
  });
  const [from, to] = (["from", "to"] as const).map((side) =>
    intervalOf(
      figure,
      measured.map((page) => page[side]),
    ),
  );
  if (!from || !to) return null;
  // Of the score more is better, of everything else less.
  const change = figure === "score" ? changeOf(to, from) : changeOf(from, to);
  return { figure, from: tidy(figure, from.value), to: tidy(figure, to.value), change };
}

/** "LCP 1,900 → 2,600 ms is worse; FCP and TTFB are steady". What changed has its values. */
function figuresSaid(figures: readonly FigureChange[]): string {
  const parts = (["worse", "better", "steady"] satisfies Change[]).flatMap((change) => {
    const names = figures.filter((one) => one.change === change).map(change === "steady" ? nameOf : fromTo);
    return names.length === 0 ? [] : [`${inWords(names)} ${names.length === 1 ? "is" : "are"} ${change}`];
  });
  return parts.join("; ");
}

const nameOf = ({ figure }: FigureChange): string => (figure === "score" ? "score" : METRIC_NAME[figure as BudgetKey]);

function fromTo(one: FigureChange): string {
  const figure = one.figure as BudgetKey;
  return `${nameOf(one)} ${formatFigure(figure, one.from).replace(/ ms$/, "")} → ${formatFigure(figure, one.to)}`;
}

function tidy(figure: BudgetKey, value: number): number {
  const scale = figure === "cls" ? 1_000 : figure === "score" ? 10 : 1;
  return Math.round(value * scale) / scale;
}
