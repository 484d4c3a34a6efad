// Problems of a page or its browser, as results.
import { BrowserUnavailableError, PageAtFaultError } from "../errors.ts";
import { CaptureFailure } from "./failures.ts";
import { Late } from "./guard.ts";

/** null: the error has another cause. */
export function troubleOf(error: unknown): { code: string; message: string } | null {
  if (error instanceof CaptureFailure) return error.reason;
  if (error instanceof PageAtFaultError || error instanceof BrowserUnavailableError) return error;
  if (!(error instanceof Late)) return null;
  return { code: "timeout", message: "The page keeps its browser so busy that it did not answer." };
}
