// Finishes an audit run: sums up the pages, compares findings with earlier runs, and writes the verdict.
import { type VerdictFacts, withAccepted } from "../../domain/audit/acceptance.ts";
import { endOfAudit } from "../../domain/audit/endOfAudit.ts";
import { SEVERITIES, type Severity } from "../../domain/audit/finding.ts";
import type { SiteResult } from "../../domain/audit/judge.ts";
import type { PageResult, PageStatus } from "../../domain/audit/page.ts";
import type { AuditSummary } from "../../domain/audit/summary.ts";
import { type AuditThresholds, auditVerdict, withDefaults } from "../../domain/audit/verdict.ts";
import { countOf } from "../../domain/audit/worse.ts";
import { given } from "../../domain/given.ts";
import { ANSWERED_ERROR, ANSWERS_NO_MORE, answersSentence, notMeasuredSentence } from "../../domain/runs/measured.ts";
import { carriedOf } from "../../domain/runs/rerun.ts";
import { plural } from "../../domain/text.ts";
import { type AuditPageRow, auditPartRows, findAuditPage } from "../../models/auditPages/queries.ts";
import { type AuditPageRecord, SITE_INDEX } from "../../models/auditPages/schema.ts";
import { markAnswersNoMore } from "../../models/auditPages/writes.ts";
import { agreeWithAcceptances } from "../../models/findings/verdicts.ts";
import { findProject } from "../../models/projects/queries.ts";
import { settlePendingPages } from "../../models/runs/writes.ts";
import type { AuditDeps } from "../deps.ts";
import { type Ended, endRun, type Finishing } from "../projection/endRun.ts";
import { readRun } from "../readRun.ts";
import { partIdOf, pillarOfRun, writePart } from "./auditSite.ts";
import { besideBase } from "./besideBase.ts";
import { compareFindings } from "./compareFindings.ts";
import { LIGHTHOUSE_INDEX } from "./findings.ts";
import { runInfo } from "./tools.ts";
import { worseThan } from "./worseThan.ts";

export type FinishAuditActivities = {
  finishAudit(input: Finishing): Promise<Ended>;
  /** Records a missing part other than a page; the run reports it and continues. */
  noteMissingPart(input: { runId: string; part: string; message: string }): Promise<void>;
};

export function createFinishAuditActivities(deps: AuditDeps): FinishAuditActivities {
  return {
    finishAudit: (input) => finish(deps, input),
    async noteMissingPart({ runId, part, message }) {
      const index = part === "lighthouse" ? LIGHTHOUSE_INDEX : SITE_INDEX;
      const missing = { status: "not_measured", code: "not_run", reason: message } as const;
      await writePart(deps, await readRun(deps, runId), index, missing);
    },
  };
}

async function finish(deps: AuditDeps, input: Finishing): Promise<Ended> {
  const { models } = deps;
  const { runId } = input;
  const run = await readRun(deps, runId);
  const pillar = pillarOfRun(run);
  if (input.failure) await settlePendingPages(models, runId, deps.now());
  const records = await auditPartRows(models, runId);
  const pages = records.filter((r) => r.index >= 0).map(resultOf);
  const site = await findAuditPage(models, partIdOf(runId, SITE_INDEX));
  const lighthouse = records.find((r) => r.index === LIGHTHOUSE_INDEX);
  const measured = pages.filter((p) => p.status !== "not_measured");
  const siteMeasured = site !== null && site.status !== "not_measured";
  const rolled = deps.pillars[pillar].rollUp(pages, siteMeasured ? siteOf(site) : null, runInfo(run));
  const project = await findProject(models, run.projectId, { settings: 1 });
  const planned = records.filter(({ index }) => index >= 0);
  // Decisions since the pages were judged.
  await agreeWithAcceptances(models, { ...run, pillar }, deps.now());
  const compared = await compareFindings(deps, { ...run, seq: input.seq }, records);
  const beside = await besideBase(models, deps.pillars[pillar], { run, pages: planned, base: compared.base });
  const silent = planned.filter(({ status }) => status !== "passed" && status !== "failed");
  const broken = planned.filter((page) => answersNoMore(page, compared.answeredBefore));
  await noteBroken(deps, broken);
  const notMeasured = silent.filter((page) => !broken.includes(page));
  const commonestReason = commonest(notMeasured.flatMap(({ reason }) => reason ?? []));
  const missed =
    notMeasured.length === 0
      ? []
      : [notMeasuredSentence({ parts: pages.length, notMeasured: notMeasured.length }, "page", commonestReason)];
  const thresholds = withDefaults(thresholdsOf(project?.settings, pillar));
  const { reference, mainBranch } = compared;
  const worse = await worseThan(models, deps.pillars[pillar], {
    run,
    pages: planned,
    limits: { ...thresholds.worse, ...run.worse },
    reference,
    mainBranch,
    score: rolled.score,
    findings: countOf(compared.bySeverity),
  });
  const facts: VerdictFacts = {
    compared: compared.previousRunId !== null,
    score: rolled.score,
    thresholds,
    failures: [...brokenSentences(broken), ...(rolled.failures ?? []), ...worse.failures],
    findingsLimit: worse.findings,
    beside: [...missed, ...worse.said],
  };
  const judged = auditVerdict({ ...facts, bySeverity: compared.bySeverity, newBySeverity: compared.newBySeverity });
  const end = endOfAudit({
    pages: pages.length,
    notMeasured: notMeasured.length,
    siteFailed: deps.pillars[pillar].siteWithoutPages === true && siteMeasured && judged.verdict === "fail",
    failure: input.failure ?? null,
    cancelledBy: run.cancelledBy,
    commonestReason,
  });
  const summary: AuditSummary = {
    pages: pages.length,
    passed: rolled.passed,
    failed: rolled.failed,
    warnings: rolled.warnings,
    review: rolled.review,
    notMeasured: notMeasured.length,
    ...given({ pageErrors: broken.length || undefined, rerun: carriedOf(planned), worse: worse.summary }),
    bySeverity: compared.bySeverity,
    score: rolled.score,
    new: sum(compared.newBySeverity),
    ...(compared.against !== null && { against: compared.against }),
    ...beside,
    fixed: compared.fixed,
    verdict: end.status === "completed" ? judged.verdict : "fail",
    startingPoint: end.status === "completed" && judged.verdict === "pass" && compared.previousRunId === null,
    reasons: end.error ? [end.error] : withAccepted([...judged.reasons, ...missed, ...worse.said], compared.accepted),
    ...(compared.accepted > 0 && { accepted: compared.accepted }),
  };
  const missing = [site, lighthouse].flatMap((part) =>
    part?.status === "not_measured" && part.reason ? [part.reason] : [],
  );
  return endRun(deps, input, run, {
    status: end.status,
    verdict: end.status === "completed" ? judged.verdict : null,
    error: end.error,
    summary: pages.length > 0 ? summary : null,
    progress: { done: pages.length, total: pages.length, phase: end.status },
    extra: {
      ...run.extra,
      ...(measured.length > 0 ? rolled.extra : {}),
      ...(typeof lighthouse?.score === "number" ? { seoLighthouseScore: Math.round(lighthouse.score) } : {}),
      warnings: [...planWarnings(run.extra), ...(rolled.warningSentences ?? []), ...missing],
      comparedWith: compared.previousRunId,
      verdictFacts: facts,
    },
  });
}

function resultOf(record: AuditPageRow): PageResult {
  const { index, url, scenarioLabels, score, metrics, rules } = record;
  const status: PageStatus = record.status === "pending" ? "not_measured" : record.status;
  return { index, url, scenarioLabels, status, score, metrics, rules };
}

/** Whether a page that responded before now returns an error: then the site is worse, not merely unmeasured. */
const answersNoMore = ({ code, key }: Pick<AuditPageRecord, "code" | "key">, before: ReadonlySet<string>): boolean =>
  code === ANSWERS_NO_MORE || (code === ANSWERED_ERROR && before.has(key));

/** Lets later runs know that the page responded before, even when the runs that saw it are gone. */
async function noteBroken({ models }: AuditDeps, broken: readonly Pick<AuditPageRecord, "_id">[]): Promise<void> {
  for (const { _id } of broken) await markAnswersNoMore(models, _id);
}

const MAX_NAMED = 5;
function brokenSentences(broken: readonly Pick<AuditPageRecord, "key" | "reason">[]): string[] {
  const further = broken.length - MAX_NAMED;
  return [
    ...broken.slice(0, MAX_NAMED).map(({ key, reason }) => answersSentence(key, reason)),
    ...(further > 0 ? [`${plural(further, "more page")} ${further === 1 ? "answers" : "answer"} with an error.`] : []),
  ];
}

function siteOf({ rules, metrics, details }: AuditPageRecord): SiteResult {
  return { rules, metrics, details };
}

/** Returns `settings.audits.<pillar>.thresholds` of the project; validated when saved. */
function thresholdsOf(settings: Record<string, unknown> | undefined, pillar: string): AuditThresholds {
  const audits = settings?.audits as Record<string, { thresholds?: AuditThresholds }> | undefined;
  return audits?.[pillar]?.thresholds ?? {};
}

function planWarnings(extra: Record<string, unknown>): string[] {
  return Array.isArray(extra.planWarnings) ? (extra.planWarnings as string[]) : [];
}

function commonest(reasons: string[]): string | null {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const sum = (counts: Record<Severity, number>) => SEVERITIES.reduce((total, severity) => total + counts[severity], 0);
