// Guards documents against stale writes of workflows: retries and late writes have no effect, and ended work stays unchanged.

/** The part of the stored document that the guard uses. */
export type Standing = { executionId: string | null; over: boolean };

/**
 * Decides about a write that is not the next one of the stored execution. `take_over`: the work has no execution yet, so this one counts.
 * `ask`: another execution wrote before, and only Temporal knows whether this one follows it (a reset or continue-as-new). `drop`: the
 * write is too late.
 */
export function judgeWrite(stored: Standing, executionId: string): "drop" | "take_over" | "ask" {
  if (stored.over || stored.executionId === executionId) return "drop";
  return stored.executionId === null ? "take_over" : "ask";
}
