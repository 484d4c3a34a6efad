// Derives the status of an attempt from its steps, and of a scenario from its attempts. Pure.
import type { AttemptResult, StepResult, StepStatus } from "./attempt.ts";
import type { PlannedStep } from "./plan.ts";

type Status = AttemptResult["status"];

/**
 * Returns the status of a step that does not run, or null if it runs. `stopped`: an earlier step did not pass. As in Cucumber, an
 * undefined step
 * is reported as such wherever it is.
 */
export function statusWithoutRunning(state: PlannedStep["state"], stopped: boolean): StepStatus | null {
  if (state === "prepared") return stopped ? "skipped" : null;
  return state;
}

/** An attempt with a step that cannot run is `undefined`, unless an earlier step failed. As in Cucumber, the worst status counts. */
export function attemptStatus(steps: readonly Pick<StepResult, "status">[]): Exclude<Status, "error"> {
  if (steps.some(({ status }) => status === "failed")) return "failed";
  return steps.some(({ status }) => status !== "passed" && status !== "skipped") ? "undefined" : "passed";
}

export const SCENARIO_STATUSES = ["pending", "passed", "failed", "undefined", "error"] as const;
export type ScenarioStatus = (typeof SCENARIO_STATUSES)[number];

/** `flaky`: the scenario passed after a failed attempt. */
export type ScenarioOutcome = { status: Exclude<ScenarioStatus, "pending">; flaky: boolean };

/** Returns the outcome. The last attempt counts. */
export function scenarioOutcome(
  attempts: readonly Pick<AttemptResult, "attempt" | "status">[],
): ScenarioOutcome | null {
  const inOrder = [...attempts].sort((a, b) => a.attempt - b.attempt);
  const last = inOrder.at(-1);
  if (last === undefined) return null;
  return { status: last.status, flaky: last.status === "passed" && inOrder.some(({ status }) => status !== "passed") };
}

export const MAX_RETRIES = 3;

/** Whether another attempt may have a different result. Undefined steps stay undefined however often they are retried. */
export function triesAgain(status: Status, attempt: number, retries: number): boolean {
  return attempt <= Math.min(retries, MAX_RETRIES) && (status === "failed" || status === "error");
}
