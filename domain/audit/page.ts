// The pages of an audit run, and what became of each.
import type { Outcome, Severity } from "./finding.ts";

/** A page to audit. Scenarios with the same address share one page. */
export type AuditPage = {
  index: number;
  /** Absolute http(s) address. */
  url: string;
  /** Labels of the scenarios that name it; [] for the base address of a project without scenarios. */
  scenarioLabels: string[];
};

/** `not_measured` is neither a zero nor a pass: the reason says why nothing could be told. */
export const PAGE_STATUSES = ["passed", "failed", "not_measured"] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

/** How one rule did on one page: its worst outcome. */
export type RuleOutcome = { rule: string; outcome: Outcome; severity: Severity };

/** What was gathered, or why not: a sentence for a person. */
export type Gathered<G> = { state: "gathered"; data: G } | { state: "not_measured"; code: string; reason: string };

/**
 * The result of one page of one pillar, as the roll-up reads it. `score` is 0 to 100, null when not measured.
 * `metrics` are the pillar's own numbers (perf: lcp, fcp, cls, tbt, ttfb, si in ms, and their spreads).
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
