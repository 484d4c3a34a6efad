// Parts of a run whose site is away wait for it together, and no longer than the run may. Deterministic.
import { patched, sleep } from "@temporalio/workflow";
import { type AwayMode, NOT_WAITED, nextWait, SITE_WAITS_MS, type Waited } from "../domain/runs/siteAway.ts";

/** Runs that began before this patch tried each part twice, at once. */
const WAITS_FOR_SITE = "waits-for-a-site-that-is-away";

export type SiteWaits = {
  /** Asks until the answer is one, or the run has waited enough. */
  ask<T>(attempt: (away?: AwayMode) => Promise<T>, isAway: (answer: T) => boolean): Promise<T>;
  /** For the next execution of the run. */
  carried(): Waited;
};

/** `shown` is told when a wait begins and ends. */
export function siteWaits(
  from: Waited = NOT_WAITED,
  waits: readonly number[] = SITE_WAITS_MS,
  shown: (isWaiting: boolean) => void = () => undefined,
): SiteWaits {
  let waited = from;
  let waiting: Promise<void> | null = null;

  /** One timer for all that find the site away while it runs. */
  const wait = (): Promise<void> => {
    if (waiting) return waiting;
    const next = nextWait(waited, waits);
    if (next === null) return Promise.resolve();
    waited = next.after;
    shown(true);
    waiting = sleep(next.ms).finally(() => {
      waiting = null;
      shown(false);
    });
    return waiting;
  };

  const patiently = async <T>(attempt: (away: AwayMode) => Promise<T>, isAway: (answer: T) => boolean): Promise<T> => {
    // What begins while the site is away waits along: it would only find the same.
    while (waiting) await waiting;
    for (let times = 0; ; times += 1) {
      const mode = times < waits.length && nextWait(waited, waits) !== null ? "wait" : "final";
      const answer = await attempt(mode);
      if (!isAway(answer)) {
        // It is there: the next time that it is away begins with the shortest wait.
        if (mode === "wait") waited = { ...waited, next: 0 };
        return answer;
      }
      await wait();
    }
  };

  return {
    ask: (attempt, isAway) => (patched(WAITS_FOR_SITE) ? patiently(attempt, isAway) : attempt()),
    carried: () => waited,
  };
}
