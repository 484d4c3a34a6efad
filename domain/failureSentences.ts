// Describes the last error of a failed activity in one sentence for people, without the stack and Temporal's wrapping.

import { FAILURES } from "./workflowNames.ts";

const STORAGE: readonly unknown[] = [FAILURES.storageFull, FAILURES.databaseFull];

/** Returns the reason code for work that was given up, from the types of the failure and its causes. */
export function codeOfFailure(error: unknown): "storage_full" | "browser_crashed" {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 10; inner = inner.cause, depth++)
    if ("type" in inner && STORAGE.includes(inner.type)) return "storage_full";
  return "browser_crashed";
}

/** Returns the message of the innermost cause. Works for Temporal's failures and plain errors. */
export function sentenceOfFailure(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 10; depth++) {
    if (!(inner instanceof Error) || !(inner.cause instanceof Error)) break;
    inner = inner.cause;
  }
  const message = (inner instanceof Error ? inner.message : String(inner)).split("\n")[0]?.trim() ?? "";
  if (/heartbeat timeout|activity.*timed? ?out|StartToClose/i.test(message))
    return "The worker was lost or took too long, and the retries were used up.";
  return message === "" ? "An unknown error ended the work." : message;
}
