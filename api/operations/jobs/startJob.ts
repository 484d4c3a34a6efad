// Common start of all jobs: admission control, then the job document, then its workflow.
import { isOver } from "../../../domain/durable/work.ts";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { makeId, proofRunIdOf } from "../../../domain/ids.ts";
import { type JobKind, opensOf } from "../../../domain/jobs/kinds.ts";
import { noteWorkChange } from "../../../models/changes/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { insertJob, jobWithLock } from "../../../models/jobs/queries.ts";
import { type Job, UNTOUCHED } from "../../../models/jobs/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { weightOfProject } from "../../../models/runs/turn.ts";
import { findWork } from "../../../models/work/queries.ts";
import { describeCaller } from "../../lib/access.ts";
import { admitJob, admitRun } from "../../lib/bounds.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { callOf, claimedWork, claimRunId, type IdempotentCall } from "../../lib/idempotency.ts";
import { startWork } from "../../lib/startWork.ts";
import { requireStorage } from "../../lib/storage.ts";

export type JobPlan = {
  kind: JobKind;
  project: Project;
  environment: Environment | null;
  /** Location of the job's browsers; any location if omitted. */
  location?: string;
  input: Record<string, unknown>;
  /** At most one job with this lock runs at a time. */
  lock: string;
};
/** `joined`: whether this is an equal job that was already running. */
export type StartedJob = { jobId: string; joined: boolean };

/** Maximum number of retries if a job with the lock ends between two reads. */
const ATTEMPTS = 5;

/**
 * Stores and starts a job and returns immediately. Throws `unavailable` if the durable engine cannot be reached: the error names the job,
 * which is started later, and the same call again refers to it. Throws `rate_limit` if a job kind that opens pages, or whose run does, is
 * not admitted.
 */
export async function startJob(ctx: OperationContext, caller: Caller, plan: JobPlan): Promise<StartedJob> {
  const { kind: asked, project, environment: place, input } = plan;
  const call = callOf(ctx, caller, [asked, project._id, place?._id ?? null, input]);
  const first = call ? await claimedWork(ctx, "job", call) : null;
  const { job, joined } = first ? { job: first, joined: false } : await writeJob(ctx, caller, plan, call);
  const { _id: jobId, kind, orgId, projectId, projectSlug, environment, location } = job;
  if (job.startedAt === null && !isOver("job", job.status))
    await startWork(ctx, caller, {
      kind: "job",
      id: jobId,
      kept: { details: {}, read: "it with get_job_status" },
      audit: { kind, project: projectSlug },
      start: async () => {
        const weight = await weightOfProject(ctx.models, job);
        const at = given({ location });
        await ctx.engine.startJob({ jobId, kind, orgId, projectId, projectSlug, environment, ...at, weight });
      },
      cancel: () => ctx.engine.cancelJob(jobId),
    });
  return { jobId, joined };
}

async function writeJob(
  ctx: OperationContext,
  caller: Caller,
  { kind, project, environment, location, input, lock }: JobPlan,
  call: IdempotentCall | undefined,
): Promise<{ job: Job; joined: boolean }> {
  const job: Job = {
    _id: makeId("job", ctx.ulid()),
    orgId: caller.orgId,
    projectId: project._id,
    projectSlug: project.slug,
    kind,
    lock,
    environmentId: environment?._id ?? null,
    environment: environment?.slug ?? "",
    baseUrl: environment?.baseUrl ?? project.baseUrl,
    ...given({ location }),
    input,
    requestedBy: describeCaller(caller),
    createdAt: ctx.now(),
    startedAt: null,
    ...UNTOUCHED,
  };
  // A job that is already running is returned even if a limit is reached.
  const running = await jobWithLock(ctx.models, lock);
  if (running === null) {
    await requireStorage(ctx, caller.orgId);
    const place = location ?? environment?.location ?? null;
    const opens = opensOf(kind);
    if (opens === "pages") await admitJob(ctx, caller.orgId, { id: job._id, location: place });
    // Admitted here, because the run is stored seconds later by an activity, which could not report the refusal to the caller.
    if (opens === "run") await admitRun(ctx, caller.orgId, { id: proofRunIdOf(job._id), location: place });
  }
  // Before the key is used, because a refused start does not use it up.
  else requireWanted(running);
  if (call) {
    const claimed = await claimRunId(ctx.models, call, running?._id ?? job._id, ctx.now());
    // What the key stands for is returned, even if it has ended since.
    if (claimed === running?._id) return { job: running, joined: true };
    job._id = claimed;
  }
  for (let attempt = 1; ; attempt += 1) {
    if (await insertJob(ctx.models, job)) {
      await noteWorkChange(ctx.models, "job", job._id);
      return { job, joined: false };
    }
    if (attempt > ATTEMPTS) throw new Error(`The lock ${lock} was taken and free again ${attempt} times.`);
    // An equal call with the same key was faster, and its job may have ended.
    const first = call ? await findWork(ctx.models, "job", job._id) : null;
    if (first) return { job: first, joined: false };
    const held = await jobWithLock(ctx.models, lock);
    if (!held || isOver("job", held.status)) continue;
    requireWanted(held);
    return { job: held, joined: true };
  }
}

/** Throws `conflict` if the job is being cancelled, because nobody can join it then. */
function requireWanted({ _id, cancelledBy }: Job): void {
  if (cancelledBy !== null)
    throw new ProductError("conflict", `Job ${_id} is being cancelled: call again when it has ended.`);
}
