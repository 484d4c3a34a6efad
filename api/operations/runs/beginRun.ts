// What every trigger shares: the run's document first, then its workflow.
import type { PageChoice } from "../../../domain/audit/pageChoice.ts";
import type { Pillar } from "../../../domain/audit/pillars.ts";
import type { WorseLimits } from "../../../domain/audit/worse.ts";
import { GIVE_UP_AFTER_MS } from "../../../domain/durable/lost.ts";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { askedSentence } from "../../../domain/history/asked.ts";
import { firstPicturesOnly } from "../../../domain/history/protection.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { inheritedOf, rerunSentence } from "../../../domain/runs/rerun.ts";
import { FULL_AUDIT, RUN_NAME, type StatusType, shotKindOf } from "../../../domain/runTypes.ts";
import type { UploadState } from "../../../domain/uploads.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import { findEnvironment } from "../../../models/environments/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { deleteUnstarted, insertRun, keepRunFor, keptRun } from "../../../models/runs/lifecycle.ts";
import { notStarted as fieldsAtStart, type Run } from "../../../models/runs/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { findWork } from "../../../models/work/queries.ts";
import { callerId, describeCaller } from "../../lib/access.ts";
import { admitRun } from "../../lib/bounds.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { claimRunId, findClaim, hash, type IdempotentCall } from "../../lib/idempotency.ts";
import { metrics } from "../../lib/metrics.ts";
import { optional } from "../../lib/optional.ts";
import { startWork } from "../../lib/startWork.ts";
import { previewOfRun } from "../environments/previewOfRun.ts";
import { resolveEnvironment } from "../environments/resolveEnvironment.ts";
import { historyOfRun } from "../history/takeHistory.ts";
import { capturesFirstOnly } from "./firstPictures.ts";
import { requireSnapshots } from "./quota.ts";
import { requireHeld } from "./requireHeld.ts";
import { freshId, partsOfRerun } from "./rerunParts.ts";
import { resolveAgainst } from "./resolveAgainst.ts";
import { nothingFailed, type WhatFailed, whatFailed } from "./whatFailed.ts";

/** What all runs may be told. */
export type RunInput = {
  environment?: string;
  /** Where the site of the branch runs, in place of the environment's address. */
  baseUrl?: string;
  scenarios?: string[];
  /** Which pages an audit visits; the project's setting when left out. */
  pages?: PageChoice;
  browsers?: BrowserName[];
  commitSha?: string;
  branch?: string;
  /** Where the branch goes to. */
  baseBranch?: string;
  /** Ancestors of the commit as rows of id, parents and pull request, newest first; `readHistory` says what is taken of them. */
  history?: readonly unknown[];
  prNumber?: number;
  prUrl?: string;
  ciProvider?: string;
  /** Whether a time of day started it; left out: nobody knows. */
  scheduled?: boolean;
  issueKey?: string;
  perfBudgets?: Record<string, number>;
  /** What the run is compared with: a run, a branch or an environment. */
  against?: string;
  /** By how much an audit may be worse than the run it is compared with, by the names of its figures. */
  worse?: WorseLimits;
  /** Only what failed in the last run of the type on this branch and environment. */
  failed?: boolean;
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
  /** False: nothing failed in the last run, which `runId` then is. Left out: it has started. */
  started?: false;
  /** Of a full audit: the types of its parts, where it runs what failed. */
  types?: StatusType[];
};

/** What the run is: its project, its type, and what only its type knows. `body` is what an Idempotency-Key stands for. */
export type RunPlan = {
  project: Project;
  type: StatusType;
  extra?: Record<string, unknown>;
  pages?: Run["pages"];
  upload?: UploadState;
  /** Of a full audit: its pillars were asked for by name. */
  named?: boolean;
  body: unknown;
};

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
  if ("last" in run) return notStarted(run, plan);

  // A run that ended meanwhile (closed by the reconciler, cancelled) is answered as it is and not started again.
  if (run.status === "running" && run.startedAt === null) {
    const { _id: runId, type, orgId, projectId, projectSlug, environmentId } = run;
    const environment = environmentId ? await findEnvironment(ctx.models, environmentId) : null;
    await startWork(ctx, caller, {
      kind: "run",
      id: runId,
      kept: { details: { statusUrl: statusUrlOf(run) }, read: "its status" },
      audit: { type, project: projectSlug },
      start: () =>
        ctx.engine.start({
          runId,
          type,
          orgId,
          projectId,
          projectSlug,
          environment: environment?.slug ?? "",
          ...(run.upload && { uploads: true }),
          ...(run.pages && { site: true }),
        }),
      cancel: () => ctx.engine.cancel(runId),
      // A caller with a key finds the run by it.
      failed: async (away) => {
        if (!call) await (away ? markKept(ctx, caller, run, plan) : forget(ctx, run));
      },
      started: () => metrics.runsStarted.inc({ type }),
    });
  }
  return view(run, plan.project);
}

/** One call and its repetitions: without an Idempotency-Key the body itself is the key. */
const callHash = (caller: Caller, { project, type, body }: RunPlan): string =>
  hash([callerId(caller), project._id, type, body]);

/**
 * The run that an equal call of this caller left behind when it met an absent engine. Clients try again after a 503, most of
 * them without an Idempotency-Key: while that run has not ended, and for as long as it may still start, it is the one meant.
 */
function findKept(ctx: OperationContext, caller: Caller, plan: RunPlan): Promise<Run | null> {
  const since = new Date(ctx.now().getTime() - GIVE_UP_AFTER_MS);
  return keptRun(ctx.models, { projectId: plan.project._id, keptFor: callHash(caller, plan), since });
}

/** Beside what workflows keep there; losing the note costs at worst a second run. */
async function markKept(ctx: OperationContext, caller: Caller, run: Run, plan: RunPlan): Promise<void> {
  await optional(ctx, "a run that waits for Temporal is not marked", { runId: run._id }, () =>
    keepRunFor(ctx.models, run._id, callHash(caller, plan)),
  );
}

/**
 * Whoever got an error that nobody foresaw and has no key to find the run again will ask for another one. A workflow that came into being all
 * the same has written its execution by now and keeps the run, or finds none and ends.
 */
async function forget(ctx: OperationContext, run: Run): Promise<void> {
  await optional(ctx, "a run that could not be started stays", { runId: run._id }, () =>
    deleteUnstarted(ctx.models, run._id),
  );
}

async function findStarted(ctx: OperationContext, call: IdempotentCall): Promise<Run | null> {
  const runId = await findClaim(ctx.models, call, ctx.now());
  return runId ? findWork(ctx.models, "run", runId) : null;
}

async function writeRun(
  ctx: OperationContext,
  caller: Caller,
  input: RunInput,
  plan: RunPlan,
  call: IdempotentCall | undefined,
): Promise<Run | WhatFailed> {
  const { project, type, extra = {}, pages, upload } = plan;
  const named = input.environment ? await resolveEnvironment(ctx, project, input.environment) : null;
  const { baseUrl, branch } = input;
  const preview = baseUrl ? await previewOfRun(ctx, project, { baseUrl, branch, named, type }) : null;
  const environment = preview ? preview.counted : named;
  const failed = input.failed
    ? await whatFailed(ctx, project, { ...askedOf(plan), input, environment, preview: preview !== null })
    : null;
  if (failed && failed.rerun === null) return failed;
  const source = failed?.rerun?.runs[type];
  if (input.scenarios) await requireScenarios(ctx, project, input.scenarios, branch || null);
  if (shotKindOf(type) !== null) await requireSnapshots(ctx, caller.orgId);
  const firstOnly =
    shotKindOf(type) === "baseline" && (await capturesFirstOnly(ctx, caller, { project, environment, input, upload }));
  const against = input.against
    ? await resolveAgainst(ctx, project, { asked: input.against, type, extra, pages, input, environment })
    : undefined;
  if (input.worse) requireHeld(input.worse, type, extra);
  const historyNotes = await historyOfRun(ctx, project, input);
  const fresh = await freshId(ctx, caller, plan, failed);
  const run: Run = {
    ...fieldsAtStart(),
    _id: call ? await claimRunId(ctx.models, call, fresh, ctx.now()) : fresh,
    orgId: caller.orgId,
    projectId: project._id,
    projectSlug: project.slug,
    type,
    parentRunId: null,
    environmentId: environment?._id ?? null,
    environmentName: environment?.name ?? null,
    baseUrl: preview?.baseUrl ?? environment?.baseUrl ?? project.baseUrl,
    scenarios: input.scenarios ? [...new Set(input.scenarios)] : null,
    ...(pages && { pages }),
    browsers: [...new Set(input.browsers ?? ["chromium" as const])],
    branch: input.branch || null,
    ...(input.baseBranch && { baseBranch: input.baseBranch }),
    ...(historyNotes.length > 0 && { historyNotes, warnings: historyNotes }),
    commitSha: input.commitSha || null,
    ...(input.commitSha && { startOutbox: "waiting" }),
    prNumber: input.prNumber ?? null,
    prUrl: input.prUrl || null,
    ciProvider: input.ciProvider || null,
    scheduled: caller.kind === "schedule" ? true : (input.scheduled ?? null),
    issueKey: input.issueKey || null,
    perfBudgets: input.perfBudgets ?? null,
    ...given({ against, worse: input.worse }),
    requestedBy: describeCaller(caller),
    createdAt: ctx.now(),
    ...(upload && { upload }),
    ...(firstOnly && { firstPicturesOnly: true }),
    extra: failed?.rerun && type === FULL_AUDIT ? partsOfRerun(extra, failed) : extra,
    ...given({ rerun: failed?.rerun ?? undefined }),
  };
  if (source) Object.assign(run, inheritedOf(source, run));
  await admitRun(ctx, caller.orgId, run._id);
  if (preview) run.preview = await preview.keep();
  if (await insertRun(ctx.models, run)) return run;
  // Another call with this Idempotency-Key wrote it first: its document is the run, also where it has moved on.
  return (await findWork(ctx.models, "run", run._id)) ?? run;
}

/** Throws validation_error with the first label that the project lacks. */
export async function requireScenarios(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  labels: string[],
  branch: string | null,
): Promise<void> {
  const wanted = { declared: true, visitedFrom: branch, fields: { label: 1 } } as const;
  const known = await scenariosOf(ctx.models, project._id, wanted);
  const names = known.map((s) => s.label);
  const all = new Set(names);
  const index = labels.findIndex((label) => !all.has(label));
  if (index < 0) return;
  const hint = hintOf(labels[index]!, names);
  const message = `The project ${project.name} has no scenario "${labels[index]}".${hint}`;
  throw new ProductError("validation_error", message, { fields: [{ path: `scenarios[${index}]`, message }] });
}

/** What a plan says of the pillars of a full audit. */
const askedOf = ({ type, extra = {}, named = false }: RunPlan) => ({
  type,
  named,
  pillars: (extra as { pillars?: Pillar[] }).pillars ?? [],
});

/** The answer of a run of what failed where nothing did: the last run. */
function notStarted(found: WhatFailed, { project, type }: RunPlan): StartedRun {
  const runId = found.last[0]?.runId ?? "";
  return {
    runId,
    projectId: project._id,
    projectSlug: project.slug,
    type,
    environmentId: null,
    environmentName: null,
    statusUrl: statusUrlOf({ _id: runId }),
    message: nothingFailed(found),
    started: false,
  };
}

const statusUrlOf = (run: Pick<Run, "_id">) => `/api/ci/status/${run._id}`;

function view(run: Run, project: Project): StartedRun {
  const where = run.preview ? ` at ${run.baseUrl}` : run.environmentName ? ` on ${run.environmentName}` : "";
  return {
    runId: run._id,
    projectId: run.projectId,
    projectSlug: run.projectSlug,
    type: run.type,
    environmentId: run.environmentId,
    environmentName: run.environmentName,
    statusUrl: statusUrlOf(run),
    message: [
      `${RUN_NAME[run.type]} of ${project.name}${where} started.`,
      ...(run.firstPicturesOnly ? [firstPicturesOnly(project.mainBranch)] : []),
      ...(run.against ? [askedSentence(run.against)] : []),
      ...(run.rerun ? [rerunSentence(run.rerun)] : []),
    ].join(" "),
    ...given({ types: run.rerun ? (Object.keys(run.rerun.runs) as StatusType[]) : undefined }),
  };
}
