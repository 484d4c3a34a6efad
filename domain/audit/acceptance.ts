// A finding that a person accepted until a date: until then it fails nothing and costs nothing; from then on it counts again.
import { plural } from "../text.ts";
import { SEVERITIES, type Severity } from "./finding.ts";
import { type AuditThresholds, auditVerdict } from "./verdict.ts";
import type { FindingsLimit } from "./worse.ts";

/** Days that an acceptance may last: what nobody looks at for longer is no decision any more. */
export const MAX_ACCEPTED_DAYS = 366;
/** Of a project, expired ones too. */
export const MAX_ACCEPTANCES = 5_000;
/** Findings that one call accepts. */
export const MAX_AT_ONCE = 100;

const DAY_MS = 86_400_000;

/** Holds until its end, and not at it. */
export const isInForce = ({ until }: { until: Date }, at: Date): boolean => until.getTime() > at.getTime();

/** Of several acceptances of one finding the one that counts: the newest in force, else the newest. */
export function countingOf<A extends { until: Date; at: Date }>(acceptances: readonly A[], now: Date): A | null {
  const newestFirst = acceptances.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return newestFirst.find((one) => isInForce(one, now)) ?? newestFirst[0] ?? null;
}

/** What is wrong with the end date of a new acceptance, as a sentence; null: nothing. */
export function endProblem(until: Date, now: Date): string | null {
  if (Number.isNaN(until.getTime())) return "until must be a date, such as 2026-12-31.";
  if (until.getTime() <= now.getTime()) return "until must be in the future.";
  if (until.getTime() - now.getTime() > MAX_ACCEPTED_DAYS * DAY_MS)
    return `until must be within ${MAX_ACCEPTED_DAYS} days.`;
  return null;
}

/** Why a finding cannot be accepted on what the caller has seen, as a sentence; null: it can. `replaces`: the acceptance that was seen. */
export function whyNotAccepted(
  standing: { id: string; by: string; until: Date } | null,
  replaces: string | undefined,
  now: Date,
): string | null {
  if (standing === null || !isInForce(standing, now) || standing.id === replaces) return null;
  return `${standing.by} has accepted it until ${standing.until.toISOString().slice(0, 10)}: check that first.`;
}

/** A finding as its run counts it. */
export type Counted = { severity: Severity; outcome: string; isNew: boolean | null };

/** What the run's verdict rested on besides its findings. Runs of older versions lack it. */
export type VerdictFacts = {
  compared: boolean;
  score: number | null;
  thresholds: AuditThresholds;
  failures: string[];
  findingsLimit?: FindingsLimit | null;
  /** Sentences beside the reasons: what was not measured. */
  beside?: string[];
};

export type Rejudged = {
  bySeverity: Record<Severity, number>;
  new: number;
  accepted: number;
  verdict: "pass" | "fail";
  reasons: string[];
};

/** The verdict of a completed audit over its findings as they stand now. Its score stays: the next run measures it. */
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

/** The reasons of a verdict, with the findings that it leaves out. */
export const withAccepted = (reasons: readonly string[], accepted: number): string[] =>
  accepted === 0
    ? [...reasons]
    : [...reasons, `${plural(accepted, "accepted finding")} ${accepted === 1 ? "is" : "are"} not counted.`];

export function countBySeverity(findings: readonly { severity: Severity }[]): Record<Severity, number> {
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
