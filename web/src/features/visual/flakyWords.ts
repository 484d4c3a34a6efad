// A flakiness figure in words: the same in the review, on the scenario's page and in the ranking.
import { formatNumber, plural } from "../../lib/format.ts";

type Figure = { results: number; unstable: number; flipped: number; percent: number | null };

/** "12 % flaky". */
export const flakyPercent = ({ percent }: Pick<Figure, "percent">): string =>
  percent === null ? "Too few tests" : percent === 0 ? "Stable" : `${formatNumber(Math.round(percent))} % flaky`;

/** "12 % flaky: 2 of 20 screenshots unstable, 1 changed its result without a new commit or baseline." */
export function flakyWords(figure: Figure): string {
  const { results, unstable, flipped, percent } = figure;
  const of = plural(results, "screenshot");
  if (percent === null) return `Too few tests to say: ${of}.`;
  if (percent === 0) return `Stable in ${of}.`;
  const told = [
    unstable > 0 && `${unstable} unstable`,
    flipped > 0 && `${flipped} with another result for the same commit and baseline`,
  ].filter(Boolean);
  return `${flakyPercent(figure)}: of ${of} ${told.join(" and ")}.`;
}
