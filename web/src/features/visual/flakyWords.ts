// Words for flakiness, shared by the review, the scenario page and the ranking.
import { formatNumber, plural } from "../../lib/format.ts";

type Figure = { results: number; unstable: number; flipped: number; percent: number | null };

/** "12 % flaky". "0" is reserved for a stable one. */
export function flakyPercent({ percent }: Pick<Figure, "percent">): string {
  if (percent === null) return "Too few tests";
  if (percent === 0) return "Stable";
  return percent < 1 ? "< 1 % flaky" : `${formatNumber(Math.round(percent))} % flaky`;
}

/** "12 % flaky: of 20 screenshots 2 unstable and 1 with a different result for the same commit and baseline." */
export function flakyWords(figure: Figure): string {
  const { results, unstable, flipped, percent } = figure;
  const of = plural(results, "screenshot");
  if (percent === null) return `Too few tests to say: ${of}.`;
  if (percent === 0) return `Stable in ${of}.`;
  const told = [
    unstable > 0 && `${unstable} unstable`,
    flipped > 0 && `${flipped} with a different result for the same commit and baseline`,
  ].filter(Boolean);
  return `${flakyPercent(figure)}: of ${of} ${told.join(" and ")}.`;
}
