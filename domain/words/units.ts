// What runs are made of and what pages are measured by, with their units. Pure data.

/** The figures of a measured page. */
export const METRICS = ["lcp", "fcp", "cls", "tbt", "si", "ttfb"] as const;
export type Metric = (typeof METRICS)[number];

/** `name` stands in tables and sentences; `long` explains it. */
export const METRIC_WORDS: Readonly<Record<Metric, { name: string; long: string; unit: "ms" | "" }>> = {
  lcp: { name: "LCP", long: "Largest Contentful Paint (LCP)", unit: "ms" },
  fcp: { name: "FCP", long: "First Contentful Paint (FCP)", unit: "ms" },
  cls: { name: "CLS", long: "Cumulative Layout Shift (CLS)", unit: "" },
  tbt: { name: "TBT", long: "Total Blocking Time (TBT)", unit: "ms" },
  si: { name: "Speed Index", long: "Speed Index (SI)", unit: "ms" },
  ttfb: { name: "TTFB", long: "Time to First Byte (TTFB)", unit: "ms" },
};

/** What may be held against an earlier run: the findings that failed, and what a budget may limit. */
export const WORSE_NAMES = ["score", "findings", "lcp", "fcp", "cls", "tbt", "ttfb"] as const;

/** What a budget may limit. */
export const BUDGET_KEYS = ["lcp", "fcp", "cls", "tbt", "ttfb", "score"] as const;
