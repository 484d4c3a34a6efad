// What every trigger shares: the run's document first, then its workflow.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { GIVE_UP_AFTER_MS } from "../../../domain/lostRun.ts";
import { RUN_NAME, type StatusType } from "../../../domain/runTypes.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import type { Environment } from "../../../models/environment.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import type { Project } from "../../../models/project.ts";
import { type Run, unbegun } from "../../../models/run.ts";
import { callerId, describeCaller } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { claimRunId, findClaim, hash, type IdempotentCall } from "../../lib/idempotency.ts";
import { metrics } from "../../lib/metrics.ts";
import { nearest, quoted } from "../../lib/nearest.ts";
import { tolerate } from "../../lib/tolerate.ts";
import { resolveEnvironment } from "../projects/environments.ts";
import { isAway, keptStart } from "./keptStart.ts";
import { requireSnapshots } from "./quota.ts";

/** What all runs may be told. */
export type RunInput = {
  environment?: string;
  scenarios?: string[];
  browsers?: BrowserName[];
  commitSha?: string;
  branch?: string;
  prNumber?: number;
  prUrl?: string;
  ciProvider?: string;
  issueKey?: string;
  perfBudgets?: Record<string, number>;
};

/** `key` is the caller's Idempotency-Key; `route` keeps the keys of two faces apart. */
export type Idempotency = { key: string; route: string };

export type StartedRun = {
  runId: string;
  projectId: string;
  projectSlug: string;
  type: StatusType;
  environmentId: string | null;
  environmentName: string | null;
  statusUrl: string;
  message: string;
};

/** Runs whose output are pictures; all others use no snapshots. */
const USES_SNAPSHOTS: readonly StatusType[] = ["vrt-test", "baseline"];

/** What the run is: its project, its type, and what only its type knows. `body` is what an Idempotency-Key stands for. */
export type RunPlan = { project: Project; type: StatusType; extra?: Record<string, unknown>; body: unknown };

/**
 * Writes and starts a run, and answers at once. Throws unavailable when the durable engine cannot be reached: the run is then
 * kept and named by the error, starts later, and is what the same call means (see `findKept`).
 */
export async function beginRun(
  ctx: OperationContext,
  caller: Caller,
  input: RunInput,
  plan: RunPlan,
  idempotency?: Idempotency,
): Promise<StartedRun> {
  const call = idempotency && { ...idempotency, callerId: callerId(caller), body: plan.body };
  const again = call ? await findStarted(ctx, call) : await findKept(ctx, caller, plan);
  const run = again ?? (await writeRun(ctx, caller, input, plan, call));

  // A run that ended meanwhile (closed by the reconciler, cancelled) is answered as it is and not started again.
  if (run.status === "running" && run.startedAt === null) {
    const environment = run.environmentId
      ? await ctx.models.environments.findOne({ _id: run.environmentId }).lean<Environment>()
      : null;
    try {
      await ctx.engine.start({
        runId: run._id,
        type: run.type,
        projectId: run.projectId,
        projectSlug: run.projectSlug,
        environment: environment?.slug ?? "",
      });
    } catch (error) {
      if (isAway(error)) {
        if (!call) await markKept(ctx, caller, run, plan);
        throw keptStart(error, { runId: run._id, statusUrl: statusUrlOf(run) });
      }
      if (!call) await forget(ctx, run);
      throw error;
    }
    await markStarted(ctx, caller, run);
  }
  return view(run, plan.project);
}

/** One call, whoever makes it again: without an Idempotency-Key the body itself is the key. */
const callHash = (caller: Caller, { project, type, body }: RunPlan): string =>
  hash([callerId(caller), project._id, type, body]);

/**
 * The run that an equal call of this caller left behind when it met an absent engine. Clients try again after a 503, most of
 * them without an Idempotency-Key: while that run has not ended, and for as long as it may still start, it is the one meant.
 */
async function findKept(ctx: OperationContext, caller: Caller, plan: RunPlan): Promise<Run | null> {
  return ctx.models.runs
    .findOne({
      projectId: plan.project._id,
      status: "running",
      cancelledBy: null,
      createdAt: { $gt: new Date(ctx.now().getTime() - GIVE_UP_AFTER_MS) },
      "extra.keptFor": callHash(caller, plan),
    })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Run>();
}

/** Beside what workflows keep there; losing the note costs at worst a second run. */
async function markKept(ctx: OperationContext, caller: Caller, run: Run, plan: RunPlan): Promise<void> {
  await tolerate(ctx, "a run that waits for Temporal is not marked", { runId: run._id }, () =>
    ctx.models.runs.updateOne({ _id: run._id, startedAt: null }, { $set: { "extra.keptFor": callHash(caller, plan) } }),
  );
}

/**
 * Whoever got an error that nobody foresaw and has no key to find the run again will ask for another one. A workflow that came into being all
 * the same has written its execution by now and keeps the run, or finds none and ends.
 */
async function forget(ctx: OperationContext, run: Run): Promise<void> {
  await tolerate(ctx, "a run that could not be started stays", { runId: run._id }, () =>
    ctx.models.runs.deleteOne({ _id: run._id, startedAt: null, executionId: null }),
  );
}

async function findStarted(ctx: OperationContext, call: IdempotentCall): Promise<Run | null> {
  const runId = await findClaim(ctx.models, call, ctx.now());
  return runId ? ctx.models.runs.findOne({ _id: runId }).lean<Run>() : null;
}

async function writeRun(
  ctx: OperationContext,
  caller: Caller,
  input: RunInput,
  { project, type, extra = {} }: RunPlan,
  call: IdempotentCall | undefined,
): Promise<Run> {
  const environment = input.environment ? await resolveEnvironment(ctx, project, input.environment) : null;
  if (input.scenarios) await requireScenarios(ctx, project, input.scenarios);
  if (USES_SNAPSHOTS.includes(type)) await requireSnapshots(ctx, caller.orgId);
  const fresh = makeId("run", ctx.ulid());
  const run: Run = {
    ...unbegun(),
    _id: call ? await claimRunId(ctx.models, call, fresh, ctx.now()) : fresh,
    orgId: caller.orgId,
    projectId: project._id,
    projectSlug: project.slug,
    type,
    parentRunId: null,
    environmentId: environment?._id ?? null,
    environmentName: environment?.name ?? null,
    baseUrl: environment?.baseUrl ?? project.baseUrl,
    scenarios: input.scenarios ? [...new Set(input.scenarios)] : null,
    browsers: [...new Set(input.browsers ?? ["chromium" as const])],
    branch: input.branch || null,
    commitSha: input.commitSha || null,
    prNumber: input.prNumber ?? null,
    prUrl: input.prUrl || null,
    ciProvider: input.ciProvider || null,
    issueKey: input.issueKey || null,
    perfBudgets: input.perfBudgets ?? null,
    requestedBy: describeCaller(caller),
    createdAt: ctx.now(),
    extra,
  };
  try {
    await ctx.models.runs.create(run);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another call with this Idempotency-Key wrote it first: its document is the run, also where it has moved on.
    return (await ctx.models.runs.findOne({ _id: run._id }).lean<Run>()) ?? run;
  }
  return run;
}

async function requireScenarios(ctx: OperationContext, project: Project, labels: string[]): Promise<void> {
  const known = await ctx.models.scenarios.find({ projectId: project._id }, { label: 1 }).lean();
  const names = known.map((s) => s.label);
  const all = new Set(names);
  const index = labels.findIndex((label) => !all.has(label));
  if (index < 0) return;
  const close = nearest(labels[index]!, names);
  const hint = close.length > 0 ? ` The nearest: ${quoted(close)}.` : "";
  const message = `The project ${project.name} has no scenario "${labels[index]}".${hint}`;
  throw new ProductError("validation_error", message, { fields: [{ path: `scenarios[${index}]`, message }] });
}

/**
 * The workflow is there now. Losing this note is harmless, as the reconciler starts the same workflow again in vain.
 * Of several equal calls only one writes it, so the run is counted and logged once.
 */
async function markStarted(ctx: OperationContext, caller: Caller, run: Run): Promise<void> {
  const noted = await tolerate(ctx, "start of a run not noted", { runId: run._id }, () =>
    ctx.models.runs
      .findOneAndUpdate(
        { _id: run._id, startedAt: null },
        { $set: { startedAt: ctx.now() } },
        { returnDocument: "after" },
      )
      .lean<Run>(),
  );
  if (!noted) return;
  // A cancel that came before the workflow was there found nothing to tell.
  if (noted.cancelledBy !== null)
    await tolerate(ctx, "cancelled run still started", { runId: run._id }, () => ctx.engine.cancel(run._id));
  metrics.runsStarted.inc({ type: run.type });
  await recordAudit(ctx, caller, "run.start", run._id, { type: run.type, project: run.projectSlug });
}

const statusUrlOf = (run: Run) => `/api/ci/status/${run._id}`;

function view(run: Run, project: Project): StartedRun {
  const where = run.environmentName ? ` on ${run.environmentName}` : "";
  return {
    runId: run._id,
    projectId: run.projectId,
    projectSlug: run.projectSlug,
    type: run.type,
    environmentId: run.environmentId,
    environmentName: run.environmentName,
    statusUrl: statusUrlOf(run),
    message: `${RUN_NAME[run.type]} of ${project.name}${where} started.`,
  };
}
