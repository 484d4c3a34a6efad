// Findings that a person accepted until a date. Until then a finding neither fails the run nor lowers the score; afterwards it counts again.
import { plural } from "../text.ts";
import { SEVERITIES, type Severity } from "./finding.ts";
import { type AuditThresholds, auditVerdict } from "./verdict.ts";
import type { FindingsLimit } from "./worse.ts";

/** Maximum duration of an acceptance in days, so that acceptances are reviewed at least once a year. */
export const MAX_ACCEPTED_DAYS = 366;
/** Maximum number of acceptances per project, including expired ones. */
export const MAX_ACCEPTANCES = 5_000;
/** Maximum number of findings that one call accepts. */
export const MAX_AT_ONCE = 100;

const DAY_MS = 86_400_000;

/** Returns whether an acceptance is in force. It no longer is at its end date. */
export const isInForce = ({ until }: { until: Date }, at: Date): boolean => until.getTime() > at.getTime();

/** Returns the acceptance that counts for a finding: the newest in force, otherwise the newest. */
export function countingOf<A extends { until: Date; at: Date }>(acceptances: readonly A[], now: Date): A | null {
  const newestFirst = acceptances.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return newestFirst.find((one) => isInForce(one, now)) ?? newestFirst[0] ?? null;
}

/** Returns what is wrong with the end date of a new acceptance as a sentence, or null. */
export function endProblem(until: Date, now: Date): string | null {
  if (Number.isNaN(until.getTime())) return "until must be a date, such as 2026-12-31.";
  if (until.getTime() <= now.getTime()) return "until must be in the future.";
  if (until.getTime() - now.getTime() > MAX_ACCEPTED_DAYS * DAY_MS)
    return `until must be within ${MAX_ACCEPTED_DAYS} days.`;
  return null;
}

/**
 * Returns why a finding cannot be accepted given what the caller has seen, as a sentence, or null if it can. `replaces`: id of the
 * acceptance that the caller has seen.
 */
export function whyNotAccepted(
  standing: { id: string; by: string; until: Date } | null,
  replaces: string | undefined,
  now: Date,
): string | null {
  if (standing === null || !isInForce(standing, now) || standing.id === replaces) return null;
  return `${standing.by} has accepted it until ${standing.until.toISOString().slice(0, 10)}: check that first.`;
}

/** A finding as it counts for its run's verdict. */
export type Counted = { severity: Severity; outcome: string; isNew: boolean | null };

/** What the run's verdict depends on besides its findings. Runs of older versions do not have it. */
export type VerdictFacts = {
  compared: boolean;
  score: number | null;
  thresholds: AuditThresholds;
  failures: string[];
  findingsLimit?: FindingsLimit | null;
  /** Sentences added to the reasons about what was not measured. */
  beside?: string[];
};

export type Rejudged = {
  bySeverity: Record<Severity, number>;
  new: number;
  accepted: number;
  verdict: "pass" | "fail";
  reasons: string[];
};

/** Computes the verdict of a completed audit again from its current findings. The score stays unchanged until the next run measures it. */
export function rejudge(findings: readonly Counted[], facts: VerdictFacts): Rejudged {
  const failed = findings.filter(({ outcome }) => outcome === "failed");
  const fresh = facts.compared ? failed.filter(({ isNew }) => isNew === true) : [];
  const accepted = findings.filter(({ outcome }) => outcome === "accepted").length;
  const bySeverity = countBySeverity(failed);
  const judged = auditVerdict({ ...facts, bySeverity, newBySeverity: countBySeverity(fresh) });
  return {
    bySeverity,
    new: fresh.length,
    accepted,
    verdict: judged.verdict,
    reasons: withAccepted([...judged.reasons, ...(facts.beside ?? [])], accepted),
  };
}

/** Returns the reasons of a verdict plus the number of accepted findings that it does not count. */
export const withAccepted = (reasons: readonly string[], accepted: number): string[] =>
  accepted === 0
    ? [...reasons]
    : [...reasons, `${plural(accepted, "accepted finding")} ${accepted === 1 ? "is" : "are"} not counted.`];

export function countBySeverity(findings: readonly { severity: Severity }[]): Record<Severity, number> {
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
