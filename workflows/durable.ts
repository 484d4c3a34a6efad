// The common body of runs and jobs: shows and writes progress, and always writes an end. Deterministic.
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import {
  CancellationScope,
  ContinueAsNew,
  isCancellation,
  log,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { WorkFailure } from "../domain/durable/end.ts";
import type { WorkProgress } from "../domain/durable/progress.ts";
import type { WorkKind, Written } from "../domain/durable/work.ts";
import type { RunProgress } from "../domain/engine.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import { progressQuery } from "./messages.ts";

/** Type of the failure that Temporal shows. */
const FAILED_END = "EndedAsFailed";

/** Thrown when the work has written its own end, which is a failure that Temporal should show as one. Nothing further is written. */
export class EndedAsFailed extends Error {}

/** What differs between runs and jobs. `I` is the id, under the name that activities use for it. */
export type DurableKind<I> = {
  kind: WorkKind;
  id: I;
  /** State of the work when this execution starts. */
  from: { seq: number; progress: RunProgress };
  /** Returns Markdown for the Temporal UI. */
  details(progress: RunProgress): string;
  writeProgress(input: I & Written & { progress: WorkProgress }): Promise<unknown>;
  /** Writes the end of work that does not complete. */
  fail(input: I & Written & { failure: WorkFailure }): Promise<unknown>;
};

export type Durable<I> = {
  /** Returned by the workflow's progress query. */
  readonly progress: RunProgress;
  /** Returns the number of the latest write, for the next execution. */
  latest(): number;
  /** Numbers the next write. */
  next(): I & Written;
  /** Changes the progress and shows it in the Temporal UI. */
  show(change?: Partial<RunProgress>): void;
  /** Writes the progress to the database. Writes are coalesced. */
  write(): void;
  /** Waits until pending progress is written. Call it before writing the end, which must be the last write. */
  settle(): Promise<void>;
};

/** Does the work, which writes its own completion. Failures and cancellations are written here, so that work never stays open. */
export async function durable<I extends object, T>(
  { kind, id, from, details, writeProgress, fail }: DurableKind<I>,
  work: (self: Durable<I>) => Promise<T>,
): Promise<T> {
  const { runId: executionId } = workflowInfo();
  const progress: RunProgress = { ...from.progress };
  let { seq } = from;
  let writing: Promise<void> | null = null;
  setHandler(progressQuery, () => progress);

  const next = (): I & Written => {
    seq += 1;
    return { ...id, executionId, seq };
  };
  const show = (change: Partial<RunProgress> = {}) => {
    Object.assign(progress, change);
    setCurrentDetails(details(progress));
  };
  show();
  try {
    return await work({
      progress,
      latest: () => seq,
      next,
      show,
      write() {
        // While a write is in progress, skip this one: a later call will write newer numbers.
        if (writing) return;
        const { done, total, phase } = progress;
        writing = writeProgress({ ...next(), progress: { done, total, phase } })
          .then(() => undefined)
          .catch((error) => log.warn("progress was not written", { error: String(error) }))
          .finally(() => {
            writing = null;
          });
      },
      async settle() {
        if (writing) await writing;
      },
    });
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    if (error instanceof EndedAsFailed) throw ApplicationFailure.nonRetryable(error.message, FAILED_END);
    // A failure after a cancellation request is not retried, because the work was cancelled anyway.
    const cancelled = isCancelled(error);
    const failure: WorkFailure = cancelled
      ? { cancelled: true }
      : { cancelled: false, message: sentenceOfFailure(error) };
    await CancellationScope.nonCancellable(() => fail({ ...next(), failure }));
    show({ phase: cancelled ? "cancelled" : "failed" });
    if (cancelled) throw isCancellation(error) ? error : new CancelledFailure(`The ${kind} was cancelled.`);
    // A plain Error would make Temporal retry the workflow task forever.
    throw ApplicationFailure.nonRetryable(sentenceOfFailure(error));
  }
}

/** Whether the error is a cancellation, or occurred after one was requested. */
export function isCancelled(error: unknown): boolean {
  return isCancellation(error) || CancellationScope.current().consideredCancelled;
}
