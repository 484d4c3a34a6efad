// Why a scenario of a run did not pass, stored with the scenario so that reports, comparisons and comments need not read its attempts.
import { pageKey } from "../audit/runChecks.ts";
import { truncate } from "../text.ts";
import type { AttemptResult, FailureClass, StepResult } from "./attempt.ts";
import type { ScenarioStatus } from "./attemptStatus.ts";
import { explainFailure } from "./explain.ts";

export type ScenarioFailure = {
  cause: FailureClass;
  headline: string;
  evidence: string[];
  advice: string;
  /** Null if no step was reached. */
  step: { index: number; text: string } | null;
  /** URL during the step; "" if no page was open. */
  url: string;
  screenshotId: string | null;
  traceId: string | null;
};

const MAX_EVIDENCE = 3;
const MAX_SENTENCE = 400;
const MAX_ADDRESS = 500;

export type KeptAttempt = Pick<AttemptResult, "status" | "error" | "traceId"> & { steps: readonly StepResult[] };

/** Returns the failure of the last attempt that did not pass, so a flaky scenario has one too. Returns null if every attempt passed. */
export function scenarioFailure(attempts: readonly KeptAttempt[]): ScenarioFailure | null {
  const failed = attempts.findLast(({ status }) => status !== "passed");
  if (failed === undefined) return null;
  const { steps, error, traceId } = failed;
  const flaky = attempts.at(-1)?.status === "passed";
  const { cause, headline, evidence, advice, step: index } = explainFailure({ steps, error, flaky });
  const step = steps.find((one) => one.index === index) ?? null;
  return {
    cause,
    headline,
    evidence: evidence.slice(0, MAX_EVIDENCE).map((one) => truncate(one, MAX_SENTENCE)),
    advice,
    step: step && { index: step.index, text: truncate(`${step.keyword.trim()} ${step.text}`, MAX_SENTENCE) },
    url: truncate(step?.failure?.url || step?.url || "", MAX_ADDRESS),
    screenshotId: step?.screenshotId ?? null,
    traceId,
  };
}

type Told = { status: ScenarioStatus; flaky: boolean; message: string | null; failure?: ScenarioFailure | null };

/**
 * Returns the failure of a scenario that did not pass or passed on a retry. For scenarios that never ran, or ran before failures were
 * stored, it is
 * derived from the message.
 */
export function failureOf({ status, flaky, message, failure }: Told): ScenarioFailure | null {
  if (failure) return failure;
  if (status === "pending" || (status === "passed" && !flaky)) return null;
  const cause: Partial<Record<ScenarioStatus, FailureClass>> = { error: "environment", undefined: "data" };
  return {
    cause: cause[status] ?? "assertion",
    headline: status === "error" ? "The scenario has no result." : "The scenario did not pass.",
    evidence: message === null ? [] : [truncate(message, MAX_SENTENCE)],
    advice: status === "error" ? "Run the feature again." : "Check the timeline of the scenario.",
    step: null,
    url: "",
    screenshotId: null,
    traceId: null,
  };
}

const MAX_PAGES = 20;

/** Returns the pages on which an attempt's steps ended, as page keys without duplicates. */
export function pagesOfSteps(steps: readonly Pick<StepResult, "url">[], baseUrl: string): string[] {
  const opened = steps.filter(({ url }) => /^https?:/.test(url) && url.length <= MAX_ADDRESS);
  return [...new Set(opened.map(({ url }) => pageKey(url, baseUrl)))].slice(0, MAX_PAGES);
}
