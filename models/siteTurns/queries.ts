// One after the other at a host, whichever worker it is: a line in one document, changed under its revision.
import { randomUUID } from "node:crypto";
import { isDuplicateKey, type Models } from "../index.ts";
import type { SiteLine, SiteTurn } from "./schema.ts";

/** An attempt that has the turn and does not renew it for this long is dead. Hosts' clocks may differ by some seconds. */
export const TURN_LEASE_MS = 30_000;
/** One that waits looks again after this long for each before it, and others stand back for it a little longer. */
const LOOK_MS = 2_000;
const MAX_LOOK_MS = 20_000;
const LATE_MS = 15_000;
/** A place is kept for who does not come, longer than any pause between two attempts: nobody waits for it meanwhile. */
const KEPT_MS = 3_600_000;

/** The work that asks, and its attempt: two attempts of one work do not ask at once either. */
export type Asker = { id: string; owner: string };

/** `before`: how many this one waits for, 0 is the turn. `tries`: attempts that had it, this one among them. */
export type Standing = { before: number; tries: number };

/** How long one waits before it looks again, in ms. */
export const lookAgainMs = (before: number): number => Math.min(LOOK_MS * before, MAX_LOOK_MS);

const hasTurn = ({ owner, until }: SiteTurn, now: number): boolean => owner !== null && until >= now;

/** Joins the line of the host, or looks again from the own place in it, and takes the turn where it is free. */
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
    // The turn of another attempt that still works is its own to renew.
    if (!hasTurn(mine, now)) next[at] = { ...mine, owner: null, until: now + lookAgainMs(before) + LATE_MS, kept };
    return { next, answer: { before, tries: mine.tries } };
  });
}

/** Keeps the turn, unless another has taken it meanwhile. */
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

/** Lets the next one ask. The place stays, for another attempt. */
export async function passTurn(models: Models, host: string, { id, owner }: Asker): Promise<void> {
  await changeLine(models, host, (line) => ({
    next: line.map((one) => (one.id === id && one.owner === owner ? { ...one, owner: null, until: 0 } : one)),
    answer: undefined,
  }));
}

/** Gives the place up, where no other attempt has the turn. */
export async function leaveLine(models: Models, host: string, { id, owner }: Asker): Promise<void> {
  await changeLine(models, host, (line) => ({
    next: line.filter((one) => one.id !== id || (one.owner !== null && one.owner !== owner)),
    answer: undefined,
  }));
}

/** Removes the lines that nobody has come to for long: their work was cancelled, or its worker killed. */
export async function forgetLines(models: Models, now: number): Promise<void> {
  const lines = await models.siteLines.find().lean<SiteLine[]>();
  const dead = lines.filter(({ line }) => !line.some(({ kept }) => kept >= now));
  for (const { _id, rev } of dead) await models.siteLines.deleteOne({ _id, rev });
}

type Changed<T> = { next: SiteTurn[]; answer: T };

/** Of two that change it at once, the later one looks again. */
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
    try {
      await models.siteLines.create({ _id: host, rev, line });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
  const asRead = { _id: host, rev: stored.rev };
  if (line.length === 0) return (await models.siteLines.deleteOne(asRead)).deletedCount === 1;
  return (await models.siteLines.updateOne(asRead, { $set: { rev, line } })).matchedCount === 1;
}
