// The refusal of a change to something that somebody else changed first.
import { ProductError } from "../../domain/errors.ts";

/** `details`: what the caller needs to decide again, such as `now`, the thing as it is now. */
export const versionConflict = (message: string, details: Record<string, unknown> = {}): ProductError =>
  new ProductError("conflict", message, { reason: "version_conflict", ...details });
