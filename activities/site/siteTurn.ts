// Work that asks a site for many addresses does so one after the other, over all workers: each keeps the site's own pace, and two
// at once would be twice as fast as it allows. Who waits keeps no slot of its worker: the attempt ends, and the next one looks again.
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
  /** Of the job or run: its attempts share a place in the line. */
  id: string;
  /** Of the attempt, which is known by it. */
  signal: AbortSignal;
  /**
   * Attempts that may have the turn: the last one's failure is not retried. Temporal counts those that only waited too, so the
   * policy of the activity bounds its time and not its attempts.
   */
  maxTries: number;
};

export type SiteTurnHeld = {
  /** Attempts that had the turn, this one among them. */
  tries: number;
  /** The site is asked for nothing more: others may go on. */
  pass(): Promise<void>;
};

/** An attempt that asks again after an outage of the database is no other one. */
const owners = new WeakMap<AbortSignal, string>();
function ownerOf(signal: AbortSignal): string {
  const owner = owners.get(signal) ?? randomUUID();
  owners.set(signal, owner);
  return owner;
}

/**
 * Does the work if it is its turn at the site. Rejects with a failure of type "Waiting", to be retried after its `nextRetryDelay`,
 * while others are before it, and else as the work does.
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
  // A renewal that fails is made good by the next; after a long outage others may have taken the turn.
  let renewal: Promise<void> = Promise.resolve();
  const renewing = setInterval(() => {
    renewal = renewal.then(() => renewTurn(models, host, asker, Date.now())).catch(() => undefined);
  }, RENEW_MS);
  renewing.unref();
  // While the database is away the turn runs out by itself.
  const end = async (how: typeof passTurn) => {
    clearInterval(renewing);
    await renewal;
    await how(models, host, asker).catch(() => undefined);
  };
  try {
    if (tries > maxTries) throw new Error(`Its worker was lost ${maxTries} times while it asked ${host}.`);
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

/** Nothing is wrong, so the SDK neither logs nor counts it as a failure. */
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
