// The gate before a merge: reads the latest runs of a branch, a pull request or a commit and judges them.
import { PILLARS } from "../../../domain/audit/pillars.ts";
import type { AuditSummary } from "../../../domain/audit/summary.ts";
import { given } from "../../../domain/given.ts";
import { gatePr as judge } from "../../../domain/health/gate.ts";
import { type GateThresholds, readThresholds } from "../../../domain/health/gateThresholds.ts";
import type { GateInput, GateResult, GateRun } from "../../../domain/health/gateTypes.ts";
import { siteHealth } from "../../../domain/health/siteHealth.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import type { FindingRecord } from "../../../models/finding.ts";
import { countsAt } from "../../../models/findings.ts";
import { latestRunOfType, onMainBranch, type RunPlace } from "../../../models/runQueries.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { resolveEnvironment } from "../environments/resolveEnvironment.ts";
import { auditedPart, countsOf, gatherHealth, RUN_FIELDS, type RunRow } from "./gather.ts";

/** Without branch, pull request and commit, the project's main branch is meant, and with it runs without a branch. */
export type GatePrInput = {
  project?: string;
  environment?: string;
  branch?: string;
  prNumber?: number;
  commitSha?: string;
};

export type GatePrView = GateResult & {
  project: string;
  branch: string | null;
  prNumber: number | null;
  commitSha: string | null;
  /** The runs that were judged, by pillar. */
  runs: Record<string, string>;
  thresholds: GateThresholds;
};

/** Findings of one severity that are read of a run; above that the figure is a floor, which no threshold cares about. */
const MAX_FINDINGS = 1_000;

export async function gatePr(ctx: OperationContext, caller: Caller, input: GatePrInput): Promise<GatePrView> {
  requireRight(caller, "mcpRead");
  const project = await resolveProject(ctx, caller, input.project);
  const environment = input.environment ? await resolveEnvironment(ctx, project, input.environment) : null;
  const { prNumber, commitSha } = input;
  const named = prNumber !== undefined || commitSha !== undefined;
  const branch = input.branch ?? (named ? null : project.mainBranch);
  const environmentId = environment?._id ?? null;
  const place: RunPlace = { project, environmentId, branch, prNumber, commitSha };

  const runs: GateInput["runs"] = {};
  for (const pillar of PILLARS) {
    const type = TYPE_OF_PILLAR[pillar];
    if (type === null) continue;
    const latest = await latestRunOfType(ctx.models, place, type, { fields: RUN_FIELDS });
    if (latest) runs[pillar] = await gateRun(ctx, latest, project.mainBranch);
  }
  const judged = Object.entries(runs).map(([pillar, run]) => [pillar, run.runId] as const);
  // On the main branch the runs at the gate are part of the rolling score, and are compared with the ones before.
  const without = new Set(judged.map(([, runId]) => runId));
  const main = { project, environmentId, without };
  const { pillars: health } = judged.length > 0 ? siteHealth(await gatherHealth(ctx, main)) : { pillars: [] };

  // Older projects were stored without settings.
  const thresholds = readThresholds(project.settings);
  const result = judge({ subject: subjectOf(branch, input), runs, health, thresholds });
  return {
    ...result,
    project: project.slug,
    branch,
    prNumber: prNumber ?? null,
    commitSha: commitSha ?? null,
    runs: Object.fromEntries(judged),
    thresholds,
  };
}

function subjectOf(branch: string | null, { prNumber, commitSha }: GatePrInput): string {
  const parts = [
    ...(prNumber !== undefined ? [`pull request ${prNumber}`] : []),
    ...(branch !== null ? [`the branch ${branch}`] : []),
    ...(commitSha !== undefined ? [`the commit ${commitSha.slice(0, 12)}`] : []),
  ];
  return parts.join(", ");
}

async function gateRun(ctx: OperationContext, run: RunRow, mainBranch: string): Promise<GateRun> {
  const runId = run._id;
  if (run.status !== "completed") return { runId, state: run.status, why: run.error };
  const { summary } = run;
  const counts = countsOf(summary);
  if (counts) return { runId, state: "counted", ...counts, sentence: runSummary(run).sentence };
  // A completed run always has its summary; without one there is nothing to judge.
  if (summary === null || !("score" in summary)) return { runId, state: "failed" };
  const [critical, serious] = await Promise.all([
    newFindings(ctx, run, "critical", mainBranch),
    newFindings(ctx, run, "serious", mainBranch),
  ]);
  const compared = critical.compared && serious.compared;
  const { base, against } = summary as Partial<AuditSummary>;
  // The words of what `newFindings` compares with.
  const since = onMainBranch(run.branch, mainBranch) ? against : base?.against;
  return {
    runId,
    state: "audited",
    score: scoreOf(summary),
    ...auditedPart(run),
    findings: given({ compared, critical: critical.group, serious: serious.group, since }),
    base,
  };
}

type Row = Pick<FindingRecord, "isNew" | "isNewOnBranch" | "message">;

/**
 * Failed findings of one severity that the base branch does not have; on the base branch itself, that its run before
 * does not have. Not compared: there was no such run, so all of them are given.
 */
async function newFindings(ctx: OperationContext, run: RunRow, severity: "critical" | "serious", mainBranch: string) {
  const rows = await ctx.models.findings
    .find({ runId: run._id, severity, $or: countsAt(ctx.now()) }, { isNew: 1, isNewOnBranch: 1, message: 1 })
    .sort({ order: 1 })
    .limit(MAX_FINDINGS)
    .lean<Row[]>();
  // Of another branch, `isNew` compares with the branch's own run before: what an earlier push brought is not new there.
  const onMain = onMainBranch(run.branch, mainBranch);
  const newness = rows.map((row) => ({ row, isNew: row.isNewOnBranch ?? (onMain ? row.isNew : null) }));
  const compared = newness.every(({ isNew }) => isNew !== null);
  const fresh = newness.filter(({ isNew }) => isNew !== false);
  return { compared, group: { count: fresh.length, example: fresh[0]?.row.message ?? null } };
}
