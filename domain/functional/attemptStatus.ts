// What an attempt comes to, from its steps; and what a scenario comes to, from its attempts. Pure.
import type { AttemptResult, StepResult, StepStatus } from "./attempt.ts";
import type { PlannedStep } from "./plan.ts";

type Status = AttemptResult["status"];

/**
 * What a step is that is not run; null: it is run. `stopped`: a step before it did not pass. As Cucumber has it, a step without a
 * definition of its own says so wherever it stands.
 */
export function statusWithoutRunning(state: PlannedStep["state"], stopped: boolean): StepStatus | null {
  if (state === "prepared") return stopped ? "skipped" : null;
  return state;
}

/** A step that cannot be run is `undefined`, unless one before it failed: as Cucumber has it, the worst counts. */
export function attemptStatus(steps: readonly Pick<StepResult, "status">[]): Exclude<Status, "error"> {
  if (steps.some(({ status }) => status === "failed")) return "failed";
  return steps.some(({ status }) => status !== "passed" && status !== "skipped") ? "undefined" : "passed";
}

export const SCENARIO_STATUSES = ["pending", "passed", "failed", "undefined", "error"] as const;
export type ScenarioStatus = (typeof SCENARIO_STATUSES)[number];

/** A scenario that passed after it had failed is `flaky`: it passed, and says so. */
export type ScenarioOutcome = { status: Exclude<ScenarioStatus, "pending">; flaky: boolean };

/** The last attempt counts. */
export function scenarioOutcome(
  attempts: readonly Pick<AttemptResult, "attempt" | "status">[],
): ScenarioOutcome | null {
  const inOrder = [...attempts].sort((a, b) => a.attempt - b.attempt);
  const last = inOrder.at(-1);
  if (last === undefined) return null;
  return { status: last.status, flaky: last.status === "passed" && inOrder.some(({ status }) => status !== "passed") };
}

export const MAX_RETRIES = 3;

/** Whether another attempt may tell more: steps without a definition stay without, however often they are tried. */
export function triesAgain(status: Status, attempt: number, retries: number): boolean {
  return attempt <= Math.min(retries, MAX_RETRIES) && (status === "failed" || status === "error");
}
