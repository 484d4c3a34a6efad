// Lets all workers access a host one after the other: a line in one document, changed under its revision.
import { randomUUID } from "node:crypto";
import { isWritten, type Models } from "../index.ts";
import type { SiteLine, SiteTurn } from "./schema.ts";

/** An attempt that has the turn and does not renew it for this long is dead. Clocks of hosts may differ by some seconds. */
export const TURN_LEASE_MS = 30_000;
/** A waiting attempt checks again after this long for each one before it; others give it precedence a little longer. */
const LOOK_MS = 2_000;
const MAX_LOOK_MS = 20_000;
const LATE_MS = 15_000;
/** A place is kept for an absent attempt longer than any pause between two attempts; nobody waits for it during that time. */
const KEPT_MS = 3_600_000;

/** The requesting work and its attempt: two attempts of one work do not access the host at the same time either. */
export type Asker = { id: string; owner: string };

/** `before`: number of others that go first; 0 means that this one has the turn. `tries`: attempts that had the turn, including this one. */
export type Standing = { before: number; tries: number };

/** Returns how long to wait before checking again, in ms. */
export const lookAgainMs = (before: number): number => Math.min(LOOK_MS * before, MAX_LOOK_MS);

const hasTurn = ({ owner, until }: SiteTurn, now: number): boolean => owner !== null && until >= now;

/** Joins the line of the host, or checks again from its own place, and takes the turn if it is free. */
export async function askTurn(models: Models, host: string, { id, owner }: Asker, now: number): Promise<Standing> {
  return changeLine(models, host, (line) => {
    const living = line.filter((one) => one.id === id || one.kept >= now);
    const found = living.findIndex((one) => one.id === id);
    const at = found === -1 ? living.length : found;
    const mine = living[at] ?? { id, owner: null, until: 0, kept: 0, tries: 0 };
    const counts = (one: SiteTurn, index: number) =>
      one.id === id ? one.owner !== owner && hasTurn(one, now) : hasTurn(one, now) || (index < at && one.until >= now);
    const before = living.filter(counts).length;
    const kept = now + KEPT_MS;
    const next = [...living];
    if (before === 0) {
      const tries = mine.owner === owner ? mine.tries : mine.tries + 1;
      next[at] = { id, owner, until: now + TURN_LEASE_MS, kept, tries };
      return { next, answer: { before, tries } };
    }
    // Another attempt that is still working renews the turn itself.
    if (!hasTurn(mine, now)) next[at] = { ...mine, owner: null, until: now + lookAgainMs(before) + LATE_MS, kept };
    return { next, answer: { before, tries: mine.tries } };
  });
}

/** Renews the turn, unless another has taken it in the meantime. */
export async function renewTurn(models: Models, host: string, { id, owner }: Asker, now: number): Promise<void> {
  await changeLine(models, host, (line) => {
    const taken = line.some((one) => one.id !== id && hasTurn(one, now));
    const renewed = { until: now + TURN_LEASE_MS, kept: now + KEPT_MS };
    return {
      next: line.map((one) => (one.id === id && one.owner === owner && !taken ? { ...one, ...renewed } : one)),
      answer: undefined,
    };
  });
}

/** Passes the turn to the next one. The place is kept for another attempt. */
export async function passTurn(models: Models, host: string, { id, owner }: Asker): Promise<void> {
  await changeLine(models, host, (line) => ({
    next: line.map((one) => (one.id === id && one.owner === owner ? { ...one, owner: null, until: 0 } : one)),
    answer: undefined,
  }));
}

/** Gives up the place, unless another attempt has the turn. */
export async function leaveLine(models: Models, host: string, { id, owner }: Asker): Promise<void> {
  await changeLine(models, host, (line) => ({
    next: line.filter((one) => one.id !== id || (one.owner !== null && one.owner !== owner)),
    answer: undefined,
  }));
}

/** Deletes lines that nobody has used for a long time: their work was cancelled, or its worker killed. */
export async function forgetLines(models: Models, now: number): Promise<void> {
  const lines = await models.siteLines.find().lean<SiteLine[]>();
  const dead = lines.filter(({ line }) => !line.some(({ kept }) => kept >= now));
  for (const { _id, rev } of dead) await models.siteLines.deleteOne({ _id, rev });
}

type Changed<T> = { next: SiteTurn[]; answer: T };

/** Of two concurrent changes, the later one reads again. */
async function changeLine<T>(models: Models, host: string, change: (line: SiteTurn[]) => Changed<T>): Promise<T> {
  for (;;) {
    const stored = await models.siteLines.findOne({ _id: host }).lean<SiteLine>();
    const { next, answer } = change(stored?.line ?? []);
    if (await write(models, host, stored, next)) return answer;
  }
}

async function write(models: Models, host: string, stored: SiteLine | null, line: SiteTurn[]): Promise<boolean> {
  const rev = randomUUID();
  if (stored === null) {
    if (line.length === 0) return true;
    return isWritten(models.siteLines.create({ _id: host, rev, line }));
  }
  const asRead = { _id: host, rev: stored.rev };
  if (line.length === 0) return (await models.siteLines.deleteOne(asRead)).deletedCount === 1;
  return (await models.siteLines.updateOne(asRead, { $set: { rev, line } })).matchedCount === 1;
}
