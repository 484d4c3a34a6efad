// The tracking plan as the editor shows it: every row with its revision and its result in the last audit.
import { pageKey } from "../../../domain/audit/runChecks.ts";
import type { ItemStatus } from "../../../domain/pillars/tracking/audit.ts";
import {
  type AuditedPage,
  countRows,
  type ReportRow,
  rowsWorstFirst,
} from "../../../domain/pillars/tracking/overview.ts";
import { MAX_PLAN_EVENTS, MAX_PLAN_PAGES } from "../../../domain/pillars/tracking/parsePlan.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import type { Models } from "../../../models/index.ts";
import { latestRunOfType, latestRunsOfType, type RunPlace } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { planEventsOf, planPagesOf, type RowKind, rowOf, type StoredRow } from "../../../models/trackingPlans/rows.ts";
import { inTurns, nextTurn } from "../../../platform/inTurns.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Place } from "../projects/place.ts";
import { commitOf } from "../runs/runRow.ts";
import { auditedPages } from "./auditedPages.ts";
import { revisionOfRow } from "./rows.ts";
import { linkable } from "./scenarioOf.ts";

/** Maximum number of violations per row. */
const MAX_VIOLATIONS = 5;
/** Maximum number of audits of some scenarios that are read. */
const MAX_AUDITS = 10;

export type RowAudit = {
  runId: string;
  status: ItemStatus;
  /** Address at which the row had its worst result. */
  page: string;
  reason: string | null;
  violations: { rule: string; severity: string; message: string }[];
};

export async function readEditablePlan(ctx: OperationContext, caller: Caller, { project, environment, branch }: Place) {
  requireReadRight(caller);
  const { models } = ctx;
  const place = { project, environmentId: environment?._id ?? null, branch: branch ?? project.mainBranch };
  const [pages, events, scenarios, run] = await Promise.all([
    planPagesOf(models, project._id, MAX_PLAN_PAGES),
    planEventsOf(models, project._id, MAX_PLAN_EVENTS),
    linkable(ctx, project._id),
    latestRunOfType(models, place, "tracking-test", { status: "completed" }),
  ]);
  const { rows, runOf } = await auditOf(ctx, run ? await auditsUpTo(models, place, run) : []);
  // Reversed, so that of several results of a row the worst one, which is listed first, wins.
  const audits = new Map(rows.toReversed().map((row) => [`${row.kind}:${row.id}`, auditView(row, runOf)]));
  const view = <K extends RowKind>(kind: K, stored: StoredRow<K>) => {
    const row = rowOf(kind, stored);
    return { rev: revisionOfRow(row), row, audit: audits.get(`${kind}:${stored.id}`) ?? null };
  };
  const shown = {
    pages: [] as ReturnType<typeof view<"page">>[],
    events: [] as ReturnType<typeof view<"event">>[],
  };
  await inTurns(pages, (stored) => void shown.pages.push(view("page", stored)));
  await inTurns(events, (stored) => void shown.events.push(view("event", stored)));
  // Yields to the event loop, because the response is then serialized in one synchronous step.
  await nextTurn();
  return {
    lastAudit: run && {
      runId: run._id,
      at: timeOf(run),
      verdict: run.verdict,
      score: isPart(run) ? null : scoreOf(run),
      ...commitOf(run),
    },
    counts: countRows(rows),
    ...shown,
    scenarios: scenarios.map(({ _id, label }) => ({ id: _id, label })),
  };
}

const timeOf = (run: Run): string => (run.finishedAt ?? run.createdAt).toISOString();

/** Returns the audits whose results stand, newest first: one of some scenarios says nothing about the other pages, but those before it do. */
async function auditsUpTo(models: Models, place: RunPlace, newest: Run): Promise<Run[]> {
  if (!isPart(newest)) return [newest];
  const { type, environmentId } = newest;
  const all = { status: "completed", limit: 1, only: { environmentId, whole: true } } as const;
  const [whole] = await latestRunsOfType(models, place, type, all);
  const some = { since: whole?.createdAt, limit: MAX_AUDITS, only: { environmentId } };
  const latest = await latestRunsOfType(models, place, type, { ...all, ...some });
  return [...latest.filter(isPart), ...(whole ? [whole] : [])];
}

/** `runs`: newest first. `runOf`: the newest of them that audited a page, by its URL. */
async function auditOf(ctx: OperationContext, runs: readonly Run[]) {
  const runOf = new Map<string, string>();
  const visited = new Set<string>();
  const pages: AuditedPage[] = [];
  for (const { _id, baseUrl } of runs) {
    const keyOf = ({ url }: AuditedPage) => pageKey(url, baseUrl);
    const found = await auditedPages(ctx, _id, (page) => ({
      ...page,
      events: page.events.map((event) => ({
        ...event,
        violations: event.violations.slice(0, MAX_VIOLATIONS),
        notJudged: [],
        push: null,
        beacons: [],
      })),
    }));
    const fresh = found.filter((page) => !visited.has(keyOf(page)));
    pages.push(...fresh);
    for (const { url } of fresh) runOf.set(url, _id);
    for (const page of fresh) visited.add(keyOf(page));
  }
  await nextTurn();
  return { rows: rowsWorstFirst(pages), runOf };
}

const auditView = ({ status, page, reason, violations }: ReportRow, runOf: ReadonlyMap<string, string>): RowAudit => ({
  runId: runOf.get(page) ?? "",
  status,
  page,
  reason,
  violations: violations.map(({ rule, severity, message }) => ({ rule, severity, message })),
});
