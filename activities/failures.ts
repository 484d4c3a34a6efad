// Turns what went wrong into Temporal failures of a known type, with a sentence and without secrets.
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import { FAILURES } from "../domain/workflowNames.ts";

/** The input can never work: Temporal must not retry. */
export function invalid(message: string): ApplicationFailure {
  return ApplicationFailure.create({ message, type: FAILURES.invalid, nonRetryable: true });
}

/** A cancelled activity ends as cancelled, whatever error closing the browser raised. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new CancelledFailure("The activity was cancelled.");
}
