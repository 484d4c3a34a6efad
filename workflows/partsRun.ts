// What runs of many parts share (shots, audited pages): plan, work with a bounded window, finish. Deterministic.

import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import {
  CancellationScope,
  ContinueAsNew,
  isCancellation,
  log,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";
import type { Ended, ProjectionActivities } from "../activities/projection/writeProjection.ts";
import type { RunProgress, RunStart } from "../domain/engine.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import type { RunFailure } from "../domain/visual/endOfRun.ts";
import { type QueueNames, SEARCH_ATTRIBUTES } from "../domain/workflowNames.ts";
import { continueOn } from "./continueOn.ts";
import { progressQuery } from "./messages.ts";
import { POLICIES } from "./policies.ts";

/** What a run hands to its next execution, so that one history holds at most PARTS_PER_EXECUTION parts. */
export type Carried = { cursor: number; seq: number; done: number; failed: number; total: number; window: number };

export type RunInput = RunStart & { queues: QueueNames; carried?: Carried };
export type RunEnd = { status: string; verdict: string | null };

/** A part costs at most 3 activities of 3 events and as many workflow tasks: 500 stay under 10,000 events. */
export const PARTS_PER_EXECUTION = 500;
/** Progress is written at most once for this many finished parts. */
const PROGRESS_EVERY = 10;

/** Runs that began before this patch ended while parts were still in flight. */
const PARTS_END_FIRST = "parts-end-before-their-run";

export type Writing = { runId: string; executionId: string; seq: number };

/** What one kind of run does. All of it may be called again in a later execution of the same run. */
export type Parts = {
  /** The phase while parts are worked on, as the status shows it. */
  working: string;
  /** Markdown for the Temporal UI. */
  details(progress: RunProgress): string;
  /** `window`: parts in flight at once. */
  plan(execution: { runId: string; executionId: string }): Promise<{ total: number; window: number }>;
  /** Works on one part and answers whether it failed; what is wrong with the part itself is data and not thrown. */
  part(index: number): Promise<boolean>;
  /** After the last part, in the last execution. */
  afterParts?(): Promise<void>;
  finish(input: Writing & { failure?: RunFailure }): Promise<Ended>;
};

/** Runs all parts and ends with the verdict written; a failure of the run itself is written too, never left to stand. */
export async function partsRun<I extends RunInput>(input: I, parts: Parts): Promise<RunEnd> {
  const { runId } = input;
  const executionId = workflowInfo().runId;
  const { writeProjection } = proxyActivities<ProjectionActivities>({
    ...POLICIES.database,
    taskQueue: input.queues.orchestration,
  });
  let seq = input.carried?.seq ?? 0;
  const progress: RunProgress = {
    phase: "planning",
    done: input.carried?.done ?? 0,
    total: input.carried?.total ?? 0,
    failed: input.carried?.failed ?? 0,
  };
  setHandler(progressQuery, () => progress);
  const tell = () => setCurrentDetails(parts.details(progress));
  tell();

  let writing: Promise<void> | null = null;
  const writeProgress = () => {
    // Coalesced: while one write is under way the next one waits for a later call, which will carry newer numbers.
    if (writing) return;
    seq += 1;
    writing = writeProjection({
      runId,
      executionId,
      seq,
      progress: { done: progress.done, total: progress.total, phase: progress.phase },
    })
      .then(() => undefined)
      .catch((error) => log.warn("progress was not written", { error: String(error) }))
      .finally(() => {
        writing = null;
      });
  };

  const work = async (index: number) => {
    if (await parts.part(index)) progress.failed += 1;
    progress.done += 1;
    if (progress.done % PROGRESS_EVERY === 0) {
      writeProgress();
      tell();
    }
  };

  try {
    let window = input.carried?.window ?? 1;
    let cursor = input.carried?.cursor ?? 0;
    if (!input.carried) {
      const plan = await parts.plan({ runId, executionId });
      progress.total = plan.total;
      window = plan.window;
    }
    progress.phase = parts.working;
    tell();
    if (progress.total > PROGRESS_EVERY) writeProgress();
    const end = Math.min(progress.total, cursor + PARTS_PER_EXECUTION);
    let stopped = false;
    const lane = async () => {
      while (cursor < end && !stopped) {
        const index = cursor;
        cursor += 1;
        await work(index);
      }
    };
    const lanes = Array.from({ length: Math.min(window, end - cursor) }, lane);
    try {
      await Promise.all(lanes);
    } catch (error) {
      // What is in flight ends first: the end counts results, and a part that wrote after it would not be among them.
      if (patched(PARTS_END_FIRST)) {
        stopped = true;
        progress.phase = isCancelled(error) ? "cancelling" : "stopping";
        tell();
        await Promise.allSettled(lanes);
      }
      throw error;
    }
    if (writing) await writing;
    if (end < progress.total)
      await continueOn<typeof signature>({
        ...input,
        carried: { cursor: end, seq, done: progress.done, failed: progress.failed, total: progress.total, window },
      });
    await parts.afterParts?.();
    progress.phase = "finishing";
    seq += 1;
    const ended = await parts.finish({ runId, executionId, seq });
    upsertSearchAttributes({ [SEARCH_ATTRIBUTES.verdict]: [ended.verdict ?? ended.status] });
    progress.phase = ended.status;
    tell();
    return { status: ended.status, verdict: ended.verdict };
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    // A failure after the cancel was asked for is not tried again: the run was cancelled all the same.
    const cancelled = isCancelled(error);
    seq += 1;
    await CancellationScope.nonCancellable(() =>
      parts.finish({
        runId,
        executionId,
        seq,
        failure: cancelled ? { cancelled: true } : { cancelled: false, message: sentenceOfFailure(error) },
      }),
    );
    progress.phase = cancelled ? "cancelled" : "failed";
    tell();
    if (cancelled) throw isCancellation(error) ? error : new CancelledFailure("The run was cancelled.");
    // A plain Error would leave the workflow task retrying for ever.
    throw ApplicationFailure.nonRetryable(sentenceOfFailure(error));
  }
}

function isCancelled(error: unknown): boolean {
  return isCancellation(error) || CancellationScope.current().consideredCancelled;
}

declare function signature(input: RunInput): Promise<unknown>;
