// Compares the averages of a performance run with those of an earlier run, over the pages that both measured.
import type { ComparedFigures, MeasuredRun } from "../../audit/judge.ts";
import type { Change, FigureChange } from "../../audit/summary.ts";
import { mean } from "../../statistics.ts";
import { inWords, plural } from "../../text.ts";
import { METRIC_WORDS, type Metric } from "../../words/units.ts";
import { type BudgetKey, type Interval, intervalOf, type PageRuns, roundAverage } from "./budgets.ts";
import { type FormFactor, formatFigure } from "./measurements.ts";
import { runsOfMetrics } from "./runMetrics.ts";

/** Figures in display order. */
const FIGURES: readonly BudgetKey[] = ["score", "lcp", "fcp", "cls", "tbt", "ttfb"];

/**
 * Compares both runs. A figure is better or worse only if the intervals of both averages (the ones budgets are checked against) do not
 * overlap,
 * so that noise is not reported as a change. Figures that no page has in both runs are left out. `against` names the earlier run.
 */
export function compareAverages(before: MeasuredRun, after: MeasuredRun, against: string): ComparedFigures {
  const refused = (why: string) => ({ pages: 0, figures: [], sentence: `Not compared with ${against}: ${why}.` });
  const [then, now] = [deviceOf(before), deviceOf(after)];
  if (then !== now) return refused(`it was measured as ${then}, this run as ${now}`);
  const both = pagesOfBoth(before, after);
  const figures = FIGURES.flatMap((figure) => changeIn(figure, both) ?? []);
  if (figures.length === 0) return refused("no page was measured in both runs");
  const all = both.length === after.pages.length;
  const over = all ? "" : `, over the ${plural(both.length, "page")} that both runs measured`;
  return { pages: both.length, figures, sentence: `Compared with ${against}${over}: ${figuresSaid(figures)}.` };
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
  const from = averageOf(
    figure,
    measured.map(({ from: runs }) => runs),
  );
  const to = averageOf(
    figure,
    measured.map(({ to: runs }) => runs),
  );
  if (from === null || to === null) return null;
  const change = isWorse(figure, from, to) ? "worse" : isWorse(figure, to, from) ? "better" : "steady";
  return { figure, from: roundAverage(figure, from.value), to: roundAverage(figure, to.value), change };
}

/** `best`: average of the pages' best runs. */
type Average = Interval & { best: number };

function averageOf(figure: BudgetKey, pages: readonly (readonly number[])[]): Average | null {
  const interval = intervalOf(figure, pages);
  const bestOf = figure === "score" ? Math.max : Math.min;
  const best = mean(pages.map((runs) => bestOf(...runs)));
  return interval === null || best === null ? null : { ...interval, best };
}

/**
 * Whether an average is worse: the intervals do not overlap, and not even the best runs reach the other average. Disturbances of a host
 * make some
 * runs slower, rarely all, and one such run can shift an average over a few pages. 20,000 simulated comparisons (three runs per page, 3 %
 * scatter,
 * one run in ten disturbed by 30 to 100 %) call an unchanged site worse in 0.9 % with one page, 1.2 % with three (4.5 % by the intervals
 * alone) and
 * 0.2 % with ten, and a site that is 20 % slower in 93, 92 and 97 %. A single run per page shows none of its noise: 9 %.
 */
const isWorse = (figure: BudgetKey, than: Average, one: Average): boolean =>
  figure === "score" ? one.high < than.low && one.best < than.value : one.low > than.high && one.best > than.value;

/** Lists changed figures with their values: "LCP 1,900 → 2,600 ms is worse; FCP and TTFB are steady". */
function figuresSaid(figures: readonly FigureChange[]): string {
  const parts = (["worse", "better", "steady"] satisfies Change[]).flatMap((change) => {
    const names = figures.filter((one) => one.change === change).map(change === "steady" ? nameOf : fromTo);
    return names.length === 0 ? [] : [`${inWords(names)} ${names.length === 1 ? "is" : "are"} ${change}`];
  });
  return parts.join("; ");
}

const nameOf = ({ figure }: FigureChange): string =>
  figure === "score" ? "score" : METRIC_WORDS[figure as Metric].name;

function fromTo(one: FigureChange): string {
  const figure = one.figure as BudgetKey;
  return `${nameOf(one)} ${formatFigure(figure, one.from).replace(/ ms$/, "")} → ${formatFigure(figure, one.to)}`;
}
