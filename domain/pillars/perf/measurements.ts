// The figures of a performance run, their units and names.

export const FORM_FACTORS = ["mobile", "desktop"] as const;
export type FormFactor = (typeof FORM_FACTORS)[number];

/** Milliseconds, but for `cls`, which has no unit. All but `cls` as Lighthouse simulates them for the form factor's network. */
export const METRICS = ["lcp", "fcp", "cls", "tbt", "si", "ttfb"] as const;
export type Metric = (typeof METRICS)[number];

/** `score` is Lighthouse's performance score, 0 to 100. */
export type Figure = Metric | "score";

export const METRIC_NAME: Record<Figure, string> = {
  lcp: "LCP",
  fcp: "FCP",
  cls: "CLS",
  tbt: "TBT",
  si: "Speed Index",
  ttfb: "TTFB",
  score: "The performance score",
};

/** Runs of a page: as many as anybody may ask for. */
export const MOST_RUNS = 5;
export const DEFAULT_RUNS = 3;

/** "3,412 ms", "0.127", "87": the way people read the figure. */
export function formatFigure(figure: Figure, value: number): string {
  if (figure === "cls") return value.toFixed(3).replace(/0{1,2}$/, "");
  const rounded = Math.round(value).toLocaleString("en-US");
  return figure === "score" ? rounded : `${rounded} ms`;
}
