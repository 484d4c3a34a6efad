// Summary of a tracking audit: the verdict on each row of the plan, worst first, and how often each rule is broken.
import { OPEN_OUTCOMES, type Outcome, SEVERITIES, type Severity } from "../../audit/finding.ts";
import type { PageStatus } from "../../audit/page.ts";
import type { ItemStatus, ItemVerdict } from "./audit.ts";
import { TRACKING_CHECKS } from "./table.ts";

/** The parts of an audited page that the summary needs. */
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
  /** URL of the page. */
  page: string;
  violations: Violation[];
};
export type ReportPage = Omit<AuditedPage, "events"> & { rows: Record<ItemStatus, number> };
export type ReportClass = {
  rule: string;
  severity: Severity;
  outcome: Outcome;
  count: number;
  /** Number of findings that the previous run did not have; null if there was none to compare with. */
  new: number | null;
  /** Some of the affected rows of the plan or event names. */
  targets: string[];
};

const SEVERITY_OF = new Map(TRACKING_CHECKS.map(({ rule, severity }) => [rule, severity]));
const RANK: Record<ItemStatus, number> = { fail: 0, not_exercised: 1, pass: 2 };
const NAMED_TARGETS = 5;

const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Sorts failed rows first, by severity and number of violations, then rows that were not tried, then proven ones. */
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

/** Sorts pages with the most failed rows first, then pages that were not measured, then pages without failures. */
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

const TOLD: readonly Outcome[] = OPEN_OUTCOMES;

/** Counts findings by rule and outcome one at a time without storing them, because there may be thousands. */
export function violationCounter(): { add(finding: ClassFinding): void; classes(): ReportClass[] } {
  const classes = new Map<string, ReportClass>();
  return {
    add({ rule, severity, outcome, target, isNew }) {
      if (!TOLD.includes(outcome)) return;
      const key = `${outcome} ${severity} ${rule}`;
      const known = classes.get(key) ?? { rule, severity, outcome, count: 0, new: null, targets: [] };
      classes.set(key, known);
      known.count += 1;
      if (isNew !== null) known.new = (known.new ?? 0) + (isNew ? 1 : 0);
      // Targets of attribute findings are `<row> <attribute>`.
      if (known.targets.length < NAMED_TARGETS && !known.targets.includes(target)) known.targets.push(target);
    },
    /** Failures first, then by severity and count. */
    classes: () =>
      [...classes.values()].sort(
        (a, b) =>
          TOLD.indexOf(a.outcome) - TOLD.indexOf(b.outcome) ||
          severityRank(a.severity) - severityRank(b.severity) ||
          b.count - a.count,
      ),
  };
}
