// Reason recorded for a shot or page whose retries are exhausted.
import type { Reason } from "../domain/visual/outcome.ts";

/** The last failure. Workflows started by older versions send no `code`. */
export type RetriesExhausted = { message: string; code?: "storage_full" | "browser_crashed" };

/** Returns the reason. A full disk keeps its own message; any other failure was retried first. */
export function retriesExhausted(
  what: "shot" | "page" | "scenario",
  { message, code = "browser_crashed" }: RetriesExhausted,
): Reason {
  if (code === "storage_full") return { code, message };
  return { code, message: `The ${what} failed after all retries: ${message}` };
}
