// Which stored findings count: those that failed, and accepted ones whose end date has passed since their run.
import type { FindingRecord } from "./finding.ts";

/** Alternatives for a filter of findings. */
export const countsAt = (at: Date) => [
  { outcome: "failed" as const },
  { outcome: "accepted" as const, was: "failed" as const, acceptedUntil: { $lte: at } },
];

/** The same of one finding. */
export const counts = (
  { outcome, was, acceptedUntil }: Pick<FindingRecord, "outcome" | "was" | "acceptedUntil">,
  at: Date,
): boolean =>
  outcome === "failed" ||
  (outcome === "accepted" && was === "failed" && acceptedUntil != null && acceptedUntil.getTime() <= at.getTime());
