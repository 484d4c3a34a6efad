// Decides when a failed delivery is retried.

/** Timeout in ms for the complete response of a receiver, and for each step of a mail server. */
export const DELIVERY_ANSWER_MS = 15_000;
/** Timeout in ms for a complete send: all steps of a mail server, or all requests to a code host. */
export const SENDING_MS = 100_000;
/** Time in ms that an aborted send has to record this; then another worker may send. */
export const SENDING_MARGIN_MS = 5_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses between attempts. A receiver that restarts gets its message soon, and one that is unavailable for a day still gets it. */
export const RETRY_PAUSES_MS = [
  10_000,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
] as const;
export const MAX_TRIES = RETRY_PAUSES_MS.length + 1;
/** Maximum pause that a receiver can request. */
const MAX_ASKED_MS = 6 * HOUR;

/** Returns the pause after attempt number `tries` (from 1) failed, or null if it was the last. `askedMs`: pause that the receiver requested. */
export function pauseAfter(tries: number, askedMs = 0): number | null {
  const pause = RETRY_PAUSES_MS[tries - 1];
  return pause === undefined ? null : Math.max(pause, Math.min(askedMs, MAX_ASKED_MS));
}

/**
 * Outcome of an attempt. `off`: turn the channel off. `never`: every attempt would fail. `unwanted`: a person turned the channel off or
 * deleted it. `again`: a later attempt may succeed.
 */
export type Attempted =
  | { outcome: "delivered"; status: number | null; note: string }
  | { outcome: "again"; status: number | null; note: string; askedMs?: number }
  | { outcome: "never" | "off" | "unwanted"; status: number | null; note: string };

/** How attempts are counted. `gaveUp`: a later attempt might have succeeded, but this was the last one. */
export const TRY_OUTCOMES = ["delivered", "again", "gaveUp", "never", "off", "unwanted"] as const;
export type TryOutcome = (typeof TRY_OUTCOMES)[number];

/** Interprets the status of a response. `retryAfter`: value of the `Retry-After` header. */
export function judgeStatus(status: number, retryAfter: string | undefined): Attempted {
  if (status >= 200 && status < 300) return { outcome: "delivered", status, note: "" };
  if (status === 410)
    return { outcome: "off", status, note: "The receiver answered 410 Gone: it wants no more messages." };
  if (status >= 300 && status < 400)
    return {
      outcome: "never",
      status,
      note: `The receiver answered ${status}, a redirect, which is not followed: enter the address that it leads to.`,
    };
  const seconds = Number(retryAfter);
  const askedMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
  return { outcome: "again", status, note: `The receiver answered HTTP ${status}.`, askedMs };
}
