// The last error of a failed activity in one sentence for people, without stack and without Temporal's wrapping.

/** Walks to the innermost cause. Works on Temporal's failures and on plain errors alike. */
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
