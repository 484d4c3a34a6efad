// What a run left behind, in the form that guidance reasons over: a bounded number of small documents, by plain finds.

import { pageKey } from "../../../domain/audit/runChecks.ts";
import { isStartingPoint } from "../../../domain/audit/startingPoint.ts";
import type { OpenFinding, PictureFailure, RunFact } from "../../../domain/guidance/facts.ts";
import { cut } from "../../../domain/guidance/facts.ts";
import { pictureId, type RunResults } from "../../../domain/guidance/story.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { partsOfType } from "../../../domain/runTypes.ts";
import type { AuditPageRecord } from "../../../models/auditPage.ts";
import type { FindingRecord } from "../../../models/finding.ts";
import { eachInTurns, readInTurns } from "../../../models/readInTurns.ts";
import type { Run } from "../../../models/run.ts";
import type { Shot } from "../../../models/shot.ts";
import type { OperationContext } from "../../lib/context.ts";
import { auditedPart, countsOf } from "../health/gather.ts";
import { readJourneys } from "./journeys.ts";

/** Shots and pages of one run that are read at most. */
const MOST = 5_000;
/** Failed findings of one severity that are read of a run: the rest would change no rank. */
const MAX_FINDINGS = 500;
/** Whose findings are read; what is only worth knowing is no issue. */
const READ_SEVERITIES = ["critical", "serious", "moderate", "minor"] as const;

export const RUN_FIELDS = {
  type: 1,
  status: 1,
  verdict: 1,
  summary: 1,
  error: 1,
  extra: 1,
  baseUrl: 1,
  branch: 1,
  commitSha: 1,
  prNumber: 1,
  scheduled: 1,
  environmentId: 1,
  createdAt: 1,
  finishedAt: 1,
} as const;
export type RunRow = Pick<Run, "_id" | keyof typeof RUN_FIELDS>;

export function runFact(run: RunRow): RunFact {
  const { summary, extra } = run;
  const counts = countsOf(summary);
  return {
    runId: run._id,
    type: run.type,
    status: run.status,
    at: (run.status === "running" ? run.createdAt : (run.finishedAt ?? run.createdAt)).getTime(),
    error: run.error,
    sentence: runSummary(run).sentence,
    score: scoreOf(summary),
    verdict: run.verdict ?? (summary !== null && "verdict" in summary ? summary.verdict : null),
    startingPoint: summary !== null && "bySeverity" in summary && isStartingPoint(run) ? summary.bySeverity : null,
    reasons: summary !== null && "reasons" in summary ? summary.reasons : [],
    counts: run.status === "completed" ? counts : null,
    audited: auditedPart(run),
    budget: budgetOf(extra?.perfBudgetResult),
  };
}

function budgetOf(stored: unknown): RunFact["budget"] {
  if (typeof stored !== "object" || stored === null || !("pass" in stored)) return null;
  const { pass, violations } = stored as { pass: unknown; violations?: unknown };
  return { pass: pass === true, violations: Array.isArray(violations) ? violations.map(String) : [] };
}

/** The page's part of a run, beside what the story is told from. */
export type ReadResults = RunResults & { pages: { key: string; title: string }[] };

export async function readResults(ctx: OperationContext, run: RunRow): Promise<ReadResults> {
  const fact = runFact(run);
  const none = { run: fact, failures: [], journeys: [], findings: [], notMeasured: [], judged: [], pages: [] };
  const parts = partsOfType(run.type);
  if (parts === "runs") return none;
  if (parts === "shots") return { ...none, ...(await pictures(ctx, run)) };
  if (parts === "scenarios") return { ...none, ...(await readJourneys(ctx, run)) };
  const [pages, findings] = await Promise.all([auditedPages(ctx, run._id), openFindings(ctx, run)]);
  const measured = pages.filter(({ status }) => status === "passed" || status === "failed");
  return {
    ...none,
    findings,
    judged: measured.map(({ key }) => key),
    notMeasured: pages
      .filter(({ status }) => status === "not_measured")
      .map(({ key, reason }) => ({ key, reason: cut(reason ?? "no reason was kept") })),
    pages: pages.map(({ key }) => ({ key, title: "" })),
  };
}

const SHOT_FIELDS = {
  scenarioLabel: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  url: 1,
  status: 1,
  reasons: 1,
  mismatchPercent: 1,
  fingerprint: 1,
  causes: 1,
  flaky: 1,
} as const;
type ShotRow = Pick<Shot, keyof typeof SHOT_FIELDS>;

async function pictures(ctx: OperationContext, run: RunRow): Promise<Pick<RunResults, "failures" | "judged">> {
  const failures: PictureFailure[] = [];
  const judged: string[] = [];
  const reading = { fields: SHOT_FIELDS, sort: { index: 1 }, limit: MOST } as const;
  await eachInTurns<Shot>(ctx.models.shots, { runId: run._id }, reading, (shot) => {
    if (shot.status === "failed" || shot.status === "error") failures.push(failureOf(run, shot));
    if (shot.status !== "pending" && shot.status !== "error") judged.push(pictureId(shot));
  });
  return { failures, judged };
}

function failureOf(run: RunRow, shot: ShotRow): PictureFailure {
  const { scenarioLabel, selector, viewport, browser, mismatchPercent, fingerprint, causes, flaky, status, reasons } =
    shot;
  const [reason] = reasons;
  return {
    scenarioLabel,
    key: pageKey(shot.url, run.baseUrl),
    selector,
    viewport,
    browser,
    mismatchPercent,
    code: reason?.code ?? "not_run",
    message: cut(reason?.message ?? "It has no result."),
    // Its largest change: a header that changed everywhere is one issue, whatever else a page shows.
    fingerprint: causes?.[0] ?? fingerprint,
    flaky,
    broken: status === "error",
  };
}

type PageRow = Pick<AuditPageRecord, "key" | "status" | "reason">;

/** Without the parts that concern the whole site. */
async function auditedPages(ctx: OperationContext, runId: string): Promise<PageRow[]> {
  return readInTurns<AuditPageRecord, PageRow>(
    ctx.models.auditPages,
    { runId, index: { $gte: 0 } },
    { fields: { key: 1, status: 1, reason: 1 }, sort: { index: 1 }, limit: MOST },
  );
}

const FINDING_FIELDS = {
  pillar: 1,
  rule: 1,
  severity: 1,
  fingerprint: 1,
  cause: 1,
  pages: 1,
  page: 1,
  target: 1,
  message: 1,
  help: 1,
  isNew: 1,
  pageIndex: 1,
} as const;
type FindingRow = Pick<FindingRecord, keyof typeof FINDING_FIELDS>;

async function openFindings(ctx: OperationContext, run: RunRow): Promise<OpenFinding[]> {
  const found: OpenFinding[] = [];
  const reading = { fields: FINDING_FIELDS, sort: { pageIndex: 1, order: 1 }, limit: MAX_FINDINGS } as const;
  for (const severity of READ_SEVERITIES) {
    const wanted = { runId: run._id, severity, outcome: "failed" };
    await eachInTurns<FindingRecord>(ctx.models.findings, wanted, reading, (row) => {
      found.push(openFinding(run, row));
    });
  }
  return found;
}

function openFinding(run: RunRow, row: FindingRow): OpenFinding {
  const { pillar, rule, severity, fingerprint, page, target, message, help, isNew, pageIndex, cause, pages } = row;
  const key = pageKey(page, run.baseUrl);
  // A check over the whole site names the page where it can; otherwise it is about the site's own address.
  const site = pageIndex < 0 && key === pageKey(run.baseUrl, run.baseUrl);
  return {
    pillar,
    rule,
    severity,
    fingerprint,
    key: site ? "" : key,
    target,
    message: cut(message, 300),
    help: cut(help, 300),
    isNew,
    cause: cause ?? null,
    ...(pages && { pages, keys: pages.first.map((one) => pageKey(one.page, run.baseUrl)) }),
  };
}
