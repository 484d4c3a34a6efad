// Converts errors into Temporal failures of a known type, with a readable message and without secrets.
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import { FAILURES } from "../domain/workflowNames.ts";

/** Returns a non-retryable failure: the input can never work. */
export function invalid(message: string): ApplicationFailure {
  return ApplicationFailure.create({ message, type: FAILURES.invalid, nonRetryable: true });
}

/** Throws CancelledFailure if the signal is aborted: a cancelled activity ends as cancelled, whatever error closing the browser raised. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new CancelledFailure("The activity was cancelled.");
}
