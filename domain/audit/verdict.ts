// Decides the verdict of an audit run and its reasons. Pure.
import { oneDecimal } from "../health/figures.ts";
import { plural } from "../text.ts";
import type { Severity } from "./finding.ts";
import { openFindings } from "./startingPoint.ts";
import { type FindingsLimit, moreFindings, type WorseLimits } from "./worse.ts";

/** Maximum number of new failed findings per severity: 0 critical and 0 serious ones unless set, any number of others. Projects can set their own. */
export type AuditThresholds = { maxNew?: Partial<Record<Severity, number>>; minScore?: number; worse?: WorseLimits };

const MAX_NEW: AuditThresholds["maxNew"] = { critical: 0, serious: 0 };

/** Returns a project's limits, with the default for each severity that it does not set. */
export const withDefaults = (own: AuditThresholds): AuditThresholds => ({
  ...own,
  maxNew: { ...MAX_NEW, ...own.maxNew },
});

export type VerdictInput = {
  /** Number of failed findings. */
  bySeverity: Record<Severity, number>;
  /** Number of failed findings that the compared run did not have. */
  newBySeverity: Record<Severity, number>;
  /** Whether there is an earlier run to compare with. */
  compared: boolean;
  score: number | null;
  thresholds: AuditThresholds;
  /** Exceeded budgets and violated plans, as sentences. */
  failures: string[];
  /** Limit based on the failed findings of the reference; absent if any number is allowed. */
  findingsLimit?: FindingsLimit | null;
};

/**
 * Returns the verdict; `reasons` is never empty. Without an earlier run nothing is new: the first run is the starting point, and its
 * reasons say so.
 */
export function auditVerdict(input: VerdictInput): { verdict: "pass" | "fail"; reasons: string[] } {
  const { thresholds, score } = input;
  const against: string[] = [...input.failures];
  for (const [severity, most] of Object.entries(thresholds.maxNew ?? {}) as [Severity, number][]) {
    const count = input.newBySeverity[severity];
    if (input.compared && count > most)
      against.push(
        `${plural(count, `new ${severity} finding`)}${most > 0 ? `; ${most} ${most === 1 ? "is" : "are"} allowed` : ""}.`,
      );
  }
  if (thresholds.minScore !== undefined && score !== null && score < thresholds.minScore)
    against.push(`The score ${oneDecimal(score)} is below the project's minimum score of ${thresholds.minScore}.`);
  const more = moreFindings(input.bySeverity, input.findingsLimit);
  if (more !== null) against.push(more);
  if (against.length > 0) return { verdict: "fail", reasons: against };
  return { verdict: "pass", reasons: [forIt(input)] };
}

function forIt({ bySeverity, newBySeverity, compared }: VerdictInput): string {
  const open = bySeverity.critical + bySeverity.serious;
  if (!compared)
    return open === 0
      ? "No critical or serious finding."
      : `The first run of its kind: its ${openFindings(bySeverity)} ${open === 1 ? "is" : "are"} the starting point, later runs fail on new ones.`;
  if (open === 0) return "No critical or serious finding.";
  const fresh = newBySeverity.critical + newBySeverity.serious;
  return fresh > 0
    ? `${plural(fresh, "new critical or serious finding")}, which the project's limits allow.`
    : `No new critical or serious finding; ${open} ${open === 1 ? "was" : "were"} there before.`;
}
