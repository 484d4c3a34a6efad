// What is wrong in a run that ended, each problem once and the worst first: what a terminal shows of it.
import { SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import type { FoundProblem, ProblemPlace } from "../../../domain/problems/problem.ts";
import { FULL_AUDIT, type StatusType } from "../../../domain/runTypes.ts";
import { readRunProblems } from "../../../models/problems/refresh.ts";
import type { Run } from "../../../models/run.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { childrenOf } from "./children.ts";
import { findRun } from "./findRun.ts";

/** `where`: "Home, Cart · phone, desktop", a page, or a scenario; "" where the title says it. */
export type RunProblem = { runId: string; type: StatusType; title: string; where: string; severity: Severity };
/** `total`: of all, of which `problems` are the first. */
export type RunProblems = { runId: string; problems: RunProblem[]; total: number };

const DEFAULT_LIMIT = 20;
/** Labels that a place names. */
const MAX_NAMED = 3;

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

/** What fails and nobody accepted. New ones, where there are any: what was there before is not the doing of this run. */
async function problemsOf({ models }: OperationContext, run: Run): Promise<RunProblem[]> {
  const read = await readRunProblems(models, run);
  const failed = (read?.found ?? []).filter(({ kind, accepted }) => kind === "failed" && !accepted);
  const fresh = failed.filter(({ known }) => known !== true);
  return (fresh.length > 0 ? fresh : failed).map((one) => ({
    runId: run._id,
    type: run.type,
    title: one.title,
    where: placeOf(one),
    severity: one.severity,
  }));
}

/** "Home, Cart and 3 more · phone, desktop". */
function placeOf({ places, placeCount }: FoundProblem): string {
  const each = (of: (place: ProblemPlace) => string): string[] => [...new Set(places.map(of))].filter(Boolean);
  const labels = each(({ label, page }) => label || page);
  const browsers = each(({ browser }) => browser);
  const onlyChromium = browsers.length === 1 && browsers[0] === "chromium";
  const seen = [...each(({ viewport }) => viewport), ...(onlyChromium ? [] : browsers)];
  const beyond = Math.max(labels.length, placeCount - places.length + labels.length);
  const named =
    beyond <= MAX_NAMED + 1
      ? labels.join(", ")
      : `${labels.slice(0, MAX_NAMED).join(", ")} and ${beyond - MAX_NAMED} more`;
  return seen.length > 0 ? `${named} · ${seen.join(", ")}` : named;
}
