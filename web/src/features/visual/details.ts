// Cache for the details of the current and the next results: requested in batches, one request at a time, with a limited size.

import type { ReviewList } from "./lists.ts";
import { createLru } from "./lru.ts";
import type { Shot } from "./model.ts";

type Rules = ReviewList["rules"];
export type Detailed = Pick<ReviewList, "details" | "rules">;
/** `asOf`: how often all had expired when it was requested. */
type Known = { shot: Shot; rules: Rules; at: number; asOf: number };

const MAX_KEPT = 400;
/** Maximum number of results per request. A larger batch would only delay the first one. */
const AT_ONCE = 24;
/** Links to pictures are valid for at least an hour. */
const FRESH_MS = 50 * 60_000;

export type Details = {
  get(shotId: string | undefined): Pick<Known, "shot" | "rules"> | undefined;
  /** Returns a result by its index in the run. */
  at(index: number): Shot | undefined;
  /** Returns why the result could not be read, or null. */
  failed(shotId: string | undefined): unknown;
  /** Requests details: the current result, then the next ones by priority. */
  want(shotIds: readonly string[]): void;
  put(some: Detailed): void;
  /** Marks all entries as stale. They are shown until they have been read again. */
  expire(): void;
  /** Calls the listener when details arrive or fail. Returns a function that removes it. */
  watch(listener: () => void): () => void;
};

/** `first`: nothing but the current result is read until it resolves. */
export function createDetails(
  read: (shotIds: readonly string[]) => Promise<Detailed>,
  { first, now = Date.now }: { first?: Promise<void>; now?: () => number } = {},
): Details {
  const kept = createLru<Known>(MAX_KEPT, () => {});
  const byIndex = new Map<number, string>();
  const failures = new Map<string, unknown>();
  const listeners = new Set<() => void>();
  let wanted: readonly string[] = [];
  let busy = false;
  let expiries = 0;
  let mayReadAhead = first === undefined;
  void first?.then(() => {
    mayReadAhead = true;
    void next();
  });

  const isFresh = (shotId: string): boolean => {
    const known = kept.get(shotId);
    return known !== undefined && known.asOf === expiries && now() - known.at < FRESH_MS;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const next = async (): Promise<void> => {
    const some = mayReadAhead ? wanted : wanted.slice(0, 1);
    const missing = some.filter((id) => !isFresh(id) && !failures.has(id)).slice(0, AT_ONCE);
    if (busy || missing.length === 0) return;
    busy = true;
    const began = expiries;
    try {
      const answer = await read(missing);
      put(answer, began);
      const come = new Set(answer.details.map(({ shotId }) => shotId));
      for (const id of missing) if (!come.has(id)) failures.set(id, new Error("The run no longer has this result."));
    } catch (error) {
      for (const id of missing) failures.set(id, error);
    }
    busy = false;
    tell();
    void next();
  };
  const put = ({ details, rules }: Detailed, asOf = expiries): void => {
    for (const shot of details) {
      byIndex.set(shot.index, shot.shotId);
      failures.delete(shot.shotId);
      const own = rules.filter(({ scenarioLabel }) => scenarioLabel === shot.scenarioLabel);
      kept.set(shot.shotId, { shot, rules: own, at: now(), asOf }, 1);
    }
  };
  return {
    get: (shotId) => (shotId === undefined ? undefined : kept.get(shotId)),
    at: (index) => kept.get(byIndex.get(index) ?? "")?.shot,
    failed: (shotId) => failures.get(shotId ?? "") ?? null,
    want(shotIds) {
      const [shown] = shotIds;
      if (shown !== undefined) kept.pin([shown]);
      // Failed results are retried when the selection changes.
      if (shown !== wanted[0]) failures.clear();
      wanted = shotIds;
      void next();
    },
    put(some) {
      put(some);
      tell();
    },
    expire() {
      // What is being read may be from before, too.
      expiries += 1;
      void next();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
