// What one attempt of a scenario left behind.
import type { Place } from "./plan.ts";
import type { Fingerprint, Locator } from "./target.ts";

/** Cucumber's words. `skipped`: an earlier step did not pass. */
export const STEP_STATUSES = ["passed", "failed", "skipped", "undefined", "ambiguous", "pending"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** Why a step failed, as explanations name it. */
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
 * How many elements a locator matched. `apart`: of several, what tells the first few from each other, a name for each in the order of
 * the page; missing where nothing does, and in attempts of earlier versions.
 */
export type Match = {
  locator: Locator;
  count: number;
  apart?: { by: "row" | "region" | "heading"; names: string[] };
};

/** What a failed action saw: the facts that an explanation is judged from. Secrets are masked. */
export type StepFailure = {
  message: string;
  /** The action that failed, by its place in the step. */
  action: number;
  op: string;
  stepDefId: string;
  matches: Match[];
  expected: string | null;
  actual: string | null;
  url: string;
  timedOut: boolean;
  /** Requests that had no answer yet, without their queries. Attempts of earlier versions have none. */
  pending?: string[];
  /** What the page warned of: visible alerts, and fields that it marks as invalid. */
  alerts?: string[];
  /** The text of the label of a box that could not be used; null: none that people see. Missing: nobody looked. */
  label?: string | null;
};

/** An event of tracking that was sent while a step ran. */
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
  /** ms from the attempt's start, and how long it took. */
  startedAt: number;
  duration: number;
  failure: StepFailure | null;
  /** A locator that is not the first one found the element. */
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

/** `error`: the site or the browser kept the scenario from being judged. */
export type AttemptResult = {
  attempt: number;
  status: (typeof ATTEMPT_STATUSES)[number];
  steps: StepResult[];
  startedAt: string;
  duration: number;
  traceId: string | null;
  error: { code: string; message: string } | null;
};
