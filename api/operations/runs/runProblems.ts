// Problems of a finished run for the terminal, each once and worst first.
import { SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import { pageKey } from "../../../domain/audit/runChecks.ts";
import type { AuditSummary } from "../../../domain/audit/summary.ts";
import { type Beside, brokenBudgetsOf, budgetWords } from "../../../domain/pillars/perf/budgetWords.ts";
import type { FoundProblem } from "../../../domain/problems/problem.ts";
import { openProblemsOf, placeWords } from "../../../domain/problems/told.ts";
import { runPagePath } from "../../../domain/report/runPage.ts";
import { FULL_AUDIT, pillarOf, type StatusType } from "../../../domain/runTypes.ts";
import { truncate } from "../../../domain/text.ts";
import { PILLAR_WORDS, type PillarWords } from "../../../domain/words/pillars.ts";
import { countMeasuredPages, firstMeasuredPage } from "../../../models/auditPages/queries.ts";
import { problemsOfRun } from "../../../models/problems/ofRun.ts";
import { mainBranchOf } from "../../../models/runs/before.ts";
import { findRunOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { publicLink } from "../../lib/publicLink.ts";
import { childrenOf } from "./children.ts";
import { findRun } from "./findRun.ts";

/**
 * `where`: "Home, Cart · phone, desktop", a page, or a scenario, followed by the target; empty if the title already says it. `scenarios`:
 * labels of the scenarios that show it; empty if it concerns pages.
 */
export type RunProblem = {
  runId: string;
  type: StatusType;
  title: string;
  where: string;
  scenarios: string[];
  severity: Severity;
};
/** `total`: number of all problems, of which `problems` are the first. `url`: page on which people review the run. */
export type RunProblems = { runId: string; url: string; problems: RunProblem[]; total: number };

const DEFAULT_LIMIT = 20;
const MAX_TARGET = 80;

/** For a full audit, lists the problems of all its parts. For a run that has not ended, what is known so far. */
export async function listProblems(
  ctx: OperationContext,
  caller: Caller,
  { runId, limit = DEFAULT_LIMIT }: { runId: string; limit?: number | undefined },
): Promise<RunProblems> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, runId);
  const parts = run.type === FULL_AUDIT ? await childrenOf(ctx, run._id) : [{ runId }];
  const found: RunProblem[] = [];
  for (const part of parts) found.push(...(await problemsOf(ctx, await findRun(ctx, caller, part.runId))));
  const problems = found.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const url = publicLink(ctx, runPagePath({ ...run, runId: run._id }));
  return { runId: run._id, url, problems: problems.slice(0, limit), total: found.length };
}

async function problemsOf(ctx: OperationContext, run: Run): Promise<RunProblem[]> {
  const { _id: runId, type } = run;
  const open = openProblemsOf(await problemsOfRun(ctx.models, run, ctx.now()));
  const found = open.map((one) => ({
    runId,
    type,
    title: titleOf(run, one),
    where: whereOf(one),
    scenarios: [...new Set(one.places.map(({ label }) => label))].filter(Boolean),
    severity: one.severity,
  }));
  return [...(await budgetsOf(ctx, run)), ...found];
}

/** For pillars that measure figures, the title includes the figure, because "too slow" is only useful with how slow. */
function titleOf({ type }: Run, { title, sentence }: FoundProblem): string {
  const pillar = pillarOf(type);
  const words: PillarWords | null = pillar && PILLAR_WORDS[pillar];
  return words?.metrics ? sentence.replace(/\.$/, "") : title;
}

/** Returns the budgets that the run's averages exceed. */
async function budgetsOf({ models }: OperationContext, run: Run): Promise<RunProblem[]> {
  const broken = brokenBudgetsOf(run);
  if (broken.length === 0) return [];
  const [beside, pages, first] = await Promise.all([
    besideOf(models, run),
    countMeasuredPages(models, run._id),
    firstMeasuredPage(models, run._id),
  ]);
  const where = pages === 1 && first ? pageKey(first.url, run.baseUrl) : pages > 1 ? `average of ${pages} pages` : "";
  const { _id: runId, type } = run;
  return broken.map((one) => ({
    runId,
    type,
    title: budgetWords(one, beside),
    where,
    scenarios: [],
    severity: "serious",
  }));
}

/** Returns the averages of the base branch's run, and the name of that branch. */
async function besideOf(models: OperationContext["models"], { projectId, summary }: Run): Promise<Beside | null> {
  const { base }: Partial<AuditSummary> = summary ?? {};
  if (!base?.figures) return null;
  const run = await findRunOf(models, projectId, base.runId, { branch: 1 });
  return { branch: run?.branch ?? (await mainBranchOf(models, projectId)), figures: base.figures };
}

/** Includes the target, because the title names only the kind of problem and a page may have several. */
function whereOf(problem: FoundProblem): string {
  const target = truncate(problem.evidence.target ?? "", MAX_TARGET);
  return [placeWords(problem), target].filter(Boolean).join(" · ");
}
