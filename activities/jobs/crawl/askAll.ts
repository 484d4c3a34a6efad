// Requests the addresses of a batch, several at the same time with a pause after each; results are stored in parallel.
import { setTimeout as sleep } from "node:timers/promises";
import { isEnough, type Met, type Speed } from "../../../domain/crawl/pace.ts";
import type { WaitingAddress } from "../../../models/crawlAddresses/queries.ts";
import type { Outcome } from "./frontier.ts";
import type { Visited } from "./visitAddress.ts";

export type Asking = {
  speed: Speed;
  /** Aborted with the first error, which ends all requests: another attempt must not run alongside them. */
  stop: AbortController;
  /** Aborted with the activity, and with `stop`. */
  signal: AbortSignal;
  /** Whether there is no room for further pages; `unstored`: pages found but not stored yet. */
  isFull(unstored: number): boolean;
  visit(entry: WaitingAddress): Promise<Visited>;
  store(outcome: Outcome): Promise<void>;
  note(phase: string): void;
};

/** Returns after the pause that follows the last request, or throws the first error once no request is running. */
export async function askAll(entries: readonly WaitingAddress[], asking: Asking): Promise<Met> {
  const { speed, stop, signal, isFull, visit, note } = asking;
  const met: Met = { answered: 0, refused: 0, tooMany: false, waitMs: null };
  // Previously refused addresses go last: the responses of the others show whether the site is busy or only that page is broken.
  const queue = entries.toSorted((a, b) => a.tries - b.tries);
  const stores: Promise<void>[] = [];
  let unstored = 0;
  const fail = (error: unknown) => stop.abort(error);
  const store = (outcome: Outcome) => {
    const pages = outcome.patch.state === "page" ? 1 : 0;
    unstored += pages;
    const stored = asking.store(outcome).finally(() => {
      unstored -= pages;
    });
    stores.push(stored.catch(fail));
  };
  const next = () => (signal.aborted || isEnough(met) || isFull(unstored) ? undefined : queue.shift());
  const lane = async () => {
    for (let entry = next(); entry; entry = next()) {
      const { busy, ...outcome } = await visit(entry);
      if (busy) {
        met.refused += 1;
        met.tooMany ||= busy.tooMany;
        if (busy.waitMs !== null) met.waitMs = Math.max(met.waitMs ?? 0, busy.waitMs);
      } else met.answered += 1;
      store(outcome);
      note(`asked ${met.answered + met.refused} of ${entries.length} addresses`);
      await sleep(speed.delayMs, undefined, { signal });
    }
  };
  await Promise.all(Array.from({ length: speed.perHost }, () => lane().catch(fail)));
  await Promise.all(stores);
  stop.signal.throwIfAborted();
  return met;
}
