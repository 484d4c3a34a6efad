// Lets the parts of a run wait together for an unavailable site, for as long as the run may wait. Deterministic.
import { patched, sleep } from "@temporalio/workflow";
import { type AwayMode, NOT_WAITED, nextWait, SITE_WAITS_MS, type Waited } from "../domain/runs/siteAway.ts";

/** Runs started before this patch tried each part twice in immediate succession. */
const WAITS_FOR_SITE = "waits-for-a-site-that-is-away";

export type SiteWaits = {
  /** Repeats the attempt until the site is available, or until the run has waited long enough. */
  ask<T>(attempt: (away?: AwayMode) => Promise<T>, isAway: (answer: T) => boolean): Promise<T>;
  /** Returns the state for the next execution of the run. */
  carried(): Waited;
};

/** Creates the waits of a run. `shown` is called when a wait starts and ends. */
export function siteWaits(
  from: Waited = NOT_WAITED,
  waits: readonly number[] = SITE_WAITS_MS,
  shown: (isWaiting: boolean) => void = () => undefined,
): SiteWaits {
  let waited = from;
  let waiting: Promise<void> | null = null;

  /** Shares one timer between all parts that find the site unavailable while it is running. */
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
    // Parts that start while the site is unavailable wait as well, because they would only find the same.
    while (waiting) await waiting;
    for (let times = 0; ; times += 1) {
      const mode = times < waits.length && nextWait(waited, waits) !== null ? "wait" : "final";
      const answer = await attempt(mode);
      if (!isAway(answer)) {
        // The site is available, so the next outage starts with the shortest wait again.
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
