// The reason of a shot or page whose retries are exhausted.
import type { Reason } from "../domain/visual/outcome.ts";

/** The last failure. Workflows that began before there was a code send none. */
export type RetriesExhausted = { message: string; code?: "storage_full" | "browser_crashed" };

/** A full disk keeps its own message; anything else was retried first. */
export function retriesExhausted(
  what: "shot" | "page" | "scenario",
  { message, code = "browser_crashed" }: RetriesExhausted,
): Reason {
  if (code === "storage_full") return { code, message };
  return { code, message: `The ${what} was given up after its retries: ${message}` };
}
