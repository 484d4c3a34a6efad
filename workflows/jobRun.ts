// The common body of asynchronous jobs. Deterministic.
import { proxyActivities } from "@temporalio/workflow";
import type { JobProjectionActivities, JobWriting } from "../activities/jobs/jobProjection.ts";
import { progressDetails } from "../domain/durable/progress.ts";
import { JOB_KINDS, type JobInput, type JobProgress } from "../domain/jobs/kinds.ts";
import { durable } from "./durable.ts";
import { POLICIES } from "./policies.ts";

/** What a job passes to its next execution. */
export type JobCarried = { seq: number; progress: JobProgress };

export type JobWork = {
  /** Numbers the next write. */
  next(): JobWriting;
  /** Returns the state for the next execution. */
  carried(): JobCarried;
  /** Shows and writes the progress. */
  report(progress: JobProgress): void;
  settle(): Promise<void>;
};

/** Runs a job. `work` writes the job's completion, with its result. */
export async function jobRun(
  input: JobInput,
  carried: JobCarried | undefined,
  work: (job: JobWork) => Promise<void>,
): Promise<void> {
  const { jobId } = input;
  const { name, unit } = JOB_KINDS[input.kind];
  const { writeJobProgress, failJob } = proxyActivities<JobProjectionActivities>({
    ...POLICIES.database,
    taskQueue: input.queues.orchestration,
  });
  const { seq, progress } = carried ?? { seq: 0, progress: { phase: "starting", done: 0, total: 0 } };
  return durable(
    {
      kind: "job",
      id: { jobId },
      from: { seq, progress: { ...progress, failed: 0 } },
      details: (now) => progressDetails(name, unit, now),
      writeProgress: writeJobProgress,
      fail: failJob,
    },
    async ({ progress: now, latest, next, show, write, settle }) => {
      await work({
        next,
        carried: () => ({ seq: latest(), progress: { phase: now.phase, done: now.done, total: now.total } }),
        report(change) {
          show(change);
          write();
        },
        settle,
      });
      show({ phase: "completed" });
    },
  );
}
