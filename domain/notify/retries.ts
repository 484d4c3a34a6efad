// When a delivery that failed is tried again.

/** Milliseconds that a receiver has for its whole answer, and a mail server for each step. */
export const DELIVERY_ANSWER_MS = 15_000;
/** Milliseconds for the whole of one send, all steps of a mail server or all requests to a code host together. */
export const SENDING_MS = 100_000;
/** A send that was given up has so long to write that down; then another worker may send. */
export const SENDING_MARGIN_MS = 5_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses between tries: a receiver that restarts gets its message soon, and one that is unavailable for a day still gets it. */
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
/** The longest pause that a receiver may ask for beyond ours. */
const MAX_ASKED_MS = 6 * HOUR;

/** The pause after try number `tries` (from 1) failed; null: it was the last. `askedMs`: what the receiver asks for. */
export function pauseAfter(tries: number, askedMs = 0): number | null {
  const pause = RETRY_PAUSES_MS[tries - 1];
  return pause === undefined ? null : Math.max(pause, Math.min(askedMs, MAX_ASKED_MS));
}

/**
 * What an attempt came to: `off` turns the channel off, `never` will fail each time, `unwanted` is what a person decided (the channel
 * was turned off or deleted), `again` may pass later.
 */
export type Attempted =
  | { outcome: "delivered"; status: number | null; note: string }
  | { outcome: "again"; status: number | null; note: string; askedMs?: number }
  | { outcome: "never" | "off" | "unwanted"; status: number | null; note: string };

/** How tries are counted. `gaveUp`: it might have passed later, and was the last one. */
export const TRY_OUTCOMES = ["delivered", "again", "gaveUp", "never", "off", "unwanted"] as const;
export type TryOutcome = (typeof TRY_OUTCOMES)[number];

/** What the status of an answer means. `retryAfter`: the header of that name. */
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
