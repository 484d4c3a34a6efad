// Reads from Temporal's histories what a run cost, and for how long no activity was running.
import { Client, Connection } from "@temporalio/client";
import { workflowIdOfRun } from "../../domain/ids.ts";

/** The parts of an event that are read; the client's type has more. */
export type HistoryEvent = {
  eventId?: unknown;
  eventTime?: { seconds?: unknown; nanos?: number | null } | null;
  [attributes: string]: unknown;
};

/** `busyMs`: time with at least one activity running. `heartbeats`: those that a worker sends, one every half second. */
export type RunCost = { actions: number; heartbeats: number; busyMs: number; slotMs: number };

/**
 * Events that count as one action each in Temporal Cloud; an activity start counts once per attempt. A query of a workflow counts too but
 * leaves no event, so the capacity table has a separate row for queries.
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

/** Adds up all executions of one run. `slotOf`: the activity whose time counts as browser slot time. */
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

/** Returns the length of the union of the spans. */
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
