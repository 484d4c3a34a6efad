// A recording as long as it is open: its turns, one after the other, and its end when nobody touches it any more. Deterministic.
import { condition, proxyActivities, setHandler } from "@temporalio/workflow";
import type { RecordingActivities, RecordingPageActivities } from "../activities/recording/recordTurn.ts";
import type { RecordingStart } from "../domain/engine.ts";
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
  const { recordTurn } = proxyActivities<RecordingPageActivities>({
    ...POLICIES.turn,
    taskQueue: queues.browser,
    scheduleToCloseTimeout: "115s",
  });
  // Whichever worker takes it: the one that has the page closes it, any other's ends by its own time.
  const { closeRecordingPage } = proxyActivities<RecordingPageActivities>({
    ...POLICIES.close,
    taskQueue: queues.browser,
    scheduleToCloseTimeout: "10s",
  });
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
      return await recordTurn({ recordingId, turnId });
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
  await closeRecordingPage({ recordingId }).catch(() => undefined);
}
