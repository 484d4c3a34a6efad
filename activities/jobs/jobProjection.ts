// Updates the job record that people read: its progress and its end.
import { errorOfFailure, type WorkFailure } from "../../domain/durable/end.ts";
import type { Written } from "../../domain/durable/work.ts";
import type { JobProgress } from "../../domain/jobs/kinds.ts";
import { endOfJob, type JobEnd } from "../../models/jobs/queries.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { findWork } from "../../models/work/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { endWork } from "../projection/endWork.ts";
import { writeWork } from "../projection/seqGuard.ts";

export type JobWriting = { jobId: string } & Written;
export type JobProjectionActivities = {
  writeJobProgress(input: JobWriting & { progress: JobProgress }): Promise<boolean>;
  /** Ends a job that does not complete. */
  failJob(input: JobWriting & { failure: WorkFailure }): Promise<void>;
};

const MAX_ERROR = 1_000;

export function createJobProjectionActivities(deps: CommonDeps): JobProjectionActivities {
  return {
    writeJobProgress: (input) =>
      writeWork(deps, { kind: "job", id: input.jobId }, input, { status: "running", progress: input.progress }),
    async failJob(input) {
      const job = await readJob(deps, input.jobId);
      const { failure } = input;
      const error = errorOfFailure(failure, job.cancelledBy).slice(0, MAX_ERROR);
      await endJob(deps, input, job, { status: failure.cancelled ? "cancelled" : "failed", error });
    },
  };
}

export function completeJob(
  deps: CommonDeps,
  input: JobWriting,
  job: Job,
  progress: JobProgress,
  result: Record<string, unknown>,
): Promise<void> {
  return endJob(deps, input, job, { status: "completed", result }, { progress });
}

export async function readJob(deps: Pick<CommonDeps, "models">, jobId: string): Promise<Job> {
  const job = await findWork(deps.models, "job", jobId);
  if (!job) throw invalid(`The job ${jobId} is not in the database.`);
  return job;
}

async function endJob(
  deps: CommonDeps,
  input: JobWriting,
  { _id, kind, createdAt }: Job,
  end: JobEnd,
  more: { progress?: JobProgress } = {},
): Promise<void> {
  const patch = { ...endOfJob(_id, end, deps.now()), ...more };
  await endWork(deps, { kind: "job", id: _id }, input, patch, { createdAt, fields: { kind } });
}
