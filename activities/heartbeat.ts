// Heartbeats while an activity works: how a lost worker is noticed, and how a cancel reaches the activity. Workers beat for every
// activity whose policy has a heartbeat time-out (workers/beats.ts); the activity itself only says what it does, and listens.
import { AsyncLocalStorage } from "node:async_hooks";
import { Context } from "@temporalio/activity";

/** A beat every 500 ms: a cancel arrives with the answer of a beat, and a browser context must close within 2 s of it. */
const EVERY_MS = 500;

type Beat = { of: Context; phase: string; waiting: string | null };
const beats = new AsyncLocalStorage<Beat>();

/**
 * Runs `work` with a regular heartbeat; `signal` aborts when the activity is cancelled or its worker stops. Where the worker beats for
 * the activity already, these beats say what `note` was given.
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

/** The heartbeats of the activity that waits say what it waits for; outside of one this is the wait alone. */
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
