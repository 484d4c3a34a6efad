// One after the other at a host, whichever worker it is: a line in one document, changed under its revision.
import { randomUUID } from "node:crypto";
import { isDuplicateKey, type Models } from "../index.ts";
import type { SiteLine, SiteTurn } from "./schema.ts";

/** Whoever does not renew its place for this long is dead. Hosts' clocks may differ by some seconds. */
export const TURN_LEASE_MS = 30_000;

/** Joins the line of the host, or renews the own place in it. Answers how many stand before: 0 is the turn. */
export async function standInLine(models: Models, host: string, id: string, now: number): Promise<number> {
  return changeLine(models, host, (line) => {
    const until = now + TURN_LEASE_MS;
    const living = line.filter((one) => one.id === id || one.until >= now);
    const next = living.map((one) => (one.id === id ? { id, until } : one));
    if (!next.some((one) => one.id === id)) next.push({ id, until });
    return { next, answer: next.findIndex((one) => one.id === id) };
  });
}

/** Gives the place back. */
export async function leaveLine(models: Models, host: string, id: string): Promise<void> {
  await changeLine(models, host, (line) => ({ next: line.filter((one) => one.id !== id), answer: undefined }));
}

/** Removes the lines in which all are dead: their worker was killed, and nobody has come since. */
export async function forgetLines(models: Models, now: number): Promise<void> {
  const lines = await models.siteLines.find().lean<SiteLine[]>();
  const dead = lines.filter(({ line }) => line.every(({ until }) => until < now));
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
