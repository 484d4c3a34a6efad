// What is kept of a Lighthouse result for judging: bounded, and free of query strings.
import type { FormFactor, Metric } from "./measurements.ts";

/** One row of an audit's table. Bytes and milliseconds. */
export type Item = {
  /** Origin and path; "" where the row is about no address. */
  url: string;
  /** A third party's name; "" elsewhere. */
  label: string;
  /** Of the element; "" where there is none. */
  selector: string;
  bytes: number;
  wastedBytes: number;
  wastedMs: number;
  /** Rows of time: a task's or a third party's. */
  ms: number;
  /** How long the file took to arrive in this run, without simulated throttling; 0 where unknown. */
  observedMs: number;
  /** Of the page's own site. */
  own: boolean;
};

/** One audit of Lighthouse, or of ours made from its request list. */
export type AuditFacts = {
  /** 0 to 1; null where Lighthouse gives none. */
  score: number | null;
  mode: string;
  /** Lighthouse's numericValue. */
  value: number | null;
  /** Milliseconds (CLS: none) that mending would save, by metric. */
  savings: Record<string, number>;
  /** The first rows; the sums are over all. */
  items: Item[];
  count: number;
  sum: { bytes: number; wastedBytes: number; wastedMs: number; ms: number };
  /** The boolean answers of a checklist. */
  flags: Record<string, boolean>;
};

/** One run that gave a result. */
export type RunFacts = {
  metrics: Record<Metric, number | null>;
  /** 0 to 100. */
  score: number | null;
  benchmarkIndex: number | null;
  warnings: string[];
  audits: Record<string, AuditFacts>;
};

/** What gathering a page gives. `failures` are the runs without a result. */
export type PerfFacts = {
  formFactor: FormFactor;
  lighthouseVersion: string;
  finalUrl: string;
  runs: RunFacts[];
  /** Index into `runs`: the run that stands nearest to the medians. */
  representative: number;
  failures: { code: string; reason: string }[];
  warnings: string[];
  artifacts: Record<string, string>;
};

/** Files that came uncompressed, made from the request list; Lighthouse itself looks at the document alone. */
export const UNCOMPRESSED = "uncompressed-text";
