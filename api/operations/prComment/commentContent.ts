// Content of the pull request comment: the gate's verdict, the runs it is based on, and their worst failures with links.

import { SEVERITIES } from "../../../domain/audit/finding.ts";
import { PILLAR_PARTS, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { pillarVerdict } from "../../../domain/health/gate.ts";
import type { FoundProblem } from "../../../domain/problems/problem.ts";
import { GATE_SEVERITIES, stands, standsNew } from "../../../domain/problems/standing.ts";
import { placeWords, worstFirst } from "../../../domain/problems/told.ts";
import {
  type CommentFailure,
  type CommentLink,
  MAX_FAILURES,
  type PillarRow,
  type PrComment,
} from "../../../domain/report/prComment.ts";
import { runPagePath } from "../../../domain/report/runPage.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { gates } from "../../../domain/runTypes.ts";
import { plural } from "../../../domain/text.ts";
import { saidOf } from "../../../domain/visual/summary.ts";
import type { PillarParts } from "../../../domain/words/pillars.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { findFinding } from "../../../models/findings/queries.ts";
import { problemsOfRun } from "../../../models/problems/ofRun.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findRunOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { findShot } from "../../../models/shots/queries.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { publicLink } from "../../lib/publicLink.ts";
import type { GatePrView } from "../health/gatePr.ts";
import { auditedPart } from "../health/gather.ts";
import { reportLink } from "../reports/reportLink.ts";
import { shotLinks } from "../visual/resultView.ts";

/** Lifetime of links, because people read comments for days. */
const LINKS_FOR_MS = 7 * 86_400_000;
/** Severities that are listed in a pull request comment. */
const TOLD: readonly string[] = SEVERITIES.slice(0, 2);

type Subject = { project: Project; environment: Environment | null; gate: GatePrView };
type Failures = { shown: CommentFailure[]; total: number };

/** Omits links if the service has no public address, because they would not open. */
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
      const links = [linkToPage(ctx, run), await linkToReport(ctx, caller, run)].filter((one) => one !== null);
      const row: PillarRow = {
        pillar,
        verdict,
        runId: run._id,
        result: resultOf(run, gate.environments[pillar]),
        links,
      };
      return { row, failures: await worstOf(ctx, pillar, run) };
    }),
  );
  const rows = told.flatMap((one) => one?.row ?? []);
  const failures = told.flatMap((one) => one?.failures ?? []);
  const all = failures.flatMap(({ shown }) => shown);
  const total = failures.reduce((sum, one) => sum + one.total, 0);
  // Screenshots that differ and scenarios that fail come first, because they affect what people see and do; then the worst findings of all
  // pillars.
  const shown = [...all].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_FAILURES);
  const hasLinks = rows.some(({ links }) => links.some(isSigned)) || shown.some(({ links }) => links.length > 0);
  return {
    projectId: project._id,
    projectName: project.name,
    environmentId: environment?._id ?? null,
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

/**
 * Returns the result of the run, what its screenshots were compared with, and a note if the plan does not include the score. `on`: the
 * environment, if the comment is about several.
 */
function resultOf(run: Run, on: string | undefined): string {
  const where = on === undefined ? [] : [`On ${on}:`];
  const locked = auditedPart(run).scoreLocked ? ["The score is locked by the plan."] : [];
  return [...where, runSummary(run).sentence, ...locked, ...saidOf(run.summary)].join(" ");
}

const REPORT = "report";
/** Only report links are signed: the run page asks visitors to sign in and its link never expires. */
const isSigned = ({ label }: CommentLink): boolean => label === REPORT;

/** Returns the link to the page on which people review the run. */
function linkToPage(ctx: OperationContext, { projectSlug, _id: runId, type }: Run): CommentLink | null {
  if (ctx.config.publicUrl === null) return null;
  return { label: "review", url: publicLink(ctx, runPagePath({ projectSlug, runId, type })) };
}

/** Returns the link to the run's report, rendering it now if it does not exist yet. */
async function linkToReport(ctx: OperationContext, caller: Caller, run: Run): Promise<CommentLink | null> {
  if (ctx.config.publicUrl === null || run.status !== "completed" || !gates(run.type)) return null;
  const { path } = await reportLink(ctx, caller, { runId: run._id, format: "html", ttlMs: LINKS_FOR_MS });
  return path === null ? null : { label: REPORT, url: publicLink(ctx, path) };
}

/**
 * Returns the worst of the problems that the gate counts, each once. For audits, those that the base branch also has are left out, because
 * this pull request did not cause them.
 */
async function worstOf(ctx: OperationContext, pillar: Pillar, run: Run): Promise<Failures> {
  if (run.status !== "completed") return { shown: [], total: 0 };
  const parts = PILLAR_PARTS[pillar];
  const only = parts === "pages" ? { severities: GATE_SEVERITIES } : {};
  const problems = (await problemsOfRun(ctx.models, run, ctx.now(), only)) ?? [];
  const told = worstFirst(problems.filter(parts === "pages" ? standsNew : stands));
  const tell = TELL[parts];
  const shown = await Promise.all(
    told.slice(0, MAX_FAILURES).map(async (problem) => ({ pillar, ...(await tell(ctx, run, problem)) })),
  );
  return { shown, total: told.length };
}

type Tell = (ctx: OperationContext, run: Run, problem: FoundProblem) => Promise<Omit<CommentFailure, "pillar">>;
const TELL: Record<PillarParts, Tell> = {
  shots: tellChange,
  scenarios: tellScenario,
  pages: tellFinding,
};

/** Includes the image of the screenshot that shows most of the change. */
async function tellChange(ctx: OperationContext, _run: Run, problem: FoundProblem) {
  const { resultId } = problem.evidence;
  const shot = resultId === undefined ? null : await findShot(ctx.models, resultId, { artifacts: 1 });
  const { diff, test } = shot ? shotLinks(ctx, shot, LINKS_FOR_MS) : { diff: null, test: null };
  const level = plural(problem.placeCount, "screenshot");
  return { level, what: problem.title, where: placeWords(problem), links: linksTo(ctx, diff ?? test) };
}

async function tellScenario(ctx: OperationContext, _run: Run, problem: FoundProblem) {
  const { rule, title, sentence, evidence } = problem;
  const links = linksTo(ctx, pictureOf(ctx, evidence.screenshotId));
  return { level: rule, what: `${title}: ${sentence}`, where: placeWords(problem), links };
}

async function tellFinding(ctx: OperationContext, run: Run, { severity, sentence, evidence }: FoundProblem) {
  const found = { projectId: run.projectId, runId: run._id, fingerprint: evidence.resultId ?? "" };
  const finding = await findFinding(ctx.models, found);
  const links = linksTo(ctx, pictureOf(ctx, finding?.evidence.screenshotId));
  return { level: severity, what: sentence, where: finding?.page ?? "", links };
}

const pictureOf = (ctx: OperationContext, artifactId: unknown): string | null =>
  typeof artifactId === "string" ? artifactLink(ctx, artifactId, LINKS_FOR_MS) : null;

const linksTo = (ctx: OperationContext, path: string | null): CommentLink[] =>
  path === null || ctx.config.publicUrl === null ? [] : [{ label: "picture", url: publicLink(ctx, path) }];
