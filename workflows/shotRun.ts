// The shared body of visual and baseline runs: plan, shoot with a bounded window, judge, finish. Deterministic.

import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import {
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  log,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";
import type { CaptureActivities } from "../activities/capture/captureShot.ts";
import type { CompareActivities } from "../activities/compare/compareShot.ts";
import type { PlanActivities } from "../activities/plan/planRun.ts";
import type { ProjectionActivities } from "../activities/projection/writeProjection.ts";
import type { PromoteActivities } from "../activities/promote/promoteShot.ts";
import type { RunProgress, RunStart } from "../domain/engine.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import { shotIdOf } from "../domain/ids.ts";
import { progressDetails } from "../domain/visual/progressDetails.ts";
import { SEARCH_ATTRIBUTES } from "../domain/workflowNames.ts";
import { progressQuery } from "./messages.ts";
import { POLICIES } from "./policies.ts";

/** What a run hands to its next execution, so that one history holds at most SHOTS_PER_EXECUTION shots. */
export type Carried = { cursor: number; seq: number; done: number; failed: number; total: number; window: number };

export type ShotRunInput = RunStart & { queues: { orchestration: string; browser: string }; carried?: Carried };

/** A shot costs at most 3 activities of 3 events and as many workflow tasks: 500 stay under 10,000 events. */
export const SHOTS_PER_EXECUTION = 500;
/** Progress is written at most once for this many finished shots. */
const PROGRESS_EVERY = 10;

export type ShotRunKind = "visual" | "baseline";

/** Runs all shots and ends with the verdict written; a failure of the run itself is written too, never left to stand. */
export async function shotRun(
  kind: ShotRunKind,
  input: ShotRunInput,
): Promise<{ status: string; verdict: string | null }> {
  const priority = { fairnessKey: input.projectId };
  const { planRun, writeProjection, finishRun } = proxyActivities<PlanActivities & ProjectionActivities>({
    ...POLICIES.database,
    taskQueue: input.queues.orchestration,
  });
  const { captureShot } = proxyActivities<CaptureActivities>({
    ...POLICIES.capture,
    taskQueue: input.queues.browser,
    priority,
  });
  const { compareShot } = proxyActivities<CompareActivities>({
    ...POLICIES.compare,
    taskQueue: input.queues.orchestration,
    priority,
  });
  const { promoteShot } = proxyActivities<PromoteActivities>({
    ...POLICIES.compare,
    taskQueue: input.queues.orchestration,
    priority,
  });

  const { runId } = input;
  const executionId = workflowInfo().runId;
  let seq = input.carried?.seq ?? 0;
  const progress: RunProgress = {
    phase: "planning",
    done: input.carried?.done ?? 0,
    total: input.carried?.total ?? 0,
    failed: input.carried?.failed ?? 0,
  };
  setHandler(progressQuery, () => progress);
  const tell = () => setCurrentDetails(progressDetails(kind, progress));
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

  const shoot = async (index: number) => {
    const shotId = shotIdOf(runId, index);
    try {
      let failed = false;
      for (const attempt of [1, 2]) {
        const captured = await captureShot({ shotId, attempt, kind });
        if (captured.state === "again") continue;
        if (captured.state === "decided") {
          failed = captured.status !== "passed";
          break;
        }
        if (kind === "baseline") {
          await promoteShot({ shotId, attempt });
          break;
        }
        const judged = await compareShot({ shotId, attempt });
        if (judged.state === "decided") {
          failed = judged.status !== "passed";
          break;
        }
      }
      if (failed) progress.failed += 1;
    } catch (error) {
      if (isCancellation(error)) throw error;
      // The infrastructure gave up on this shot after its retries; the other shots go on.
      await proxyActivities<ProjectionActivities>({
        ...POLICIES.database,
        taskQueue: input.queues.orchestration,
      }).failShot({
        shotId,
        message: sentenceOfFailure(error),
      });
      progress.failed += 1;
    }
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
      const plan = await planRun({ runId, executionId, kind });
      progress.total = plan.total;
      window = plan.window;
    }
    progress.phase = kind === "baseline" ? "capturing" : "testing";
    tell();
    if (progress.total > PROGRESS_EVERY) writeProgress();
    const end = Math.min(progress.total, cursor + SHOTS_PER_EXECUTION);
    const lane = async () => {
      while (cursor < end) {
        const index = cursor;
        cursor += 1;
        await shoot(index);
      }
    };
    await Promise.all(Array.from({ length: Math.min(window, end - cursor) }, lane));
    if (writing) await writing;
    if (end < progress.total)
      await continueAsNew<typeof shotRunSignature>({
        ...input,
        carried: { cursor: end, seq, done: progress.done, failed: progress.failed, total: progress.total, window },
      });
    progress.phase = "finishing";
    seq += 1;
    const ended = await finishRun({ runId, executionId, seq });
    upsertSearchAttributes({ [SEARCH_ATTRIBUTES.verdict]: [ended.verdict ?? ended.status] });
    progress.phase = ended.status;
    tell();
    return { status: ended.status, verdict: ended.verdict };
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    // A failure after the cancel was asked for is not tried again: the run was cancelled all the same.
    const cancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    seq += 1;
    await CancellationScope.nonCancellable(() =>
      finishRun({
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

declare function shotRunSignature(input: ShotRunInput): Promise<unknown>;
