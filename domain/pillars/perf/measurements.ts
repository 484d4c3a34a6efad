// Figures of a performance run, their units and names.
import { METRIC_WORDS, METRICS, type Metric } from "../../words/units.ts";

export const FORM_FACTORS = ["mobile", "desktop"] as const;
export type FormFactor = (typeof FORM_FACTORS)[number];

/** All metrics except `cls` are Lighthouse's simulation for the form factor's network. */
export { METRICS, type Metric };

/** `score`: Lighthouse's performance score, 0 to 100. */
export type Figure = Metric | "score";

/** Returns the name of the figure within a sentence. */
export const nameOfFigure = (figure: Figure): string =>
  figure === "score" ? "The performance score" : METRIC_WORDS[figure].name;

/** Maximum number of runs per page. */
export const MAX_RUNS = 5;
export const DEFAULT_RUNS = 3;

/** Formats a figure: "3,412 ms", "0.127", "87". */
export function formatFigure(figure: Figure, value: number): string {
  if (figure === "cls") return value.toFixed(3).replace(/0{1,2}$/, "");
  const rounded = Math.round(value).toLocaleString("en-US");
  return figure === "score" ? rounded : `${rounded} ms`;
}

/** Formats a figure briefly, as for one line in a terminal: "3.1 s", "640 ms", "0.127", "87". Times of at least a second have `digits` decimals. */
export function shortFigure(figure: Figure, value: number, digits = 1): string {
  if (figure === "cls" || figure === "score" || value < 1_000) return formatFigure(figure, value);
  return `${(value / 1_000).toFixed(digits)} s`;
}
