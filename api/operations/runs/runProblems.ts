// What is wrong in a run that ended, each problem once and the worst first: what a terminal shows of it.
import { SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import type { FoundProblem } from "../../../domain/problems/problem.ts";
import { openProblemsOf, placeWords } from "../../../domain/problems/told.ts";
import { FULL_AUDIT, type StatusType } from "../../../domain/runTypes.ts";
import { truncate } from "../../../domain/text.ts";
import { problemsOfRun } from "../../../models/problems/ofRun.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { childrenOf } from "./children.ts";
import { findRun } from "./findRun.ts";

/** `where`: "Home, Cart · phone, desktop", a page, or a scenario, then what is wrong there; "" where the title says it. */
export type RunProblem = { runId: string; type: StatusType; title: string; where: string; severity: Severity };
/** `total`: of all, of which `problems` are the first. */
export type RunProblems = { runId: string; problems: RunProblem[]; total: number };

const DEFAULT_LIMIT = 20;
const MAX_TARGET = 80;

/** Of a full audit: of all its parts. Of a run that has not ended: what is known so far. */
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
  return { runId: run._id, problems: problems.slice(0, limit), total: found.length };
}

async function problemsOf({ models, now }: OperationContext, run: Run): Promise<RunProblem[]> {
  return openProblemsOf(await problemsOfRun(models, run, now())).map((one) => ({
    runId: run._id,
    type: run.type,
    title: one.title,
    where: whereOf(one),
    severity: one.severity,
  }));
}

/** The title names only the kind of problem: several of a page differ by their target. */
function whereOf(problem: FoundProblem): string {
  const target = truncate(problem.evidence.target ?? "", MAX_TARGET);
  return [placeWords(problem), target].filter(Boolean).join(" · ");
}
