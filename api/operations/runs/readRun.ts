// The status of a run: the stored state, completed by live progress while it runs.

import { given } from "../../../domain/given.ts";
import type { AskedKind, AskedReference } from "../../../domain/history/asked.ts";
import { type BudgetView, budgetResultOf } from "../../../domain/pillars/perf/budgetResult.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { FULL_AUDIT } from "../../../domain/runTypes.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { sharedReads } from "../../../platform/sharedReads.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { liveWork } from "../../lib/liveWork.ts";
import { type ChildView, childrenOf } from "./children.ts";
import { findRun, sharedKeyOf } from "./findRun.ts";

/** Fields of individual run types. The rest of `extra` is internal to the workflow. */
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

export type AgainstView = { kind: AskedKind; reference: string; runId?: string };

/** Returns what the run is compared with, as a phrase, and the `runId` of that run. */
function againstView({ kind, words, runs }: AskedReference, type: Run["type"]): AgainstView {
  const run = runs[type];
  return run ? { kind, reference: run.words, runId: run.runId } : { kind, reference: words };
}

export type RunStatusView = {
  runId: string;
  projectId: string;
  status: Run["status"];
  type: Run["type"];
  environmentId?: string;
  environmentName?: string;
  /** Requested location of its browsers, if any. */
  location?: string;
  /** Duration in ms; set if the run has ended. */
  duration?: number;
  summary: Record<string, unknown> | null;
  error: string | null;
  /** What the caller wants it compared with. */
  against?: AgainstView;
  /** Set whenever budgets were sent; see `budgetResultOf`. */
  perfBudgetResult: BudgetView | null;
  /** The runs of a full audit. */
  children?: ChildView[];
  /** While it runs. */
  progress?: { phase: string; done: number; total: number };
  /** Set if the durable engine did not answer, so this is the last stored state. */
  stale?: true;
} & Partial<Record<(typeof TYPE_FIELDS)[number], number>>;

/** Hundreds of pipelines may wait for one run. */
const shared = sharedReads<Run>();

/**
 * Returns the run's status: a closed list of fields, plus those needed while a run is running. The stored verdict is not included, because
 * it says no more than `summary.failed`, and approving changes that. The stored warnings are returned with the results they come from.
 */
export async function readRun(ctx: OperationContext, caller: Caller, runId: string): Promise<RunStatusView> {
  requireReadRight(caller);
  const stored = await shared(ctx.models, sharedKeyOf(caller, runId), () => findRun(ctx, caller, runId));
  const { work: run, progress, stale } = await liveWork(ctx, "run", stored);
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
    ...(run.location ? { location: run.location } : {}),
    ...(run.duration !== null ? { duration: run.duration } : {}),
    // Includes the counts as a sentence in the same words as everywhere else, which clients print.
    summary: run.summary && { ...run.summary, sentence: runSummary(run).sentence },
    error: run.error,
    ...given({ against: run.against ? againstView(run.against, run.type) : undefined }),
    perfBudgetResult: budgetResultOf(run),
    ...typeFields,
    ...(run.type === FULL_AUDIT ? { children: await childrenOf(ctx, run._id) } : {}),
    ...(run.status === "running" ? { progress } : {}),
    ...(stale ? { stale } : {}),
  };
}
