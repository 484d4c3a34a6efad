// A tracking audit in short: how each row of the plan did, worst first, and which rules are broken how often.
import { type Outcome, SEVERITIES, type Severity } from "../../audit/finding.ts";
import type { PageStatus } from "../../audit/page.ts";
import type { ItemStatus, ItemVerdict } from "./audit.ts";
import { TRACKING_CHECKS } from "./table.ts";

/** A page of a run, as far as it was audited. */
export type AuditedPage = {
  url: string;
  status: "pending" | PageStatus;
  reason: string | null;
  score: number | null;
  planPageId: string | null;
  events: readonly ItemVerdict[];
};
export type Violation = { rule: string; severity: Severity; message: string };
export type ReportRow = Omit<ItemVerdict, "violations" | "planEventId"> & {
  id: string;
  /** Address of the page. */
  page: string;
  violations: Violation[];
};
export type ReportPage = Omit<AuditedPage, "events"> & { rows: Record<ItemStatus, number> };
export type ReportClass = {
  rule: string;
  severity: Severity;
  outcome: Outcome;
  count: number;
  /** Not in the run before; null: there was none to compare with. */
  new: number | null;
  /** Some of the rows of the plan (or the names of events) that it is about. */
  targets: string[];
};

const SEVERITY_OF = new Map(TRACKING_CHECKS.map(({ rule, severity }) => [rule, severity]));
const RANK: Record<ItemStatus, number> = { fail: 0, not_exercised: 1, pass: 2 };
const NAMED_TARGETS = 5;

const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Failed rows first: the most severe, then those with most violations; then rows that were not tried, then proven ones. */
export function rowsWorstFirst(pages: readonly AuditedPage[]): ReportRow[] {
  const rows = pages.flatMap(({ url, events }) =>
    events.map(({ planEventId, violations, ...verdict }) => ({
      ...verdict,
      id: planEventId,
      page: url,
      violations: violations
        .map((one) => ({ ...one, severity: SEVERITY_OF.get(one.rule) ?? ("moderate" as const) }))
        .sort((a, b) => severityRank(a.severity) - severityRank(b.severity)),
    })),
  );
  const worst = ({ violations: [first] }: ReportRow) => (first ? severityRank(first.severity) : SEVERITIES.length);
  return rows.sort(
    (a, b) => RANK[a.status] - RANK[b.status] || worst(a) - worst(b) || b.violations.length - a.violations.length,
  );
}

/** Pages with most failed rows first; then those that were not measured, then those in order. */
export function pagesWorstFirst(pages: readonly AuditedPage[]): ReportPage[] {
  const counted = pages.map(({ events, ...page }) => ({ ...page, rows: countRows(events) }));
  const rank = ({ status }: ReportPage) => (status === "failed" ? 0 : status === "passed" ? 2 : 1);
  return counted.sort((a, b) => rank(a) - rank(b) || b.rows.fail - a.rows.fail);
}

export function countRows(rows: readonly { status: ItemStatus }[]): Record<ItemStatus, number> {
  const counts = { pass: 0, fail: 0, not_exercised: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

type ClassFinding = { rule: string; severity: Severity; outcome: Outcome; target: string; isNew: boolean | null };

/** Findings by rule and outcome: what is broken first, by severity and number. */
export function violationClasses(findings: readonly ClassFinding[]): ReportClass[] {
  const outcomes: readonly Outcome[] = ["failed", "warning", "review"];
  const wanted = findings.filter(({ outcome }) => outcomes.includes(outcome));
  const groups = Object.values(
    Object.groupBy(wanted, ({ rule, severity, outcome }) => `${outcome} ${severity} ${rule}`),
  ) as ClassFinding[][];
  const classes = groups.map((group) => {
    const { rule, severity, outcome } = group[0] as ClassFinding;
    const compared = group.some(({ isNew }) => isNew !== null);
    // Targets of attributes are `<row> <attribute>`.
    const targets = [...new Set(group.map(({ target }) => target))].slice(0, NAMED_TARGETS);
    return {
      rule,
      severity,
      outcome,
      count: group.length,
      new: compared ? group.filter(({ isNew }) => isNew === true).length : null,
      targets,
    };
  });
  return classes.sort(
    (a, b) =>
      outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome) ||
      severityRank(a.severity) - severityRank(b.severity) ||
      b.count - a.count,
  );
}
