// The pages of an audit run and their results.
import type { Outcome, Severity } from "./finding.ts";

/** A page to audit. Scenarios with the same URL share one page. */
export type AuditPage = {
  index: number;
  /** Absolute http(s) URL. */
  url: string;
  /** Labels of the scenarios with this URL; [] for the base URL of a project without scenarios. */
  scenarioLabels: string[];
};

/** `not_measured` counts neither as zero nor as passed; the reason says why the page could not be measured. */
export const PAGE_STATUSES = ["passed", "failed", "not_measured"] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

/** The worst outcome of one rule on one page. */
export type RuleOutcome = { rule: string; outcome: Outcome; severity: Severity };

/** The gathered data, or why there is none, as a sentence for people. */
export type Gathered<G> = { state: "gathered"; data: G } | { state: "not_measured"; code: string; reason: string };

/**
 * The result of one page in one pillar, as the roll-up reads it. `score` is 0 to 100, or null if not measured. `metrics` are the pillar's
 * figures (perf: lcp, fcp, cls, tbt, ttfb, si in ms, and their spreads).
 */
export type PageResult = {
  index: number;
  url: string;
  scenarioLabels: string[];
  status: PageStatus;
  score: number | null;
  metrics: Record<string, number | null>;
  rules: RuleOutcome[];
};
