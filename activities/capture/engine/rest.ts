// Waits until what a page has set going is over: a bar that hides after 3 s, a list that comes late. A page that has set nothing going
// is not waited for. What never ends is told by when it runs next, so that a turn of a carousel is seen as one.
import type { Preparing } from "./prepare.ts";

/** What the page's own scripts have set going, in one of its frames. */
type Pending = {
  /** ms until the next of its time-outs, or of first runs of its intervals, that come in time; null: there is none. */
  nextMs: number | null;
  /** An interval, or a loop of frames, that may go on for ever. */
  endless: boolean;
  /** ms until each time-out and each interval runs next, those in time, the soonest first. */
  runsMs: number[];
  /** A loop of frames is going on. */
  loops: boolean;
  /** It may be: one of a browser that is short of time, or the engine's own frames from when it prepared the page. */
  mayLoop: boolean;
};
/** `scripts`: of it, something that the page's scripts have timed, and not its server. */
type PendingHere = Pending & { scripts: boolean };

/** Time-outs and fetches are waited for when they end within this time after the page was ready: a visitor has seen most of the page by then. */
const MAX_MS = 8_000;
/** What has no end says to nobody what it waits for: a turn every 5 s and a bubble after 6 s are over by then. */
const ENDLESS_MS = 6_500;
const LOOK_EVERY_MS = 250;
/** What runs more often is seen while the page is given a second to rest. */
const OFTEN_MS = 1_000;
/** A run needs a moment to be seen, and those so near to each other are looked at once. */
const SEEN_AFTER_MS = 200;
const MAX_RUNS = 6;
/** When a loop of frames is looked at: it says to nobody what it waits for. */
const LOOP_LOOKS_MS: readonly number[] = [1_300, 2_700, 4_200, 5_600];
const MAX_FRAMES = 20;
const ANSWER_MS = 3_000;

/**
 * Runs in each document before its own scripts: notes what they set going. Calls go through proxies of the functions, which read
 * like the functions themselves; handlers are left alone, as a time-out whose time has passed was run.
 */
const watchTimers = (often: number) => {
  const now = performance.now.bind(performance);
  // `at`: when it runs first. `every`: ms from run to run; 0: it runs once.
  const due = new Map<unknown, { at: number; every: number }>();
  // When the latest frames were asked for: a browser that is short of time gives a loop one now and then.
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

/** Whether no frame of the page has a time-out, an interval, a loop of frames, a fetch, a worker or a connection under way. */
export async function isIdle(resting: Resting): Promise<boolean> {
  const { nextMs, endless } = await pendingIn(resting, MAX_MS);
  return nextMs === null && !endless;
}

/** Returns at once where nothing is under way. `now`: ms of a clock. Answers whether it waited for timers of the page's scripts. */
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
 * When a page at rest may change all the same, ms from now, the soonest first: each time-out and each interval has run once by then, and
 * what a loop of frames waits for has been looked for.
 */
export async function nextRuns(resting: Resting): Promise<number[]> {
  const { runsMs, mayLoop } = await pendingIn(resting, MAX_MS);
  const looks = [...runsMs.map((ms) => ms + SEEN_AFTER_MS), ...(mayLoop ? LOOP_LOOKS_MS : [])].sort((a, b) => a - b);
  const apart: number[] = [];
  for (const at of looks) {
    // Of those near to each other the last: by then all of them have run.
    if (at - (apart.at(-1) ?? Number.NEGATIVE_INFINITY) < SEEN_AFTER_MS) apart.pop();
    apart.push(at);
  }
  return apart.slice(0, MAX_RUNS);
}

/** Of all frames, with what the page fetches or listens to. A frame that does not answer may be at anything. */
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
  // A page may answer anything, and what it fetches ends like a time-out that nobody knows.
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
