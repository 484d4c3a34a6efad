// What a run cost Temporal, and how much of its time no activity worked, from its histories.
import { Client, Connection } from "@temporalio/client";
import { workflowIdOfRun } from "../../domain/ids.ts";

/** As much of an event as is read; what Temporal's client answers has more. */
export type HistoryEvent = {
  eventId?: unknown;
  eventTime?: { seconds?: unknown; nanos?: number | null } | null;
  [attributes: string]: unknown;
};

/** `busyMs`: at least one activity worked. `heartbeats`: those that a worker lets through, one each half second. */
export type RunCost = { actions: number; heartbeats: number; busyMs: number; slotMs: number };

/**
 * Events that Temporal Cloud counts as an action each; a start of an activity counts each time that it is tried. A question to a
 * workflow counts too and leaves no event: the capacity table has a row of its own for those.
 */
const COUNTED = [
  "workflowExecutionStartedEventAttributes",
  "timerStartedEventAttributes",
  "workflowExecutionSignaledEventAttributes",
  "workflowExecutionUpdateAcceptedEventAttributes",
  "upsertWorkflowSearchAttributesEventAttributes",
  "startChildWorkflowExecutionInitiatedEventAttributes",
] as const;
const ENDED = ["Completed", "Failed", "TimedOut", "Canceled"].map((end) => `activityTask${end}EventAttributes`);
const BEAT_MS = 500;

type Attributes = { scheduledEventId?: unknown; attempt?: number; activityType?: { name?: string } };

/** Of all executions of one run. `slotOf`: the activity whose time is that of a browser slot. */
export function costOf(histories: readonly (readonly HistoryEvent[])[], slotOf = "captureShot"): RunCost {
  const spans: [from: number, to: number][] = [];
  const cost = { actions: 0, heartbeats: 0, slotMs: 0 };
  for (const events of histories) {
    const names = new Map<string, string>();
    const begun = new Map<string, number>();
    for (const event of events) {
      const at = timeOf(event);
      cost.actions += COUNTED.filter((name) => event[name]).length;
      const scheduled = event.activityTaskScheduledEventAttributes as Attributes | undefined;
      if (scheduled) names.set(String(event.eventId), scheduled.activityType?.name ?? "");
      const started = event.activityTaskStartedEventAttributes as Attributes | undefined;
      if (started) {
        begun.set(String(started.scheduledEventId), at);
        cost.actions += started.attempt ?? 1;
      }
      const ended = ENDED.map((name) => event[name] as Attributes | undefined).find(Boolean);
      const from = ended && begun.get(String(ended.scheduledEventId));
      if (ended === undefined || from === undefined) continue;
      spans.push([from, at]);
      cost.heartbeats += Math.floor((at - from) / BEAT_MS);
      if (names.get(String(ended.scheduledEventId)) === slotOf) cost.slotMs += at - from;
    }
  }
  return { ...cost, busyMs: coveredBy(spans) };
}

/** How much of the time the spans cover together. */
export function coveredBy(spans: readonly (readonly [from: number, to: number])[]): number {
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return covered;
}

const timeOf = ({ eventTime }: HistoryEvent): number =>
  Number(eventTime?.seconds ?? 0) * 1_000 + (eventTime?.nanos ?? 0) / 1e6;

/** Reads the histories of a run from Temporal. */
export async function readCost(address: string, runId: string): Promise<RunCost> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    const workflowId = workflowIdOfRun(runId);
    const histories: HistoryEvent[][] = [];
    for await (const { runId: execution } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      const { events } = await client.workflow.getHandle(workflowId, execution).fetchHistory();
      histories.push((events ?? []) as unknown as HistoryEvent[]);
    }
    return costOf(histories);
  } finally {
    await connection.close();
  }
}
