// Result of one attempt of a scenario.
import type { Place } from "./plan.ts";
import type { Fingerprint, Locator } from "./target.ts";

/** Cucumber's statuses. `skipped`: an earlier step did not pass. */
export const STEP_STATUSES = ["passed", "failed", "skipped", "undefined", "ambiguous", "pending"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** Classes of failures, as explanations name them. */
export const FAILURE_CLASSES = [
  "locator",
  "assertion",
  "timing",
  "page_error",
  "network",
  "data",
  "tracking",
  "environment",
] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/**
 * Number of elements that a locator matched. `apart`: names that distinguish the first few of several matches, in page order. Missing if
 * nothing
 * distinguishes them, and in attempts of earlier versions.
 */
export type Match = {
  locator: Locator;
  count: number;
  apart?: { by: "row" | "region" | "heading"; names: string[] };
};

/** What was observed when an action failed: the facts that an explanation is based on. Secrets are masked. */
export type StepFailure = {
  message: string;
  /** Index of the failed action in the step. */
  action: number;
  op: string;
  stepDefId: string;
  matches: Match[];
  expected: string | null;
  actual: string | null;
  url: string;
  timedOut: boolean;
  /** Whether the step asks for something that no page can give. Missing if not, and in attempts of earlier versions. */
  invalid?: true;
  /** Requests without a response yet, without their queries. Missing in attempts of earlier versions. */
  pending?: string[];
  /** Warnings of the page: visible alerts, and fields that it marks as invalid. */
  alerts?: string[];
  /** Label text of a checkbox that could not be used; null if it has no visible one. Missing if it was not determined. */
  label?: string | null;
};

/** A tracking event that was sent while a step ran. */
export type TrackedEvent = {
  provider: string;
  name: string;
  at: number;
  attributes: Record<string, unknown>;
};

export type StepResult = {
  index: number;
  keyword: string;
  text: string;
  place: Place;
  stepDefId: string | null;
  status: StepStatus;
  /** Start in ms since the start of the attempt, and duration. */
  startedAt: number;
  duration: number;
  failure: StepFailure | null;
  /** Actions whose element was found by a fallback locator instead of the first one. */
  drift: { action: number; used: number; of: number }[];
  /** Elements as they were when the step passed, by action. */
  fingerprints: Record<number, Fingerprint>;
  url: string;
  screenshotId: string | null;
  console: { level: "error" | "warning"; text: string }[];
  network: { method: string; url: string; status: number | null; failure: string | null }[];
  events: TrackedEvent[];
};

export const ATTEMPT_STATUSES = ["passed", "failed", "undefined", "error"] as const;

/** `error`: the site or the browser prevented a result. */
export type AttemptResult = {
  attempt: number;
  status: (typeof ATTEMPT_STATUSES)[number];
  steps: StepResult[];
  startedAt: string;
  duration: number;
  traceId: string | null;
  error: { code: string; message: string } | null;
};
