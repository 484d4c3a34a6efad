// Heartbeats of running activities: they reveal a lost worker, and deliver a cancellation to the activity. Workers send heartbeats for every
// activity whose policy has a heartbeat timeout (workers/beats.ts); the activity itself only reports its progress and listens.
import { AsyncLocalStorage } from "node:async_hooks";
import { Context } from "@temporalio/activity";

/** Every 500 ms, because a cancellation arrives with the response to a heartbeat, and a browser context must close within 2 s of it. */
const EVERY_MS = 500;

type Beat = { of: Context; phase: string; waiting: string | null };
const beats = new AsyncLocalStorage<Beat>();

/**
 * Runs `work` with regular heartbeats; `signal` aborts when the activity is cancelled or its worker stops. If the worker already
 * sends heartbeats for the activity, they carry the text passed to `note`.
 */
export async function withHeartbeat<T>(
  work: (signal: AbortSignal, note: (phase: string) => void) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const around = beats.getStore();
  if (around?.of === context)
    return work(context.cancellationSignal, (next) => {
      around.phase = next;
    });
  const beat: Beat = { of: context, phase: "starting", waiting: null };
  const timer = setInterval(() => context.heartbeat(beat.waiting ?? beat.phase), EVERY_MS);
  try {
    return await beats.run(beat, () =>
      work(context.cancellationSignal, (next) => {
        beat.phase = next;
      }),
    );
  } finally {
    clearInterval(timer);
  }
}

/** Waits, and reports in the activity's heartbeats what it waits for; outside an activity it only waits. */
export async function whileWaiting<T>(what: string, wait: () => Promise<T>): Promise<T> {
  const beat = beats.getStore();
  if (beat === undefined) return wait();
  beat.waiting = what;
  try {
    return await wait();
  } finally {
    beat.waiting = null;
  }
}
