// What async jobs share: progress, and an end that is always written. Deterministic.
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import {
  CancellationScope,
  ContinueAsNew,
  isCancellation,
  log,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { JobProjectionActivities, JobWriting } from "../activities/jobs/jobProjection.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import { JOB_KINDS, type JobInput, type JobProgress } from "../domain/jobs/kinds.ts";
import { progressDetails } from "../domain/progressDetails.ts";
import { progressQuery } from "./messages.ts";
import { POLICIES } from "./policies.ts";

/** What a job hands to its next execution. */
export type JobCarried = { seq: number; progress: JobProgress };

export type JobWork = {
  /** The number of the next projection write. */
  next(): JobWriting;
  /** The number of the latest one and how far it is, for the next execution. */
  carried(): JobCarried;
  /** Shows and projects how far it is; writes are coalesced. */
  report(progress: JobProgress): void;
  /** Waits until what was reported is written: before the end, which must be the last write. */
  settle(): Promise<void>;
};

/** `work` writes the job's completion itself, with its result; its failure and its cancel are written here. */
export async function jobRun(
  input: JobInput,
  carried: JobCarried | undefined,
  work: (job: JobWork) => Promise<void>,
): Promise<void> {
  const { jobId } = input;
  const { name, unit } = JOB_KINDS[input.kind];
  const executionId = workflowInfo().runId;
  const { writeJobProgress, failJob } = proxyActivities<JobProjectionActivities>({
    ...POLICIES.database,
    taskQueue: input.queues.orchestration,
  });
  let seq = carried?.seq ?? 0;
  let progress: JobProgress = carried?.progress ?? { phase: "starting", done: 0, total: 0 };
  let writing: Promise<void> | null = null;
  setHandler(progressQuery, () => ({ ...progress, failed: 0 }));
  const next = (): JobWriting => {
    seq += 1;
    return { jobId, executionId, seq };
  };
  const job: JobWork = {
    next,
    carried: () => ({ seq, progress }),
    report(now) {
      progress = now;
      setCurrentDetails(progressDetails(name, unit, { ...now, failed: 0 }));
      // While one write is under way the next one waits for a later call, which will carry newer numbers.
      writing ??= writeJobProgress({ ...next(), progress: now })
        .then(() => undefined)
        .catch((error) => log.warn("progress was not written", { error: String(error) }))
        .finally(() => {
          writing = null;
        });
    },
    async settle() {
      if (writing) await writing;
    },
  };
  try {
    await work(job);
    progress = { ...progress, phase: "completed" };
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    // A failure after the cancel was asked for is not tried again: the job was cancelled all the same.
    const cancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    const failure = cancelled
      ? ({ cancelled: true } as const)
      : ({ cancelled: false, message: sentenceOfFailure(error) } as const);
    await CancellationScope.nonCancellable(() => failJob({ ...next(), failure }));
    progress = { ...progress, phase: cancelled ? "cancelled" : "failed" };
    setCurrentDetails(progressDetails(name, unit, { ...progress, failed: 0 }));
    if (cancelled) throw isCancellation(error) ? error : new CancelledFailure("The job was cancelled.");
    // A plain Error would leave the workflow task retrying for ever.
    throw ApplicationFailure.nonRetryable(sentenceOfFailure(error));
  }
}
