// Report of a tracking run: the result of each plan row, worst first, and the broken rules.

import { OPEN_OUTCOMES } from "../../../domain/audit/finding.ts";
import type { ItemStatus } from "../../../domain/pillars/tracking/audit.ts";
import {
  countRows,
  pagesWorstFirst,
  type ReportClass,
  type ReportPage,
  type ReportRow,
  rowsWorstFirst,
  violationCounter,
} from "../../../domain/pillars/tracking/overview.ts";
import { eachReportedFinding } from "../../../models/findings/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeOffset, type Paging } from "../../lib/paging.ts";
import { auditedPages } from "./auditedPages.ts";

export type TrackingReport = {
  counts: Record<ItemStatus, number>;
  rows: ReportRow[];
  /** Number of rows before these, and in total. */
  from: number;
  total: number;
  /** Only with the first rows, like `pages`. */
  classes?: ReportClass[];
  pages?: ReportPage[];
};

/** Maximum number of pages in a response. */
const MAX_PAGES = 50;
const CLASS_FIELDS = { rule: 1, severity: 1, outcome: 1, target: 1, isNew: 1 } as const;

/** `run`: must be visible to the caller. */
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
    // Only what determines the order; the texts of the rows shown are read afterwards.
    events: one.events.map((event) => ({
      ...event,
      violations: event.violations.map(({ rule }) => ({ rule, message: "" })),
      notJudged: [],
      push: null,
      beacons: [],
    })),
  }));
  const all = rowsWorstFirst(audited);
  const begin = from ?? 0;
  const indexOf = new Map(audited.map(({ url, index }) => [url, index]));
  const shown = all.slice(begin, begin + limit);
  const rows = await whole(ctx, run._id, shown, (row) => indexOf.get(row.page) ?? 0);
  const report = { counts: countRows(all), rows, from: begin, total: all.length };
  if (from !== null) return report;
  const counter = violationCounter();
  const wrong = { outcomes: OPEN_OUTCOMES, fields: CLASS_FIELDS } as const;
  await eachReportedFinding(ctx.models, run._id, wrong, counter.add);
  const pages = pagesWorstFirst(audited.map(({ index: _, ...one }) => one)).slice(0, MAX_PAGES);
  return { ...report, classes: counter.classes(), pages };
}

/** Returns the rows with their texts, in the same order, but without proofs, which are read one row at a time. */
async function whole(
  ctx: OperationContext,
  runId: string,
  rows: readonly ReportRow[],
  indexOf: (row: ReportRow) => number,
): Promise<ReportRow[]> {
  const wanted = new Set(rows.map(keyOf));
  const found = new Map<string, ReportRow>();
  const indexes = [...new Set(rows.map(indexOf))].sort((a, b) => a - b);
  await auditedPages(
    ctx,
    runId,
    (page) => {
      for (const row of rowsWorstFirst([page])) {
        const key = keyOf(row);
        if (wanted.has(key)) found.set(key, { ...row, push: null, beacons: [] });
      }
    },
    indexes,
  );
  return rows.map((row) => found.get(keyOf(row)) ?? row);
}

const keyOf = ({ page, kind, id }: ReportRow): string => JSON.stringify([page, kind, id]);
