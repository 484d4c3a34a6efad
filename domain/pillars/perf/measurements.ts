// The figures of a performance run, their units and names.
import { METRIC_WORDS, METRICS, type Metric } from "../../words/units.ts";

export const FORM_FACTORS = ["mobile", "desktop"] as const;
export type FormFactor = (typeof FORM_FACTORS)[number];

/** All but `cls` as Lighthouse simulates them for the form factor's network. */
export { METRICS, type Metric };

/** `score` is Lighthouse's performance score, 0 to 100. */
export type Figure = Metric | "score";

/** What a sentence calls the figure. */
export const nameOfFigure = (figure: Figure): string =>
  figure === "score" ? "The performance score" : METRIC_WORDS[figure].name;

/** Runs of a page: as many as anybody may ask for. */
export const MAX_RUNS = 5;
export const DEFAULT_RUNS = 3;

/** "3,412 ms", "0.127", "87": the way people read the figure. */
export function formatFigure(figure: Figure, value: number): string {
  if (figure === "cls") return value.toFixed(3).replace(/0{1,2}$/, "");
  const rounded = Math.round(value).toLocaleString("en-US");
  return figure === "score" ? rounded : `${rounded} ms`;
}

/** "3.1 s", "640 ms", "0.127", "87": the short way, as in one line of a terminal. Times of a second and more have `digits` decimals. */
export function shortFigure(figure: Figure, value: number, digits = 1): string {
  if (figure === "cls" || figure === "score" || value < 1_000) return formatFigure(figure, value);
  return `${(value / 1_000).toFixed(digits)} s`;
}
