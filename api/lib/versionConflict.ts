// Changes to something that somebody else may change first: its revision, and the refusal.
import { createHash } from "node:crypto";
import { ProductError } from "../../domain/errors.ts";

/** `details`: what the caller needs to decide again, such as `now`, the thing as it is now. */
export const versionConflict = (message: string, details: Record<string, unknown> = {}): ProductError =>
  new ProductError("conflict", message, { reason: "version_conflict", ...details });

/** Returns whether the thing is still at the revision `seen`. Callers that send none change the current version. */
export const isCurrent = ({ rev = 0 }: { rev?: number }, seen: number | undefined): boolean =>
  seen === undefined || seen === rev;

/**
 * Returns the revision of what people see of a document, because its `rev` also counts writes to its other parts. "" if there is nothing
 * to see.
 */
export const revisionOf = (seen: unknown): string =>
  seen == null ? "" : createHash("sha256").update(JSON.stringify(seen)).digest("hex").slice(0, 16);

/**
 * Throws `conflict` with `now` if a part of a document is no longer at the revision `seen`. `name` is used in the message: "the mode dark".
 */
export function requireCurrent<Now extends { rev: string }>(name: string, now: Now, seen: string): void {
  if (now.rev === seen) return;
  const what = now.rev === "" ? "deleted" : seen === "" ? "created" : "changed";
  throw versionConflict(`Somebody else ${what} ${name}.`, { now });
}
