// An open recording: executes its turns one after the other, and expires it after a period without activity. Deterministic.
import { ActivityFailure, TimeoutFailure } from "@temporalio/common";
import { condition, proxyActivities, setHandler } from "@temporalio/workflow";
import type { RecordingActivities, RecordingPageActivities } from "../activities/recording/recordTurn.ts";
import type { RecordingStart } from "../domain/engine.ts";
import type { TurnOutcome } from "../domain/functional/recording.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { endRecordingSignal, recordingTurnUpdate } from "./messages.ts";
import { POLICIES } from "./policies.ts";

export async function recording({
  recordingId,
  idleMs,
  queues,
}: RecordingStart & { queues: QueueNames }): Promise<void> {
  const { expireRecording } = proxyActivities<RecordingActivities>({
    ...POLICIES.database,
    taskQueue: queues.orchestration,
  });
  /** Queue of the worker that has the page open. */
  let home: string | null = null;
  const takeTurn = async (turnId: string): Promise<TurnOutcome> => {
    const queue = home;
    home = null;
    if (queue !== null) {
      const there = proxyActivities<RecordingPageActivities>({
        ...POLICIES.turn,
        taskQueue: queue,
        scheduleToStartTimeout: "3s",
        scheduleToCloseTimeout: "115s",
      });
      try {
        return await there.recordTurn({ recordingId, turnId });
      } catch (error) {
        if (!neverBegan(error)) throw error;
      }
    }
    // Any other worker repeats the previous steps in a new page. The caller waits 115 s in total, of which 3 s may have passed.
    const anywhere = proxyActivities<RecordingPageActivities>({
      ...POLICIES.turn,
      scheduleToCloseTimeout: queue === null ? "115s" : "112s",
      taskQueue: queues.browser,
    });
    return anywhere.recordTurn({ recordingId, turnId });
  };
  let ended = false;
  let touched = 0;
  let underWay = 0;
  setHandler(endRecordingSignal, () => {
    ended = true;
  });
  setHandler(recordingTurnUpdate, async (turnId) => {
    touched += 1;
    underWay += 1;
    try {
      const outcome = await takeTurn(turnId);
      home = outcome.home ?? null;
      return outcome;
    } finally {
      touched += 1;
      underWay -= 1;
    }
  });
  for (;;) {
    const before = touched;
    const moved = await condition(() => ended || touched !== before, idleMs);
    await condition(() => underWay === 0);
    if (ended || !moved) break;
  }
  if (!ended) await expireRecording({ recordingId });
  // If no worker is known to have the page, any worker may take this; a page of another worker closes when its own time is up.
  const { closeRecordingPage } = proxyActivities<RecordingPageActivities>({
    ...POLICIES.close,
    taskQueue: home ?? queues.browser,
    scheduleToCloseTimeout: "10s",
  });
  await closeRecordingPage({ recordingId }).catch(() => undefined);
}

/** Whether no worker took the activity, which means that the one with the page is gone. */
const neverBegan = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof TimeoutFailure &&
  error.cause.timeoutType === "SCHEDULE_TO_START";
