// Makes sweeps and backups take turns, because a backup that reads while artifacts are deleted would name artifacts it does not hold. The
// lease is one document, changed by single updates; the lease of a killed process expires.
import { setTimeout as pause } from "node:timers/promises";
import { isWritten, type Models } from "../index.ts";
import { ONLY } from "./leaseSchema.ts";

/** A backup renews its turn; if it fails to for this long, it is considered killed. Clocks of hosts may differ by some seconds. */
const BACKUP_MS = 120_000;
/** A sweep's turn is one batch, which takes seconds, or minutes on a slow store. It is renewed too; a sweep paused for this long has lost it. */
const SWEEP_MS = 600_000;
const RENEW_MS = 20_000;
/** How long a backup waits for a sweep's batch. */
const PATIENCE_MS = SWEEP_MS + 60_000;
const LOOK_MS = 200;

const inMs = (ms: number): Date => new Date(Date.now() + ms);

/** Returns whether `holder` has the turn now: it was free, expired, or already its own. A sweep does not take it while a backup waits. */
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
  return isWritten(models.dataLeases.create({ _id: ONLY, ...mine, wantedUntil: null }));
}

const giveBack = async (models: Models, holder: string): Promise<void> => {
  const free = { holder: null, what: null, until: null };
  await models.dataLeases.updateOne({ _id: ONLY, holder }, { $set: free });
};

/** Extends the turn. Returns false if another holder has it by now. */
async function renew(models: Models, holder: string, forMs: number): Promise<boolean> {
  const { matchedCount } = await models.dataLeases.updateOne({ _id: ONLY, holder }, { $set: { until: inMs(forMs) } });
  return matchedCount === 1;
}

/** Renews a turn every 20 s. If a renewal fails, the next one makes up for it. */
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
  /** Aborted when the sweep should stop, or when the turn is lost. */
  signal: AbortSignal;
  /** Throws TurnLostError if a backup may have started. */
  stillOurs(): Promise<void>;
  /** Returns whether a backup is waiting for the turn. */
  isWanted(): Promise<boolean>;
};

/**
 * Runs one batch of a sweep while no backup is running, and renews the turn for as long as it takes. `waiting` is called once if it has to
 * wait; `signal` ends the wait.
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
  const error = () => new TurnLostError("The sweep was paused, and a backup may have started in the meantime.");
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

/** Thrown if a turn expired while its holder was paused, or if no turn could be obtained. */
export class TurnLostError extends Error {
  override readonly name = "TurnLostError";
}

/**
 * Runs a backup while no sweep deletes anything. `stillOurs` throws TurnLostError if a sweep may have run in between; the whole call does
 * if a sweep's batch does not end.
 */
export async function inBackupTurn<T>(
  models: Models,
  holder: string,
  work: (stillOurs: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await take(models, holder, "backup"))) {
    if (Date.now() > until) throw new TurnLostError("Data is being deleted. Run the backup again in a few minutes.");
    await models.dataLeases.updateOne({ _id: ONLY }, { $set: { wantedUntil: inMs(BACKUP_MS) } });
    await pause(LOOK_MS);
  }
  let lost = false;
  // Only recorded here, because what counts is whose turn it is at the end.
  const renewal = renewing(models, holder, BACKUP_MS, () => {
    lost = true;
  });
  try {
    return await work(async () => {
      if (lost || !(await renew(models, holder, BACKUP_MS)))
        throw new TurnLostError("The backup was paused, and data was deleted in the meantime. Run it again.");
    });
  } finally {
    renewal.stop();
    await giveBack(models, holder);
  }
}
