// Sweeps and backups take turns: a backup that reads while artifacts go would name what it does not hold. One document, changed by single
// updates; whoever is killed loses its turn by time.
import { setTimeout as pause } from "node:timers/promises";
import { isDuplicateKey, type Models } from "../index.ts";
import { ONLY } from "./leaseSchema.ts";

/** A backup renews its turn; one that does not for so long was killed. Hosts' clocks may differ by some seconds. */
const BACKUP_MS = 120_000;
/** A sweep's turn is one batch, which takes seconds, and on a slow store minutes. It is renewed too: a sweep that stood still for so long lost it. */
const SWEEP_MS = 600_000;
const RENEW_MS = 20_000;
/** How long a backup waits for a batch of a sweep. */
const PATIENCE_MS = SWEEP_MS + 60_000;
const LOOK_MS = 200;

const inMs = (ms: number): Date => new Date(Date.now() + ms);

/** Answers whether `holder` has the turn now: nobody has it, its time is over, or it was its own. A sweep leaves it to a backup that waits. */
async function take(models: Models, holder: string, what: "backup" | "sweep"): Promise<boolean> {
  const now = new Date();
  const free = [{ holder: null }, { holder }, { until: { $lt: now } }];
  const unwanted = { $or: [{ wantedUntil: null }, { wantedUntil: { $lt: now } }] };
  const filter = { _id: ONLY, $and: [{ $or: free }, ...(what === "sweep" ? [unwanted] : [])] };
  const until = inMs(what === "sweep" ? SWEEP_MS : BACKUP_MS);
  const mine = { holder, what, until };
  const set = { $set: { ...mine, ...(what === "backup" && { wantedUntil: null }) } };
  if ((await models.dataLeases.updateOne(filter, set)).matchedCount === 1) return true;
  if ((await models.dataLeases.exists({ _id: ONLY })) !== null) return false;
  try {
    await models.dataLeases.create({ _id: ONLY, ...mine, wantedUntil: null });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const giveBack = async (models: Models, holder: string): Promise<void> => {
  const free = { holder: null, what: null, until: null };
  await models.dataLeases.updateOne({ _id: ONLY, holder }, { $set: free });
};

/** Takes a new end for the turn; false: it is somebody else's by now. */
async function renew(models: Models, holder: string, forMs: number): Promise<boolean> {
  const { matchedCount } = await models.dataLeases.updateOne({ _id: ONLY, holder }, { $set: { until: inMs(forMs) } });
  return matchedCount === 1;
}

/** Renews a turn every 20 s. A renewal that fails is made good by the next. */
function renewing(models: Models, holder: string, forMs: number, lost: () => void): { stop(): void } {
  const look = () =>
    void renew(models, holder, forMs).then(
      (isOurs) => isOurs || lost(),
      () => undefined,
    );
  const timer = setInterval(look, RENEW_MS);
  return { stop: () => clearInterval(timer) };
}

export type SweepTurn = {
  /** Aborted when the sweep is to stop, and when the turn is lost. */
  signal: AbortSignal;
  /** Throws TurnLostError where a backup may have begun. */
  stillOurs(): Promise<void>;
  /** Whether a backup waits for the turn. */
  isWanted(): Promise<boolean>;
};

/**
 * One batch of a sweep, when no backup is under way; the turn is renewed for as long as it takes. `waiting` is called once where it has to
 * wait; the signal ends the wait.
 */
export async function inSweepTurn<T>(
  models: Models,
  { holder, signal, waiting }: { holder: string; signal: AbortSignal; waiting(): Promise<void> },
  work: (turn: SweepTurn) => Promise<T>,
): Promise<T> {
  let told = false;
  while (!(await take(models, holder, "sweep"))) {
    signal.throwIfAborted();
    if (!told) await waiting();
    told = true;
    await pause(LOOK_MS);
  }
  const lost = new AbortController();
  const error = () => new TurnLostError("The sweep stood still, and a backup may have begun meanwhile.");
  const renewal = renewing(models, holder, SWEEP_MS, () => lost.abort(error()));
  try {
    return await work({
      signal: AbortSignal.any([signal, lost.signal]),
      async stillOurs() {
        if (lost.signal.aborted || !(await renew(models, holder, SWEEP_MS))) throw error();
      },
      isWanted: async () => (await models.dataLeases.exists({ _id: ONLY, wantedUntil: { $gt: new Date() } })) !== null,
    });
  } finally {
    renewal.stop();
    await giveBack(models, holder);
  }
}

/** The turn was lost while its holder was stopped for longer than it holds, or none came. */
export class TurnLostError extends Error {
  override readonly name = "TurnLostError";
}

/**
 * Runs a backup while no sweep deletes anything. `stillOurs` throws TurnLostError where a sweep may have come between; so does the whole when a
 * sweep's batch does not end.
 */
export async function inBackupTurn<T>(
  models: Models,
  holder: string,
  work: (stillOurs: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await take(models, holder, "backup"))) {
    if (Date.now() > until) throw new TurnLostError("Data is being deleted. Run the backup again in some minutes.");
    await models.dataLeases.updateOne({ _id: ONLY }, { $set: { wantedUntil: inMs(BACKUP_MS) } });
    await pause(LOOK_MS);
  }
  let lost = false;
  // What counts is whose turn it is at the end.
  const renewal = renewing(models, holder, BACKUP_MS, () => {
    lost = true;
  });
  try {
    return await work(async () => {
      if (lost || !(await renew(models, holder, BACKUP_MS)))
        throw new TurnLostError("The backup stood still, and data was deleted meanwhile. Run it again.");
    });
  } finally {
    renewal.stop();
    await giveBack(models, holder);
  }
}
