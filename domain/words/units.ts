// Figures of measured pages and their units. Pure data.

/** Figures of a measured page. */
export const METRICS = ["lcp", "fcp", "cls", "tbt", "si", "ttfb"] as const;
export type Metric = (typeof METRICS)[number];

/** `name` is used in tables and sentences; `long` explains it. */
export const METRIC_WORDS: Readonly<Record<Metric, { name: string; long: string; unit: "ms" | "" }>> = {
  lcp: { name: "LCP", long: "Largest Contentful Paint (LCP)", unit: "ms" },
  fcp: { name: "FCP", long: "First Contentful Paint (FCP)", unit: "ms" },
  cls: { name: "CLS", long: "Cumulative Layout Shift (CLS)", unit: "" },
  tbt: { name: "TBT", long: "Total Blocking Time (TBT)", unit: "ms" },
  si: { name: "Speed Index", long: "Speed Index (SI)", unit: "ms" },
  ttfb: { name: "TTFB", long: "Time to First Byte (TTFB)", unit: "ms" },
};

/** What can be compared with an earlier run as a limit: the failed findings, and the figures that a budget can limit. */
export const WORSE_NAMES = ["score", "findings", "lcp", "fcp", "cls", "tbt", "ttfb"] as const;

/** Figures that a budget can limit. */
export const BUDGET_KEYS = ["lcp", "fcp", "cls", "tbt", "ttfb", "score"] as const;
