// Rate limit counters shared by all API processes: one document per caller, updated by compare-and-set.
import { randomUUID } from "node:crypto";
import type { ClientRateLimitInfo, Options, Store } from "express-rate-limit";
import { ProductError } from "../../domain/errors.ts";
import { type Slot, slide } from "../../domain/slidingWindow.ts";
import {
  deleteEndedRateWindows,
  deleteRateWindow,
  findRateWindow,
  writeRateWindow,
} from "../../models/bookkeeping/rateWindows.ts";
import { isDatabaseFull } from "../../models/database/databaseAway.ts";
import type { Models } from "../../models/index.ts";

/** Maximum number of attempts to write a counter while other processes count for the same caller. */
const TURNS = 50;

/** `alone`: the database could not store this state, so it takes precedence over the stored one. */
type Known = { rev: string; slots: Slot[]; endsAt: number; alone?: boolean };

/**
 * Creates a store that allows `limit` calls in any window; `name` separates limiters. Writes of this process for one caller are
 * serialized, so conflicts come only from other processes. The state that this process wrote last is tried first, so most updates take one
 * command. Calls that arrive during a write are counted together by the next one, so that hundreds of clients polling with one key do not
 * wait for a chain of writes.
 */
export function createRateLimitStore(
  models: Models,
  name: string,
  now: () => Date,
  limit: number,
  window = 60_000,
): Store {
  let windowMs = window;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const known = new Map<string, Known>();
  const queues = new Map<string, Promise<unknown>>();
  /** Calls that the next write of their caller will count. */
  const waiting = new Map<string, PromiseWithResolvers<ClientRateLimitInfo>[]>();

  /** Runs the work after this caller's earlier work. */
  const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(key) ?? Promise.resolve();
    const done = before.then(work, work);
    const settled = done.catch(() => undefined);
    queues.set(key, settled);
    void settled.then(() => queues.get(key) === settled && queues.delete(key));
    return done;
  };

  const read = async (id: string): Promise<Known | null> => {
    const stored = await findRateWindow(models, id);
    return stored && { rev: stored.rev, slots: stored.slots, endsAt: stored.endsAt.getTime() };
  };

  /** Returns false if another process was faster. */
  const write = async (id: string, before: Known | null, slots: Slot[], endsAt: number): Promise<boolean> => {
    // Never reused, so that a counter that was deleted and created again has a different revision.
    const rev = randomUUID();
    const counter = { _id: id, rev, slots, endsAt: new Date(endsAt) };
    let alone = false;
    try {
      if (!(await writeRateWindow(models, counter, before?.rev ?? null))) return false;
    } catch (error) {
      // While the database's disk is full, this process counts on its own; stored data can still be read.
      if (!isDatabaseFull(error)) throw error;
      alone = true;
    }
    known.set(id, { rev, slots, endsAt, alone });
    return true;
  };

  /** Returns a result for each call, in order: those above the limit come last. */
  const count = async (id: string, calls: number): Promise<ClientRateLimitInfo[]> => {
    let before = known.get(id) ?? (await read(id));
    for (let turn = 0; turn < TURNS; turn++) {
      const at = now().getTime();
      let slots = before?.slots ?? [];
      const answers: ClientRateLimitInfo[] = [];
      let refused = 0;
      while (answers.length < calls) {
        const { allowed, hits, retryAfterMs, slots: after } = slide(slots, at, { limit, windowMs });
        answers.push({ totalHits: allowed ? hits : hits + 1, resetTime: new Date(at + retryAfterMs) });
        if (!allowed) refused += 1;
        slots = after;
      }
      const isSure = refused === 0 || turn > 0 || (known.get(id)?.alone ?? true);
      if (isSure && (refused === calls || (await write(id, before, slots, at + 2 * windowMs)))) return answers;
      // The remembered state may be outdated, so it is read again before a call is refused and after a lost race.
      known.delete(id);
      before = await read(id);
    }
    throw new ProductError("unavailable", "Too many calls at the same moment. Try again shortly.");
  };

  const countWaiting = async (key: string): Promise<void> => {
    const calls = waiting.get(key) ?? [];
    waiting.delete(key);
    try {
      const answers = await count(`${name}:${key}`, calls.length);
      for (const [at, answer] of answers.entries()) calls[at]?.resolve(answer);
    } catch (error) {
      for (const call of calls) call.reject(error);
    }
  };

  /** The embedded database has no TTL indexes, so the first call of each window deletes the old counters. */
  const sweep = async (): Promise<void> => {
    const at = now().getTime();
    if (at - sweptAt < windowMs) return;
    sweptAt = at;
    for (const [id, { endsAt }] of known) if (endsAt < at) known.delete(id);
    await deleteEndedRateWindows(models, new Date(at)).catch((error: unknown) => {
      if (!isDatabaseFull(error)) throw error;
    });
  };

  return {
    prefix: `${name}:`,
    localKeys: false,
    init(options: Options) {
      windowMs = options.windowMs;
    },
    async increment(key) {
      await sweep();
      const call = Promise.withResolvers<ClientRateLimitInfo>();
      const others = waiting.get(key);
      if (others) others.push(call);
      else {
        waiting.set(key, [call]);
        void inTurn(key, () => countWaiting(key));
      }
      return call.promise;
    },
    /** Reverts the last call. */
    async decrement(key) {
      await inTurn(key, async () => {
        const id = `${name}:${key}`;
        const before = await read(id);
        const last = before?.slots.at(-1);
        if (!before || !last) return;
        const slots = [...before.slots.slice(0, -1), { ...last, hits: last.hits - 1 }].filter(({ hits }) => hits > 0);
        await write(id, before, slots, before.endsAt);
      });
    },
    async resetKey(key) {
      known.delete(`${name}:${key}`);
      await deleteRateWindow(models, `${name}:${key}`);
    },
  };
}
