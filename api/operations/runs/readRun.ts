// The status of a run: the projection, completed by live progress while it runs.

import { messageOf } from "../../../domain/errors.ts";
import { type BudgetView, budgetResultOf } from "../../../domain/pillars/perf/budgetResult.ts";
import { FULL_AUDIT } from "../../../domain/runTypes.ts";
import type { Run } from "../../../models/run.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type ChildView, childrenOf } from "./children.ts";
import { findRun } from "./findRun.ts";

/** A status read waits no longer than this for live progress; the projection is at most seconds old anyway. */
const PROGRESS_DEADLINE_MS = 1_000;

/** Fields of single run types. The rest of `extra` is the workflow's own. */
export const TYPE_FIELDS = [
  "perfScore",
  "perfAvgLcp",
  "perfAvgFcp",
  "perfAvgCls",
  "perfAvgTbt",
  "perfAvgTtfb",
  "seoScore",
  "seoPassed",
  "seoFailed",
  "seoWarnings",
  "seoLighthouseScore",
] as const;

export type RunStatusView = {
  runId: string;
  projectId: string;
  status: Run["status"];
  type: Run["type"];
  environmentId?: string;
  environmentName?: string;
  /** ms; given when the run has ended. */
  duration?: number;
  summary: Record<string, unknown> | null;
  error: string | null;
  /** Something whenever budgets were sent: see budgetResultOf. */
  perfBudgetResult: BudgetView | null;
  /** The runs of a full audit. */
  children?: ChildView[];
  /** While it runs. */
  progress?: { phase: string; done: number; total: number };
  /** The durable engine did not answer: this is what was last written down. */
  stale?: true;
} & Partial<Record<(typeof TYPE_FIELDS)[number], number>>;

/**
 * The fields of the status answer, a closed list but for what is needed while a run goes on. The stored verdict stays inside: it
 * says no more than `summary.failed`, and approving changes that. The stored warnings stand at the results they come from.
 */
export async function readRun(ctx: OperationContext, caller: Caller, runId: string): Promise<RunStatusView> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, runId);
  const live = run.status === "running" ? await liveProgress(ctx, run) : {};
  const typeFields = Object.fromEntries(
    TYPE_FIELDS.flatMap((name) => (typeof run.extra[name] === "number" ? [[name, run.extra[name]]] : [])),
  );
  return {
    runId: run._id,
    projectId: run.projectId,
    status: run.status,
    type: run.type,
    ...(run.environmentId ? { environmentId: run.environmentId } : {}),
    ...(run.environmentName ? { environmentName: run.environmentName } : {}),
    ...(run.duration !== null ? { duration: run.duration } : {}),
    summary: run.summary,
    error: run.error,
    perfBudgetResult: budgetResultOf(run),
    ...typeFields,
    ...(run.type === FULL_AUDIT ? { children: await childrenOf(ctx, run._id) } : {}),
    ...live,
  };
}

/** How far it is, asked of the workflow, or as it was last written down. */
export async function liveProgress(
  ctx: OperationContext,
  run: Run,
): Promise<Pick<RunStatusView, "progress" | "stale">> {
  const { phase, done, total } = run.progress;
  const written = { progress: { phase, done, total } };
  // A workflow that has not been accepted yet cannot answer.
  if (run.startedAt === null && run.executionId === null) return written;
  try {
    const live = await ctx.engine.progress(run._id, PROGRESS_DEADLINE_MS);
    return live ? { progress: { phase: live.phase, done: live.done, total: live.total } } : written;
  } catch (error) {
    ctx.log("warn", "no live progress", { runId: run._id, reason: messageOf(error) });
    return { ...written, stale: true };
  }
}
