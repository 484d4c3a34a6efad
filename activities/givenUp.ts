// What people read of a part on which the infrastructure gave up.
import type { Reason } from "../domain/visual/outcome.ts";

/** The last failure. Workflows that began before there was a code send none. */
export type GivenUp = { message: string; code?: "storage_full" | "browser_crashed" };

/** A full disk is said as it is; anything else was tried again first. */
export function givenUp(what: "shot" | "page", { message, code = "browser_crashed" }: GivenUp): Reason {
  if (code === "storage_full") return { code, message };
  return { code, message: `The ${what} was given up after its retries: ${message}` };
}
