// Report on the latest run of one pillar: its figures, findings (worst first), and what is new or fixed since the previous run.

import { countPages, type FindingPages, pagesNamed } from "../../../domain/audit/causes.ts";
import { findingRank, OPEN_OUTCOMES, type Severity } from "../../../domain/audit/finding.ts";
import { isNewFinding } from "../../../domain/audit/findingStatus.ts";
import { type AuditPillar, HAS_METRICS, PILLAR_NAME, type Pillar } from "../../../domain/audit/pillars.ts";
import type { BaseRun } from "../../../domain/audit/summary.ts";
import { ProductError } from "../../../domain/errors.ts";
import { textsOf } from "../../../domain/fields.ts";
import { type BudgetView, budgetResultOf } from "../../../domain/pillars/perf/budgetResult.ts";
import { type PerfOverview, perfOverview } from "../../../domain/pillars/perf/overview.ts";
import { wordsOf } from "../../../domain/pillars/titles.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { auditPillarOf, TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { plural } from "../../../domain/text.ts";
import { saidOf } from "../../../domain/visual/summary.ts";
import { fieldsOfAuditPages } from "../../../models/auditPages/queries.ts";
import { fixedIn } from "../../../models/findings/fixed.ts";
import { byReport, findingsFor, MAX_LISTED, worstOfRun } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Paging } from "../../lib/paging.ts";
import { artifactUrl, publicLink } from "../../lib/publicLink.ts";
import { functionalFailures, withScreenshot } from "./functionalFailures.ts";
import { packed, slot } from "./packed.ts";
import { type Failures, type FixedFinding, MAX_FIXED, type ReportFinding } from "./reportFinding.ts";
import { visualFailures, withPicture } from "./visualFailures.ts";

/** How often a rule is broken in the whole run. Only for built-in checks: `title` is what holds on a good page, `fault` what is wrong. */
export type BrokenRule = {
  rule: string;
  title?: string;
  fault?: string;
  findings: number;
  pages: number;
  /** A few pages with the most findings; `pages` counts all. */
  pageList: { page: string; findings: number }[];
  help: string;
};

export type PillarReport = {
  run: Run;
  score: number | null;
  verdict: "pass" | "fail" | null;
  reasons: string[];
  new: number;
  fixed: number;
  comparedWith: string | null;
  /** What `new` and `fixed` are compared with, as a phrase; null if it is simply the previous run. */
  against: string | null;
  /** Sentences that compare the run with its base. */
  said: string[];
  /** Total of everything that did not pass. */
  total: number;
  /** Number of failed findings by severity; null for screenshots, which have no severity. */
  bySeverity: Record<Severity, number> | null;
  findings: ReportFinding[];
  rules: BrokenRule[];
  /** Only with the first page, like the figures. */
  fixedFindings: FixedFinding[];
  perf: PerfReport | null;
  warnings: string[];
  nextCursor: string | null;
};

/** `base`: the run of the base branch that was chosen from the commit history, with the figures of both; null if none. */
type PerfReport = PerfOverview & {
  budgets: Run["perfBudgets"];
  budgetResult: BudgetView | null;
  base: BaseRun | null;
};

/** Maximum number of pages named per rule. */
const MAX_RULE_PAGES = 5;
/** Maximum number of pages whose performance is listed individually. */
const MAX_PERF_PAGES = 50;

const ONLY_WORST = `The run has more than ${plural(MAX_LISTED, "finding")}; only the worst are listed.`;

/** Throws `not_found` if no run type of this installation covers the pillar. */
export function runTypeOf(pillar: Pillar) {
  const type = TYPE_OF_PILLAR[pillar];
  if (type !== null) return type;
  throw new ProductError("not_found", `${PILLAR_NAME[pillar]} tests have no runs on this installation yet.`);
}

/** Throws `validation_error` if `run` is not of the pillar's type, and `conflict` while it is running. */
export async function pillarReport(
  ctx: OperationContext,
  caller: Caller,
  { pillar, run, ...paging }: Paging & { pillar: Pillar; run: Run },
): Promise<PillarReport> {
  requireReadRight(caller);
  const type = runTypeOf(pillar);
  if (run.type !== type)
    throw new ProductError("validation_error", `Run "${run._id}" is a ${run.type} run; a ${type} run is needed.`, {
      fields: [{ path: "runId", message: `runId must be of a ${type} run` }],
    });
  if (run.status === "running")
    throw new ProductError("conflict", `Run "${run._id}" is still running. Call wait_for_run with its runId first.`, {
      status: run.status,
    });
  const counted = COUNTED[pillar];
  return counted ? counted(ctx, run, paging) : auditReport(ctx, run, paging);
}

type ReportOf = (ctx: OperationContext, run: Run, paging: Paging) => Promise<PillarReport>;
/** Pillars whose runs count results; all others audit pages. */
const COUNTED: Partial<Record<Pillar, ReportOf>> = {
  visual: async (ctx, run, paging) =>
    countedReport(ctx, run, paging, { ...(await visualFailures(ctx, run)), shown: withPicture }),
  functional: async (ctx, run, paging) =>
    countedReport(ctx, run, paging, {
      ...(await functionalFailures(ctx, run)),
      shown: withScreenshot,
    }),
};

async function auditReport(ctx: OperationContext, run: Run, paging: Paging): Promise<PillarReport> {
  const { from, limit } = slot(paging);
  const { found: keys, cut } = await orderedFindings(ctx, run._id);
  const records = await findingsFor(ctx.models, keys.slice(from, from + limit));
  const found = records.map(
    ({ evidence: { screenshotId, ...evidence }, ...f }): ReportFinding => ({
      rule: f.rule,
      severity: f.severity,
      outcome: f.outcome,
      page: f.page,
      target: f.target,
      message: f.message,
      new: f.isNew,
      help: f.help,
      ...(f.pages && { pageCount: f.pages.count }),
      evidence,
      picture: typeof screenshotId === "string" ? artifactUrl(ctx, screenshotId) : null,
    }),
  );
  const { entries, nextCursor } = packed(found, from, keys.length);
  const summary = run.summary && "bySeverity" in run.summary ? run.summary : null;
  const first = from === 0;
  const pillar = auditPillarOf(run.type);
  const previous = typeof run.extra.comparedWith === "string" ? run.extra.comparedWith : null;
  return {
    run,
    score: scoreOf(run),
    verdict: run.verdict,
    reasons: run.error !== null ? [run.error] : (summary?.reasons ?? []),
    new: summary?.new ?? 0,
    fixed: summary?.fixed ?? 0,
    comparedWith: previous,
    against: summary?.against ?? null,
    said: saidOf(summary),
    total: keys.length,
    bySeverity: summary?.bySeverity ?? null,
    findings: entries,
    rules: rulesOf(entries, keys, pillar),
    fixedFindings: first ? await fixedSince(ctx, run) : [],
    perf: first && pillar !== null && HAS_METRICS[pillar] ? await perfOf(ctx, run, summary?.base ?? null) : null,
    warnings: [...textsOf(run.extra?.warnings), ...(cut ? [ONLY_WORST] : [])],
    nextCursor,
  };
}

const KEYS = {
  runId: 1,
  outcome: 1,
  severity: 1,
  rule: 1,
  page: 1,
  pages: 1,
  isNew: 1,
  isNewOnBranch: 1,
  pageIndex: 1,
  order: 1,
} as const;

type FindingKey = Pick<FindingRecord, "_id" | keyof typeof KEYS>;

/**
 * Returns the findings to look at: failed before warnings before manual checks, critical before minor, new ones first. They lack texts and
 * evidence. `cut`: whether the run has more.
 */
async function orderedFindings(ctx: OperationContext, runId: string): Promise<{ found: FindingKey[]; cut: boolean }> {
  const { found, cut } = await worstOfRun(ctx.models, runId, { outcomes: OPEN_OUTCOMES, fields: KEYS });
  found.sort((a, b) => weight(a) - weight(b) || byReport(a, b));
  return { found, cut };
}

const weight = (f: FindingKey): number => findingRank(f) * 2 + (isNewFinding(f) === true ? 0 : 1);

async function fixedSince({ models }: OperationContext, run: Run): Promise<FixedFinding[]> {
  const fixed = (await fixedIn(models, run)).slice(0, MAX_FIXED);
  const told = await findingsFor(models, fixed, { rule: 1, page: 1, message: 1 });
  return told.map(({ rule, page, message }) => ({ rule, page, message }));
}

/** Returns the rules of the findings shown, counted over all findings. */
function rulesOf(
  shown: readonly ReportFinding[],
  all: readonly { rule: string; page: string; pages?: FindingPages | null }[],
  pillar: AuditPillar | null,
): BrokenRule[] {
  const helps = new Map(shown.map(({ rule, help }) => [rule, help]));
  const byRule = Map.groupBy(all, ({ rule }) => rule);
  return [...helps].map(([rule, help]) => {
    const ones = byRule.get(rule) ?? [];
    const words = pillar === null ? {} : wordsOf(pillar, rule);
    const counts = Map.groupBy(ones.flatMap(pagesNamed), (page) => page);
    const pageList = [...counts]
      .map(([page, found]) => ({ page, findings: found.length }))
      .sort((a, b) => b.findings - a.findings || (a.page < b.page ? -1 : 1))
      .slice(0, MAX_RULE_PAGES);
    return {
      rule,
      ...words,
      findings: ones.length,
      pages: countPages(ones),
      pageList,
      help,
    };
  });
}

async function perfOf(ctx: OperationContext, run: Run, base: BaseRun | null): Promise<PerfReport> {
  const pages = await fieldsOfAuditPages(ctx.models, run._id, { url: 1, score: 1, metrics: 1, status: 1 });
  const overview = perfOverview(pages.filter(({ status }) => status === "passed" || status === "failed"));
  return {
    figures: overview.figures,
    pages: overview.pages.slice(0, MAX_PERF_PAGES),
    budgets: run.perfBudgets,
    budgetResult: budgetResultOf(run),
    base,
  };
}

type Failed = Omit<ReportFinding, "picture">;
type Counted<T extends Failed> = Failures<T> & {
  shown(ctx: OperationContext, failure: T): ReportFinding;
};

function countedReport<T extends Failed>(
  ctx: OperationContext,
  run: Run,
  paging: Paging,
  { failures, fixed, fixedCount, previous, shown }: Counted<T>,
): PillarReport {
  const { from, limit } = slot(paging);
  const found = failures
    .slice(from, from + limit)
    .map((one) => shown(ctx, one))
    .map((one) => ({ ...one, picture: one.picture === null ? null : publicLink(ctx, one.picture) }));
  const { entries, nextCursor } = packed(found, from, failures.length);
  const { conclusion, sentence } = runSummary(run);
  return {
    run,
    score: scoreOf(run),
    // Derived from the conclusion, because approving changes what failed but not the stored verdict.
    verdict: conclusion === "passed" ? "pass" : conclusion === "failed" ? "fail" : null,
    reasons: [sentence],
    new: failures.filter((one) => one.new === true).length,
    fixed: fixedCount,
    comparedWith: previous,
    against: null,
    said: [],
    total: failures.length,
    bySeverity: null,
    findings: entries,
    rules: rulesOf(entries, failures, null),
    fixedFindings: from === 0 ? fixed : [],
    perf: null,
    warnings: textsOf(run.extra?.warnings),
    nextCursor,
  };
}
