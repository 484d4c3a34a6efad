// Heartbeats while an activity works: how a lost worker is noticed, and how a cancel reaches the activity.
import { Context } from "@temporalio/activity";

/** A beat every 500 ms: a cancel arrives with the answer of a beat, and a browser context must close within 2 s of it. */
const EVERY_MS = 500;

/** Runs `work` with a regular heartbeat; `signal` aborts when the activity is cancelled or its worker stops. */
export async function withHeartbeat<T>(
  work: (signal: AbortSignal, note: (phase: string) => void) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  let phase = "starting";
  const timer = setInterval(() => context.heartbeat(phase), EVERY_MS);
  try {
    return await work(context.cancellationSignal, (next) => {
      phase = next;
    });
  } finally {
    clearInterval(timer);
  }
}
