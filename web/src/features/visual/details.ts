// All that is known of the results one looks at and will look at next: asked for together, one call at a time, and kept within bounds.

import type { ReviewList } from "./lists.ts";
import { createLru } from "./lru.ts";
import type { Shot } from "./model.ts";

type Rules = ReviewList["rules"];
export type Detailed = Pick<ReviewList, "details" | "rules">;
type Known = { shot: Shot; rules: Rules; at: number; stale: boolean };

const MAX_KEPT = 400;
/** The service answers for so many at once; more would only make the first one wait. */
const AT_ONCE = 24;
/** Links to pictures are valid for an hour at least. */
const FRESH_MS = 50 * 60_000;

export type Details = {
  get(shotId: string | undefined): Pick<Known, "shot" | "rules"> | undefined;
  /** By its place in the run. */
  at(index: number): Shot | undefined;
  /** Why the result could not be read; null: nothing failed. */
  failed(shotId: string | undefined): unknown;
  /** What is looked at, then what comes next, the most wanted first. */
  want(shotIds: readonly string[]): void;
  put(some: Detailed): void;
  /** All of them are read again when they are wanted; until then they are shown as they are. */
  expire(): void;
  /** Heard when something came or failed. */
  watch(listener: () => void): () => void;
};

/** `first`: until it resolves, what comes next is not read ahead. */
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
  let mayReadAhead = first === undefined;
  void first?.then(() => {
    mayReadAhead = true;
    void next();
  });

  const isFresh = (shotId: string): boolean => {
    const known = kept.get(shotId);
    return known !== undefined && !known.stale && now() - known.at < FRESH_MS;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const next = async (): Promise<void> => {
    const some = mayReadAhead ? wanted : wanted.slice(0, 1);
    const missing = some.filter((id) => !isFresh(id) && !failures.has(id)).slice(0, AT_ONCE);
    if (busy || missing.length === 0) return;
    busy = true;
    try {
      const answer = await read(missing);
      put(answer);
      const come = new Set(answer.details.map(({ shotId }) => shotId));
      for (const id of missing) if (!come.has(id)) failures.set(id, new Error("The run no longer has this result."));
    } catch (error) {
      for (const id of missing) failures.set(id, error);
    }
    busy = false;
    tell();
    void next();
  };
  const put = ({ details, rules }: Detailed): void => {
    for (const shot of details) {
      byIndex.set(shot.index, shot.shotId);
      failures.delete(shot.shotId);
      const own = rules.filter(({ scenarioLabel }) => scenarioLabel === shot.scenarioLabel);
      kept.set(shot.shotId, { shot, rules: own, at: now(), stale: false }, 1);
    }
  };
  return {
    get: (shotId) => (shotId === undefined ? undefined : kept.get(shotId)),
    at: (index) => kept.get(byIndex.get(index) ?? "")?.shot,
    failed: (shotId) => failures.get(shotId ?? "") ?? null,
    want(shotIds) {
      const [shown] = shotIds;
      if (shown !== undefined) kept.pin([shown]);
      // Tried again when one looks at it again.
      if (shown !== wanted[0]) failures.clear();
      wanted = shotIds;
      void next();
    },
    put(some) {
      put(some);
      tell();
    },
    expire() {
      for (const id of byIndex.values()) {
        const known = kept.get(id);
        if (known) known.stale = true;
      }
      void next();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
