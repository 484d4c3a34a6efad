// How a job's projection is changed: progress and the end, under the guard of every projection.
import { workflowIdOfJob } from "../../domain/ids.ts";
import { isJobOver, type JobFailure, type JobProgress, OPEN_JOB } from "../../domain/jobs/kinds.ts";
import type { Job } from "../../models/job.ts";
import { endOfJob } from "../../models/jobs.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { applyGuarded } from "../projection/seqGuard.ts";

export type JobWriting = { jobId: string; executionId: string; seq: number };
export type JobProjectionActivities = {
  writeJobProgress(input: JobWriting & { progress: JobProgress }): Promise<boolean>;
  /** Ends a job that does not complete. */
  failJob(input: JobWriting & { failure: JobFailure }): Promise<void>;
};

export function createJobProjectionActivities(deps: CommonDeps): JobProjectionActivities {
  return {
    writeJobProgress: (input) =>
      withHeartbeat(() => applyJobPatch(deps, input, { status: "running", progress: input.progress })),
    failJob: (input) =>
      withHeartbeat(async () => {
        const job = await readJob(deps, input.jobId);
        const { failure } = input;
        const end = failure.cancelled
          ? ({ status: "cancelled", error: `cancelled by ${job.cancelledBy ?? "an operator in Temporal"}` } as const)
          : ({ status: "failed", error: failure.message.slice(0, 1_000) } as const);
        await writeJobEnd(deps, input, job, { ...endOfJob(job._id, end, deps.now()), status: end.status });
      }),
  };
}

/** Writes the result of a job that did what it was asked for. */
export function completeJob(
  deps: CommonDeps,
  input: JobWriting,
  job: Job,
  progress: JobProgress,
  result: Record<string, unknown>,
): Promise<void> {
  const end = endOfJob(job._id, { status: "completed", result }, deps.now());
  return writeJobEnd(deps, input, job, { ...end, status: "completed", progress });
}

export async function readJob(deps: Pick<CommonDeps, "models">, jobId: string): Promise<Job> {
  const job = await deps.models.jobs.findById(jobId).lean<Job>();
  if (!job) throw invalid(`The job ${jobId} is not in the database.`);
  return job;
}

async function writeJobEnd(
  deps: CommonDeps,
  input: JobWriting,
  job: Job,
  patch: Partial<Job> & Pick<Job, "status">,
): Promise<void> {
  if (!(await applyJobPatch(deps, input, patch))) return;
  const durationMs = deps.now().getTime() - job.createdAt.getTime();
  deps.log("info", "job ended", { jobId: job._id, kind: job.kind, status: patch.status, durationMs });
}

function applyJobPatch(deps: CommonDeps, input: JobWriting, patch: Partial<Job>): Promise<boolean> {
  const { jobs } = deps.models;
  const { jobId: _id } = input;
  return applyGuarded<Partial<Job>>(
    deps,
    {
      workflowId: workflowIdOfJob(_id),
      what: `job ${_id}`,
      async read() {
        const job = await jobs.findById(_id, { executionId: 1, status: 1 }).lean();
        return job && { executionId: job.executionId, over: isJobOver(job.status) };
      },
      update: async (filter, $set) =>
        (await jobs.updateOne({ _id, status: { $in: OPEN_JOB }, ...filter }, { $set })).modifiedCount === 1,
    },
    input,
    patch,
  );
}
