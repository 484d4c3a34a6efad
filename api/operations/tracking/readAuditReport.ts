// The report of a tracking run: how each row of the plan did, worst first, and the rules that are broken.

import type { ItemStatus } from "../../../domain/pillars/tracking/audit.ts";
import {
  countRows,
  pagesWorstFirst,
  type ReportClass,
  type ReportPage,
  type ReportRow,
  rowsWorstFirst,
  violationClasses,
} from "../../../domain/pillars/tracking/overview.ts";
import type { FindingRecord } from "../../../models/finding.ts";
import type { Run } from "../../../models/run.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeOffset, type Paging } from "../../lib/paging.ts";
import { auditedPages } from "./auditedPages.ts";

export type TrackingReport = {
  counts: Record<ItemStatus, number>;
  rows: ReportRow[];
  /** How many rows come before these, and in all. */
  from: number;
  total: number;
  /** With the first rows only, as `pages`. */
  classes?: ReportClass[];
  pages?: ReportPage[];
};

/** Of an answer. */
const MOST_PAGES = 50;
const CLASS_FIELDS = { rule: 1, severity: 1, outcome: 1, target: 1, isNew: 1 } as const;

/** `run` is one that the caller may see. */
export async function readAuditReport(
  ctx: OperationContext,
  caller: Caller,
  { run, ...paging }: { run: Run } & Paging,
): Promise<TrackingReport> {
  requireReadRight(caller);
  const limit = paging.limit ?? DEFAULT_LIMIT;
  const from = decodeOffset(paging.cursor);
  const audited = await auditedPages(ctx, run._id, (one) => ({
    ...one,
    // Proofs are for one row at a time.
    events: one.events.map((event) => ({ ...event, push: null, beacons: [] })),
  }));
  const all = rowsWorstFirst(audited);
  const begin = from ?? 0;
  const report = { counts: countRows(all), rows: all.slice(begin, begin + limit), from: begin, total: all.length };
  if (from !== null) return report;
  const findings = await ctx.models.findings
    .find({ runId: run._id, outcome: { $in: ["failed", "warning", "review"] } }, CLASS_FIELDS)
    .sort({ pageIndex: 1, order: 1 })
    .lean<FindingRecord[]>();
  const pages = pagesWorstFirst(audited.map(({ index: _, ...one }) => one)).slice(0, MOST_PAGES);
  return { ...report, classes: violationClasses(findings), pages };
}
