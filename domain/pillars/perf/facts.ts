// The parts of a Lighthouse result that the checks need: limited in size and without query strings.
import type { FormFactor, Metric } from "./measurements.ts";

/** One row of an audit's table. Sizes in bytes, times in milliseconds. */
export type Item = {
  /** Origin and path; "" if the row has no URL. */
  url: string;
  /** Name of a third party; "" for other rows. */
  label: string;
  /** Selector of the element; "" if there is none. */
  selector: string;
  bytes: number;
  wastedBytes: number;
  wastedMs: number;
  /** Duration of a task or of a third party's work. */
  ms: number;
  /** Actual loading time of the file in this run, without simulated throttling; 0 if unknown. */
  observedMs: number;
  /** Whether it belongs to the page's own site. */
  own: boolean;
};

/** One audit of Lighthouse, or our audit of its request list. */
export type AuditFacts = {
  /** 0 to 1; null if Lighthouse gives none. */
  score: number | null;
  mode: string;
  /** Lighthouse's numericValue. */
  value: number | null;
  /** Savings in milliseconds (CLS: no unit) if the problem is fixed, by metric. */
  savings: Record<string, number>;
  /** First rows only; the sums cover all rows. */
  items: Item[];
  count: number;
  sum: { bytes: number; wastedBytes: number; wastedMs: number; ms: number };
  /** Boolean entries of a checklist. */
  flags: Record<string, boolean>;
};

/** One run with a result. */
export type RunFacts = {
  metrics: Record<Metric, number | null>;
  /** 0 to 100. */
  score: number | null;
  benchmarkIndex: number | null;
  warnings: string[];
  audits: Record<string, AuditFacts>;
};

/** Data gathered for a page. `failures`: runs without a result. */
export type PerfFacts = {
  formFactor: FormFactor;
  lighthouseVersion: string;
  finalUrl: string;
  runs: RunFacts[];
  /** Index in `runs` of the run closest to the medians. */
  representative: number;
  failures: { code: string; reason: string }[];
  warnings: string[];
  artifacts: Record<string, string>;
};

/** Audit of uncompressed text files, created from the request list because Lighthouse checks only the document. */
export const UNCOMPRESSED = "uncompressed-text";
