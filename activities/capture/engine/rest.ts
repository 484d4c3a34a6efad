// Waits for activity a page has started: a bar that hides after 3 s, a list that loads late. A page without any
// is not waited for. Endless activity is reported by its next run, so that a carousel's turn is recognized as one.
import type { Preparing } from "./prepare.ts";

/** Activity started by the page's own scripts, in one of its frames. */
type Pending = {
  /** ms until the next timeout, or first run of an interval, within the limit; null: there is none. */
  nextMs: number | null;
  /** Whether there is an interval or a loop of frames, which may go on forever. */
  endless: boolean;
  /** ms until the next run of each timeout and interval within the limit, the soonest first. */
  runsMs: number[];
  /** Whether a loop of frames is running. */
  loops: boolean;
  /** Whether there may be a loop: in a slow browser, or from the engine's own frames while it prepared the page. */
  mayLoop: boolean;
};
/** `scripts`: whether the activity includes timers of the page's scripts, as opposed to requests only. */
type PendingHere = Pending & { scripts: boolean };

/** Timeouts and fetches are waited for if they end within this time after the page was ready, by which a visitor has seen most of the page. */
const MAX_MS = 8_000;
/** Endless activity does not reveal what it waits for: by this time a carousel's turn every 5 s and a bubble after 6 s are over. */
const ENDLESS_MS = 6_500;
const LOOK_EVERY_MS = 250;
/** More frequent runs are already seen while the page is given a second to rest. */
const OFTEN_MS = 1_000;
/** A run takes a moment to become visible; runs this close to each other share one check. */
const SEEN_AFTER_MS = 200;
const MAX_RUNS = 6;
/** When to check a loop of frames, because it does not reveal what it waits for. */
const LOOP_LOOKS_MS: readonly number[] = [1_300, 2_700, 4_200, 5_600];
const MAX_FRAMES = 20;
const ANSWER_MS = 3_000;

/**
 * Runs in each document before its own scripts and records the activity they start. Calls go through proxies, which print like
 * the original functions; callbacks are not wrapped, because a timeout whose time has passed counts as run.
 */
const watchTimers = (often: number) => {
  const now = performance.now.bind(performance);
  // `at`: when it runs first. `every`: ms between runs; 0: it runs once.
  const due = new Map<unknown, { at: number; every: number }>();
  // When the latest frames were requested: in a slow browser, a loop gets one only occasionally.
  const frames: number[] = [];
  const askedWithin = (ms: number, at: number): boolean => at - (frames.at(-1) ?? Number.NEGATIVE_INFINITY) < ms;
  const sweep = (): void => {
    for (const [id, { at, every }] of due) if (every === 0 && at < now()) due.delete(id);
  };
  const lengthOf = (ms: unknown): number => Math.max(0, Number(ms) || 0);
  const wrap = (name: string, note: (result: unknown, args: unknown[]) => void, owner: object = globalThis): void => {
    const own = (owner as Record<string, unknown>)[name];
    if (typeof own !== "function") return;
    const wrapped = new Proxy(own, {
      apply(target, self, args) {
        const result: unknown = Reflect.apply(target as (...given: unknown[]) => unknown, self, args);
        note(result, args);
        return result;
      },
    });
    (owner as Record<string, unknown>)[name] = wrapped;
  };
  const noteOnce = (id: unknown, ms: unknown): void => {
    due.set(id, { at: now() + lengthOf(ms), every: 0 });
    if (due.size > 1_000) sweep();
  };
  wrap("setTimeout", (id, [, ms]) => noteOnce(id, ms));
  wrap("setInterval", (id, [, ms]) => {
    // Browsers run none more often.
    const every = Math.max(4, lengthOf(ms));
    due.set(id, { at: now() + every, every });
  });
  const tasks = (globalThis as { Scheduler?: { prototype: object } }).Scheduler;
  if (tasks)
    wrap("postTask", (done, [, options]) => noteOnce(done, (options as { delay?: number })?.delay), tasks.prototype);
  for (const name of ["clearTimeout", "clearInterval"]) wrap(name, (_, [id]) => void due.delete(id));
  wrap("requestAnimationFrame", () => {
    frames.push(now());
    if (frames.length > 4) frames.shift();
  });
  Object.defineProperty(globalThis, Symbol.for("plumbline:pending"), {
    value: (withinMs: number): Pending => {
      sweep();
      const at = now();
      const all = [...due.values()];
      const nextOf = (one: { at: number; every: number }): number =>
        one.at >= at || one.every === 0 ? one.at - at : one.every - ((at - one.at) % one.every);
      const ends = all.map((one) => one.at - at).filter((ms) => ms >= 0 && ms <= withinMs);
      const runs = all.filter(({ every }) => every === 0 || every >= often).map(nextOf);
      const loops = askedWithin(300, at);
      const mayLoop = loops || (askedWithin(1_500, at) && frames.length === 4 && at - (frames[0] ?? 0) < 5_000);
      return {
        nextMs: ends.length > 0 ? Math.min(...ends) : null,
        endless: loops || all.some(({ every }) => every > 0),
        runsMs: runs
          .filter((ms) => ms <= withinMs)
          .sort((a, b) => a - b)
          .slice(0, 50),
        loops,
        mayLoop,
      };
    },
  });
};

export const WATCH_TIMERS = `(${String(watchTimers)})(${OFTEN_MS});`;

export type Resting = Pick<Preparing, "page" | "traffic" | "guard">;

/** Whether no frame of the page has a pending timeout, interval, loop of frames, fetch, worker or connection. */
export async function isIdle(resting: Resting): Promise<boolean> {
  const { nextMs, endless } = await pendingIn(resting, MAX_MS);
  return nextMs === null && !endless;
}

/**
 * Waits for pending activity; returns immediately if there is none. `now`: clock in ms. Returns whether it waited for timers of the page's
 * scripts.
 */
export async function restPage(resting: Resting, now: () => number = () => performance.now()): Promise<boolean> {
  const { guard } = resting;
  const began = now();
  let timed = false;
  for (;;) {
    const gone = now() - began;
    const { nextMs, endless, mayLoop, scripts } = await pendingIn(resting, MAX_MS - gone);
    const left = (nextMs !== null ? MAX_MS : endless || mayLoop ? ENDLESS_MS : 0) - gone;
    if (left <= 0) return timed;
    timed ||= scripts;
    await guard.sleep(Math.min(left, Math.max(50, Math.min(nextMs ?? LOOK_EVERY_MS, LOOK_EVERY_MS))));
  }
}

/**
 * Returns when a page at rest may still change, in ms from now, the soonest first: by then each timeout and each interval has run once,
 * and loops of frames have been checked.
 */
export async function nextRuns(resting: Resting): Promise<number[]> {
  const { runsMs, mayLoop } = await pendingIn(resting, MAX_MS);
  const looks = [...runsMs.map((ms) => ms + SEEN_AFTER_MS), ...(mayLoop ? LOOP_LOOKS_MS : [])].sort((a, b) => a - b);
  const apart: number[] = [];
  for (const at of looks) {
    // Keep the last of those close to each other: by then all of them have run.
    if (at - (apart.at(-1) ?? Number.NEGATIVE_INFINITY) < SEEN_AFTER_MS) apart.pop();
    apart.push(at);
  }
  return apart.slice(0, MAX_RUNS);
}

/** Collects the activity of all frames, and of the page's requests and connections. A frame that does not respond counts as busy. */
async function pendingIn({ page, traffic, guard }: Resting, withinMs: number): Promise<PendingHere> {
  const ask = `globalThis[Symbol.for("plumbline:pending")]?.(${withinMs})`;
  const answers = page
    .frames()
    .slice(0, MAX_FRAMES)
    .map((frame) => frame.evaluate(ask) as Promise<Partial<Pending> | null | undefined>);
  const all = await guard.run(Promise.allSettled(answers), ANSWER_MS).catch((error: unknown) => {
    if (guard.signal.aborted) throw error;
    return null;
  });
  const busy = all === null || traffic.listens() || page.workers().length > 0;
  const known = (all ?? []).flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  // A page may return anything; its requests count as a timeout of unknown length.
  const ends = known.map((one) => one?.nextMs).filter((ms): ms is number => typeof ms === "number" && ms >= 0);
  const endless = known.some((one) => one?.endless);
  const scripts = ends.length > 0 || endless;
  if (traffic.openRequests().length > 0) ends.push(LOOK_EVERY_MS);
  const runs = known.flatMap((one) => (Array.isArray(one?.runsMs) ? one.runsMs : []));
  return {
    nextMs: ends.length > 0 ? Math.min(...ends) : null,
    endless: busy || endless,
    runsMs: runs.filter((ms) => typeof ms === "number" && ms >= 0 && ms <= withinMs),
    loops: known.some((one) => one?.loops === true),
    mayLoop: known.some((one) => one?.mayLoop === true),
    scripts,
  };
}
