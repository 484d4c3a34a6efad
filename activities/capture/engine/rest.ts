// Waits until what a page has set going is over: a bar that hides after 3 s, a list that comes late. A page that has set nothing going
// is not waited for.
import type { Preparing } from "./prepare.ts";

/** What the page's own scripts have set going, in one of its frames. */
type Pending = {
  /** ms until the next of its time-outs that end in time; null: there is none. */
  nextMs: number | null;
  /** An interval, or a loop of frames, that may go on for ever. */
  endless: boolean;
};

/** Time-outs and fetches are waited for when they end within this time after the page was ready: a visitor has seen most of the page by then. */
const LONGEST_MS = 8_000;
/** What has no end is watched as long as a page that does not come to rest. */
const ENDLESS_MS = 5_000;
const LOOK_EVERY_MS = 250;
const MOST_FRAMES = 20;
const ANSWER_MS = 3_000;

/**
 * Runs in each document before its own scripts: notes what they set going. Calls go through proxies of the functions, which read
 * like the functions themselves; handlers are left alone, as a time-out whose time has passed was run.
 */
const watchTimers = () => {
  const now = performance.now.bind(performance);
  const due = new Map<unknown, number>();
  let framesAt = Number.NEGATIVE_INFINITY;
  const sweep = (): void => {
    for (const [id, at] of due) if (at < now()) due.delete(id);
  };
  const wrap = (name: string, note: (result: unknown, args: unknown[]) => void): void => {
    const own = (globalThis as Record<string, unknown>)[name];
    if (typeof own !== "function") return;
    const wrapped = new Proxy(own, {
      apply(target, self, args) {
        const result: unknown = Reflect.apply(target as (...given: unknown[]) => unknown, self, args);
        note(result, args);
        return result;
      },
    });
    (globalThis as Record<string, unknown>)[name] = wrapped;
  };
  wrap("setTimeout", (id, [, ms]) => {
    due.set(id, now() + Math.max(0, Number(ms) || 0));
    if (due.size > 1_000) sweep();
  });
  wrap("setInterval", (id) => void due.set(id, Number.POSITIVE_INFINITY));
  for (const name of ["clearTimeout", "clearInterval"]) wrap(name, (_, [id]) => void due.delete(id));
  wrap("requestAnimationFrame", () => {
    framesAt = now();
  });
  Object.defineProperty(globalThis, Symbol.for("plumbline:pending"), {
    value: (withinMs: number): Pending => {
      sweep();
      const all = [...due.values()];
      const ends = all.map((at) => at - now()).filter((ms) => ms <= withinMs);
      const endless = all.includes(Number.POSITIVE_INFINITY) || now() - framesAt < 300;
      return { nextMs: ends.length > 0 ? Math.min(...ends) : null, endless };
    },
  });
};

export const WATCH_TIMERS = `(${String(watchTimers)})();`;

export type Resting = Pick<Preparing, "page" | "traffic" | "guard">;

/** Whether no frame of the page has a time-out, an interval, a loop of frames, a fetch, a worker or a connection under way. */
export async function isIdle(resting: Resting): Promise<boolean> {
  const { nextMs, endless } = await pendingIn(resting, LONGEST_MS);
  return nextMs === null && !endless;
}

/** Returns at once where nothing is under way. `now`: ms of a clock. */
export async function restPage(resting: Resting, now: () => number = () => performance.now()): Promise<void> {
  const { guard } = resting;
  const began = now();
  for (;;) {
    const gone = now() - began;
    const { nextMs, endless } = await pendingIn(resting, LONGEST_MS - gone);
    const left = (nextMs !== null ? LONGEST_MS : endless ? ENDLESS_MS : 0) - gone;
    if (left <= 0) return;
    await guard.sleep(Math.min(left, Math.max(50, Math.min(nextMs ?? LOOK_EVERY_MS, LOOK_EVERY_MS))));
  }
}

/** Of all frames, with what the page fetches or listens to. A frame that does not answer may be at anything. */
async function pendingIn({ page, traffic, guard }: Resting, withinMs: number): Promise<Pending> {
  const ask = `globalThis[Symbol.for("plumbline:pending")]?.(${withinMs}) ?? { nextMs: null, endless: false }`;
  const answers = page
    .frames()
    .slice(0, MOST_FRAMES)
    .map((frame) => frame.evaluate(ask) as Promise<Pending>);
  const all = await guard.run(Promise.allSettled(answers), ANSWER_MS).catch((error: unknown) => {
    if (guard.signal.aborted) throw error;
    return null;
  });
  const busy = all === null || traffic.listens() || page.workers().length > 0;
  const known = (all ?? []).flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  // A page may answer anything, and what it fetches ends like a time-out that nobody knows.
  const ends = known.map((one) => one?.nextMs).filter((ms): ms is number => typeof ms === "number" && ms >= 0);
  if (traffic.openRequests().length > 0) ends.push(LOOK_EVERY_MS);
  return { nextMs: ends.length > 0 ? Math.min(...ends) : null, endless: busy || known.some((one) => one?.endless) };
}
