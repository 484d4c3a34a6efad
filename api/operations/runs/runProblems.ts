// What is wrong in a run that ended, each problem once and the worst first: what a terminal shows of it.
import { SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { auditPillarOf, FULL_AUDIT, type StatusType } from "../../../domain/runTypes.ts";
import type { Run } from "../../../models/run.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { functionalFailures } from "../reports/functionalFailures.ts";
import { findingsOf, isNew, orderedFindings } from "../reports/worstFindings.ts";
import { childrenOf } from "./children.ts";
import { findRun } from "./findRun.ts";
import { visualProblems } from "./visualProblems.ts";

/** `where`: "Home, Cart · phone, desktop", a page, or a scenario; "" where the title says it. */
export type RunProblem = { runId: string; type: StatusType; title: string; where: string; severity: Severity | null };
/** `total`: of all, of which `problems` are the first. */
export type RunProblems = { runId: string; problems: RunProblem[]; total: number };

type Found = { problems: RunProblem[]; total: number };
type ProblemsOf = (ctx: OperationContext, run: Run, limit: number) => Promise<Found>;

const DEFAULT_LIMIT = 20;
/** Of a full audit: of all its parts, those with most at stake first. Of a run that has not ended: what is known so far. */
export async function listProblems(
  ctx: OperationContext,
  caller: Caller,
  { runId, limit = DEFAULT_LIMIT }: { runId: string; limit?: number | undefined },
): Promise<RunProblems> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, runId);
  if (run.type !== FULL_AUDIT) return { runId: run._id, ...(await problemsOf(ctx, run, limit)) };
  const parts: Found[] = [];
  for (const child of await childrenOf(ctx, run._id))
    parts.push(await problemsOf(ctx, await findRun(ctx, caller, child.runId), limit));
  const problems = parts.flatMap((part) => part.problems).toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    runId: run._id,
    problems: problems.slice(0, limit),
    total: parts.reduce((sum, { total }) => sum + total, 0),
  };
}

/** What visitors see and do comes before findings; these by their severity. */
const rankOf = ({ severity }: RunProblem): number => (severity === null ? -1 : SEVERITIES.indexOf(severity));

const problemsOf: ProblemsOf = (ctx, run, limit) => {
  if (run.type === "frt-test") return functionalProblems(ctx, run, limit);
  return auditPillarOf(run.type) ? auditProblems(ctx, run, limit) : changeProblems(ctx, run, limit);
};

const changeProblems: ProblemsOf = async (ctx, run, limit) => {
  const found = await visualProblems(ctx, run);
  const at = { runId: run._id, type: run.type, severity: null };
  return { problems: found.slice(0, limit).map(({ title, where }) => ({ ...at, title, where })), total: found.length };
};

const functionalProblems: ProblemsOf = async (ctx, run, limit) => {
  const { failures } = await functionalFailures(ctx, run);
  const failed = failures.filter(({ outcome }) => outcome === "failed");
  const at = { runId: run._id, type: run.type, severity: null };
  const problems = failed.slice(0, limit).map(({ message, target }) => ({ ...at, title: message, where: target }));
  return { problems, total: failed.length };
};

/** New ones, where there are any: what was there before is no matter of this run. */
const auditProblems: ProblemsOf = async (ctx, run, limit) => {
  const failed = await orderedFindings(ctx, run._id, ["failed"]);
  const fresh = failed.filter((key) => isNew(key) !== false);
  const keys = fresh.length > 0 ? fresh : failed;
  const found = await findingsOf(ctx, run._id, keys.slice(0, limit));
  const problems = found.map(({ message, page, pages, severity }): RunProblem => {
    // The sentence of several pages names them.
    return { runId: run._id, type: run.type, title: message, where: pages ? "" : pageKey(page, run.baseUrl), severity };
  });
  return { problems, total: keys.length };
};
