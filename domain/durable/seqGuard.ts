// The guard of what workflows write: retries and late arrivals change nothing, and what has ended stays as it ended.

/** The stored document, as far as the guard looks at it. */
export type Standing = { executionId: string | null; over: boolean };

/**
 * What to do with a write that was not the next one of the stored execution. `take_over`: the work has no execution yet, so this
 * one counts. `ask`: another execution wrote before; only Temporal knows whether this one follows it (a reset, or
 * continue-as-new). `drop`: it came too late.
 */
export function judgeWrite(stored: Standing, executionId: string): "drop" | "take_over" | "ask" {
  if (stored.over || stored.executionId === executionId) return "drop";
  return stored.executionId === null ? "take_over" : "ask";
}
