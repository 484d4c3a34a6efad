// The one body of runs and jobs: progress that is shown and written, and an end that is always written. Deterministic.
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

/** The type of that failure. */
const FAILED_END = "EndedAsFailed";

/** The work has written its own end, and it is a failure: Temporal is to show it as one. Nothing is written any more. */
export class EndedAsFailed extends Error {}

/** What differs between runs and jobs. `I` is the id, under the name that activities have for it. */
export type DurableKind<I> = {
  kind: WorkKind;
  id: I;
  /** Where the work stands when this execution begins. */
  from: { seq: number; progress: RunProgress };
  /** Markdown for the Temporal UI. */
  details(progress: RunProgress): string;
  writeProgress(input: I & Written & { progress: WorkProgress }): Promise<unknown>;
  /** Writes the end of work that does not complete. */
  fail(input: I & Written & { failure: WorkFailure }): Promise<unknown>;
};

export type Durable<I> = {
  /** The workflow's query answers it. */
  readonly progress: RunProgress;
  /** The number of the latest write, for the next execution. */
  latest(): number;
  /** Numbers the next write. */
  next(): I & Written;
  /** Changes the progress and shows it in the Temporal UI. */
  show(change?: Partial<RunProgress>): void;
  /** Writes the progress for those who read the database. Writes are coalesced. */
  write(): void;
  /** Waits until what was to be written is written: before the end, which must be the last write. */
  settle(): Promise<void>;
};

/** Does the work, which writes its own completion; a failure and a cancel are written here, never left to stand. */
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
        // While one write is under way the next one waits for a later call, which will carry newer numbers.
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
    // A failure after the cancel was asked for is not tried again: the work was cancelled all the same.
    const cancelled = isCancelled(error);
    const failure: WorkFailure = cancelled
      ? { cancelled: true }
      : { cancelled: false, message: sentenceOfFailure(error) };
    await CancellationScope.nonCancellable(() => fail({ ...next(), failure }));
    show({ phase: cancelled ? "cancelled" : "failed" });
    if (cancelled) throw isCancellation(error) ? error : new CancelledFailure(`The ${kind} was cancelled.`);
    // A plain Error would leave the workflow task retrying for ever.
    throw ApplicationFailure.nonRetryable(sentenceOfFailure(error));
  }
}

/** Whether it is a cancel, or came after one was asked for. */
export function isCancelled(error: unknown): boolean {
  return isCancellation(error) || CancellationScope.current().consideredCancelled;
}
