// The tracking plan as the editor shows it: every row with its revision, and what the last audit said of it.
import type { ItemStatus } from "../../../../domain/pillars/tracking/audit.ts";
import { countRows, type ReportRow, rowsWorstFirst } from "../../../../domain/pillars/tracking/overview.ts";
import { MAX_PLAN_EVENTS, MAX_PLAN_PAGES } from "../../../../domain/pillars/tracking/parsePlan.ts";
import { readInTurns } from "../../../../models/readInTurns.ts";
import type { Run } from "../../../../models/run.ts";
import { latestRunOfType } from "../../../../models/runQueries.ts";
import type { TrackingEvent, TrackingPage } from "../../../../models/trackingPlan.ts";
import { requireReadRight } from "../../../lib/access.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { scoreOf } from "../../health/gather.ts";
import { auditedPages } from "../../tracking/auditedPages.ts";
import { revisionOf, rowOf } from "../../tracking/rows.ts";
import { linkable } from "../../tracking/scenarioOf.ts";
import type { Place } from "../place.ts";

/** Of one row. */
const MOST_VIOLATIONS = 5;

export type RowAudit = {
  status: ItemStatus;
  /** Address at which it did worst. */
  page: string;
  reason: string | null;
  violations: { rule: string; severity: string; message: string }[];
};

export async function readAppPlan(ctx: OperationContext, caller: Caller, { project, environment, branch }: Place) {
  requireReadRight(caller);
  const { models } = ctx;
  const own = { projectId: project._id };
  const sort = { createdAt: 1, id: 1 } as const;
  const place = { project, environmentId: environment?._id ?? null, branch: branch ?? project.mainBranch };
  const [pages, events, scenarios, run] = await Promise.all([
    readInTurns<TrackingPage>(models.trackingPages, own, { sort, limit: MAX_PLAN_PAGES }),
    readInTurns<TrackingEvent>(models.trackingEvents, own, { sort, limit: MAX_PLAN_EVENTS }),
    linkable(ctx, project._id),
    latestRunOfType(models, place, "tracking-test", { status: "completed" }),
  ]);
  const rows = run === null ? [] : await auditOf(ctx, run);
  // The worst comes first.
  const audits = new Map(rows.toReversed().map((row) => [`${row.kind}:${row.id}`, auditView(row)]));
  return {
    lastAudit: run && { runId: run._id, at: timeOf(run), verdict: run.verdict, score: scoreOf(run.summary) },
    counts: countRows(rows),
    pages: pages.map((stored) => ({
      rev: revisionOf("page", stored),
      row: rowOf("page", stored),
      audit: audits.get(`page:${stored.id}`) ?? null,
    })),
    events: events.map((stored) => ({
      rev: revisionOf("event", stored),
      row: rowOf("event", stored),
      audit: audits.get(`event:${stored.id}`) ?? null,
    })),
    scenarios: scenarios.map(({ _id, label }) => ({ id: _id, label })),
  };
}

const timeOf = (run: Run): string => (run.finishedAt ?? run.createdAt).toISOString();

async function auditOf(ctx: OperationContext, run: Run): Promise<ReportRow[]> {
  const pages = await auditedPages(ctx, run._id, (page) => ({
    ...page,
    events: page.events.map((event) => ({
      ...event,
      violations: event.violations.slice(0, MOST_VIOLATIONS),
      ...{ notJudged: [], push: null, beacons: [] },
    })),
  }));
  return rowsWorstFirst(pages);
}

const auditView = ({ status, page, reason, violations }: ReportRow): RowAudit => ({
  ...{ status, page, reason },
  violations: violations.map(({ rule, severity, message }) => ({ rule, severity, message })),
});
