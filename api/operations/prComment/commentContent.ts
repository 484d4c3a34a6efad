// What the comment on a pull request says: the gate's verdict, the runs it rests on, and their worst failures with links.

import { SEVERITIES } from "../../../domain/audit/finding.ts";
import { PILLAR_PARTS, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { pillarVerdict } from "../../../domain/health/gate.ts";
import { openProblemsOf, placeWords } from "../../../domain/problems/told.ts";
import {
  type CommentFailure,
  type CommentLink,
  MAX_FAILURES,
  type PillarRow,
  type PrComment,
} from "../../../domain/report/prComment.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { gates } from "../../../domain/runTypes.ts";
import { plural } from "../../../domain/text.ts";
import { saidOf } from "../../../domain/visual/summary.ts";
import type { PillarParts } from "../../../domain/words/pillars.ts";
import type { Environment } from "../../../models/environment.ts";
import { readRunProblems } from "../../../models/problems/refresh.ts";
import type { Project } from "../../../models/project.ts";
import type { Run } from "../../../models/run.ts";
import { findRunOf } from "../../../models/runQueries.ts";
import { findShot } from "../../../models/shotReads.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { publicLink } from "../../lib/publicLink.ts";
import type { GatePrView } from "../health/gatePr.ts";
import { auditedPart } from "../health/gather.ts";
import { functionalFailures, withScreenshot } from "../reports/functionalFailures.ts";
import { reportLink } from "../reports/reportLink.ts";
import { findingsOf, orderedFindings } from "../reports/worstFindings.ts";
import { shotLinks } from "../visual/resultView.ts";

/** People read comments for days. */
const LINKS_FOR_MS = 7 * 86_400_000;
/** Severities that are worth a line on a pull request. */
const TOLD: readonly string[] = SEVERITIES.slice(0, 2);

type Subject = { project: Project; environment: Environment | null; gate: GatePrView };
type Failures = { shown: CommentFailure[]; total: number };

/** Links are left out where the service has no public address, because they would not open. */
export async function commentContent(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, gate }: Subject,
): Promise<PrComment> {
  const told = await Promise.all(
    PILLARS.map(async (pillar) => {
      const runId = gate.runs[pillar];
      const run = runId && (await findRunOf(ctx.models, project._id, runId));
      if (!run) return null;
      const verdict = pillarVerdict(gate.reasons, pillar);
      const link = await linkToReport(ctx, caller, run);
      const row: PillarRow = { pillar, verdict, runId: run._id, result: resultOf(run), link };
      return { row, failures: await worstOf(ctx, pillar, run) };
    }),
  );
  const rows = told.flatMap((one) => one?.row ?? []);
  const failures = told.flatMap((one) => one?.failures ?? []);
  const all = failures.flatMap(({ shown }) => shown);
  const total = failures.reduce((sum, one) => sum + one.total, 0);
  // Pictures that differ and scenarios that fail break what people see and do; then the worst findings of all pillars.
  const shown = [...all].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_FAILURES);
  const hasLinks = rows.some(({ link }) => link !== null) || shown.some(({ links }) => links.length > 0);
  return {
    projectId: project._id,
    projectName: project.name,
    environmentName: environment?.name ?? null,
    verdict: gate.verdict,
    reasons: gate.reasons,
    rows,
    failures: shown,
    furtherFailures: total - shown.length,
    linksUntil: hasLinks ? new Date(ctx.now().getTime() + LINKS_FOR_MS).toISOString() : null,
    at: ctx.now().toISOString(),
  };
}

const rankOf = ({ level }: CommentFailure) => (TOLD as readonly string[]).indexOf(level);

/** What the run came to; beside it what its pictures were compared with, and that the plan has no score. */
function resultOf(run: Run): string {
  const locked = auditedPart(run).scoreLocked ? ["The score is locked by the plan."] : [];
  return [runSummary(run).sentence, ...locked, ...saidOf(run.summary)].join(" ");
}

/** The report of a run; made now if it does not exist yet. */
async function linkToReport(ctx: OperationContext, caller: Caller, run: Run): Promise<CommentLink | null> {
  if (ctx.config.publicUrl === null || run.status !== "completed" || !gates(run.type)) return null;
  const { path } = await reportLink(ctx, caller, { runId: run._id, format: "html", ttlMs: LINKS_FOR_MS });
  return path === null ? null : { label: "report", url: publicLink(ctx, path) };
}

type WorstOf = (ctx: OperationContext, pillar: Pillar, run: Run) => Promise<Failures>;
const WORST_OF: Record<PillarParts, WorstOf> = {
  shots: worstChanges,
  scenarios: worstScenarios,
  pages: worstOfAudit,
};

async function worstOf(ctx: OperationContext, pillar: Pillar, run: Run): Promise<Failures> {
  if (run.status !== "completed") return { shown: [], total: 0 };
  return WORST_OF[PILLAR_PARTS[pillar]](ctx, pillar, run);
}

/** Flaky scenarios passed: they are in the run's result, and no failure of the pull request. */
async function worstScenarios(ctx: OperationContext, pillar: Pillar, run: Run): Promise<Failures> {
  const { failures } = await functionalFailures(ctx, run);
  const failed = failures.filter(({ outcome }) => outcome === "failed");
  const shown = failed.slice(0, MAX_FAILURES).map((failure): CommentFailure => {
    const { rule, target, message, picture } = withScreenshot(ctx, failure, LINKS_FOR_MS);
    return { pillar, level: rule, what: message, where: target, links: linksTo(ctx, picture) };
  });
  return { shown, total: failed.length };
}

/** Each change once, with the picture of the screenshot that shows most of it. */
async function worstChanges(ctx: OperationContext, pillar: Pillar, run: Run): Promise<Failures> {
  const problems = openProblemsOf(await readRunProblems(ctx.models, run));
  const shown = await Promise.all(
    problems.slice(0, MAX_FAILURES).map(async (problem): Promise<CommentFailure> => {
      const { resultId } = problem.evidence;
      const shot = resultId === undefined ? null : await findShot(ctx.models, resultId, { artifacts: 1 });
      const { diff, test } = shot ? shotLinks(ctx, shot, LINKS_FOR_MS) : { diff: null, test: null };
      const level = plural(problem.placeCount, "screenshot");
      return { pillar, level, what: problem.title, where: placeWords(problem), links: linksTo(ctx, diff ?? test) };
    }),
  );
  return { shown, total: problems.length };
}

/** What the base branch has too is no fault of this pull request. */
async function worstOfAudit(ctx: OperationContext, pillar: Pillar, run: Run): Promise<Failures> {
  const keys = (await orderedFindings(ctx, run._id, ["failed"])).filter(
    (key) => TOLD.includes(key.severity) && (key.isNewOnBranch ?? key.isNew) !== false,
  );
  const found = await findingsOf(ctx, run._id, keys.slice(0, MAX_FAILURES));
  const shown = found.map(({ severity, message, page, evidence }): CommentFailure => {
    const { screenshotId } = evidence;
    const picture = typeof screenshotId === "string" ? artifactLink(ctx, screenshotId, LINKS_FOR_MS) : null;
    return { pillar, level: severity, what: message, where: page, links: linksTo(ctx, picture) };
  });
  return { shown, total: keys.length };
}

const linksTo = (ctx: OperationContext, path: string | null): CommentLink[] =>
  path === null || ctx.config.publicUrl === null ? [] : [{ label: "picture", url: publicLink(ctx, path) }];
