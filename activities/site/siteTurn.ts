// Work that sends many requests to a site runs one at a time, across all workers: each job keeps the site's pace, and two
// in parallel would be twice as fast as allowed. Waiting occupies no worker slot: the attempt ends, and the next one checks again.
import { randomUUID } from "node:crypto";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { messageOf } from "../../domain/errors.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { askTurn, leaveLine, lookAgainMs, passTurn, renewTurn, TURN_LEASE_MS } from "../../models/siteTurns/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";

const RENEW_MS = TURN_LEASE_MS / 4;

export type SiteAsking = {
  /** Any address of the site. */
  url: string;
  /** Id of the job or run, whose attempts share a place in the line. */
  id: string;
  /** Signal of the attempt, which also identifies it. */
  signal: AbortSignal;
  /**
   * Maximum attempts that get the turn: the last one's failure is not retried. Temporal also counts attempts that only waited, so the
   * activity's policy limits its time and not its attempts.
   */
  maxTries: number;
};

export type SiteTurnHeld = {
  /** Number of attempts that had the turn, including this one. */
  tries: number;
  /** Called when no more requests are sent to the site: others may start. */
  pass(): Promise<void>;
};

/** An attempt that retries after a database outage keeps its identity. */
const owners = new WeakMap<AbortSignal, string>();
function ownerOf(signal: AbortSignal): string {
  const owner = owners.get(signal) ?? randomUUID();
  owners.set(signal, owner);
  return owner;
}

/**
 * Runs the work if it is its turn at the site. Rejects with a failure of type "Waiting", to be retried after its `nextRetryDelay`,
 * while others are ahead, and otherwise like the work does.
 */
export async function withSiteTurn<T>(
  { models }: Pick<CommonDeps, "models">,
  { url, id, signal, maxTries }: SiteAsking,
  work: (turn: SiteTurnHeld) => Promise<T>,
): Promise<T> {
  const { host } = new URL(url);
  const asker = { id, owner: ownerOf(signal) };
  const { before, tries } = await askTurn(models, host, asker, Date.now());
  if (before > 0) throw waiting(host, before);
  // The next renewal makes up for a failed one; after a long outage others may have taken the turn.
  let renewal: Promise<void> = Promise.resolve();
  const renewing = setInterval(() => {
    renewal = renewal.then(() => renewTurn(models, host, asker, Date.now())).catch(() => undefined);
  }, RENEW_MS);
  renewing.unref();
  // While the database is unavailable, the turn expires.
  const end = async (how: typeof passTurn) => {
    clearInterval(renewing);
    await renewal;
    await how(models, host, asker).catch(() => undefined);
  };
  try {
    if (tries > maxTries) throw new Error(`Its worker was lost ${maxTries} times while it sent requests to ${host}.`);
    const result = await work({ tries, pass: () => end(passTurn) });
    await end(leaveLine);
    return result;
  } catch (error) {
    const last = tries >= maxTries;
    await end(last || signal.aborted || isFinal(error) ? leaveLine : passTurn);
    throw last && !signal.aborted && !isFinal(error) ? givenUp(error) : error;
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof ApplicationFailure && (error.nonRetryable === true || error.type === FAILURES.invalid);

/** Benign, so the SDK neither logs nor counts it as a failure. */
const waiting = (host: string, before: number): ApplicationFailure =>
  ApplicationFailure.create({
    message: `Waiting until other work has asked ${host}.`,
    type: FAILURES.waiting,
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: lookAgainMs(before),
  });

const givenUp = (error: unknown): ApplicationFailure =>
  ApplicationFailure.create({
    message: messageOf(error),
    type: (error instanceof ApplicationFailure && error.type) || FAILURES.infrastructure,
    nonRetryable: true,
    cause: error instanceof Error ? error : undefined,
  });
