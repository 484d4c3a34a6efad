// Controls how fast a crawl requests pages: as robots.txt asks, and slower while the site is overloaded.
import { CRAWL_LIMITS } from "./limits.ts";

/** Number of requests at the same time, and the pause after each. */
export type Speed = { perHost: number; delayMs: number };

/** Stored with the job, so that another worker does not restart at full speed. */
export type CrawlPace = {
  /** Index in `STEPS`. */
  step: number;
  /** Epoch ms before which the site must not be requested. */
  until: number;
  /** Number of responses since the step changed, up to `CALM`. */
  calm: number;
  /** How often the site has asked for slower requests in total. */
  refusals: number;
};

/** Outcome of a batch. */
export type Met = {
  answered: number;
  /** Number of 429 and 503 responses, and of missing responses from a server that responded before. */
  refused: number;
  /** Whether a 429 was among them, which applies to all requests. */
  tooMany: boolean;
  /** The longest Retry-After; null if there was none. */
  waitMs: number | null;
};

export const FULL_PACE: CrawlPace = { step: 0, until: 0, calm: 0, refusals: 0 };

/** Speeds, each used if the previous one was too fast. `restMs`: how long to pause first, unless the site specifies it. */
const STEPS = [
  { perHost: CRAWL_LIMITS.perHost, delayMs: CRAWL_LIMITS.delayMs, restMs: 0 },
  { perHost: 2, delayMs: 250, restMs: 2_000 },
  { perHost: 1, delayMs: 1_000, restMs: 5_000 },
  { perHost: 1, delayMs: 3_000, restMs: 15_000 },
  { perHost: 1, delayMs: CRAWL_LIMITS.longestDelayMs, restMs: 60_000 },
] as const;

/** Maximum pause; a site that asks for a longer one is requested again after this. */
export const MAX_REST_MS = 300_000;
const MIN_REST_MS = 1_000;
/** Maximum number of tries per address before a refusal is its result. */
export const MAX_TRIES = 4;
/** Number of responses without a refusal after which the crawl goes one step faster. */
const CALM = 100;
/** Number of refusals after which a batch returns the rest of its addresses. */
const MAX_REFUSED = 4;
/** One refusal in this many requests is too many. */
const SHARE = 5;

const stepAt = (step: number) => STEPS[Math.min(Math.max(step, 0), STEPS.length - 1)] ?? STEPS[0];

/** `robotsDelayMs`: the Crawl-delay, null without one; always respected up to 10 s. */
export function speedOf({ step }: CrawlPace, robotsDelayMs: number | null): Speed {
  const { perHost, delayMs } = stepAt(step);
  if (robotsDelayMs === null) return { perHost, delayMs };
  return { perHost: 1, delayMs: Math.max(delayMs, Math.min(robotsDelayMs, CRAWL_LIMITS.longestDelayMs)) };
}

/** Returns the ms for which the site must not be requested. Limited in case two workers' clocks differ. */
export const restOf = ({ until }: CrawlPace, now: number): number => Math.min(Math.max(until - now, 0), MAX_REST_MS);

/** Whether the rest of a batch must wait. */
export const isEnough = ({ refused, tooMany, waitMs }: Met): boolean =>
  tooMany || waitMs !== null || refused >= MAX_REFUSED;

/** Returns the pace after a batch; the same object if nothing changes. */
export function paceAfter(pace: CrawlPace, met: Met, now: number): CrawlPace {
  const { answered, refused, waitMs } = met;
  const refusals = pace.refusals + refused;
  const until = (restMs: number) => now + Math.min(Math.max(restMs, MIN_REST_MS), MAX_REST_MS);
  if (isTooFast(pace, met)) {
    const step = Math.min(pace.step + 1, STEPS.length - 1);
    return { step, until: until(waitMs ?? stepAt(step).restMs), calm: 0, refusals };
  }
  // If nothing else was requested, the next try would follow immediately.
  const rests = waitMs !== null || (refused > 0 && answered === 0);
  const next = { ...pace, refusals, until: rests ? until(waitMs ?? 0) : pace.until };
  const calm = Math.min(pace.calm + answered, CALM);
  if (calm === CALM && pace.step > 0) return { ...next, step: pace.step - 1, calm: 0 };
  return refused === 0 && calm === pace.calm ? pace : { ...next, calm };
}

/** A few unreachable pages do not slow down the crawl of a site that otherwise responds well. */
function isTooFast(pace: CrawlPace, { answered, refused, tooMany }: Met): boolean {
  if (refused === 0 || tooMany) return tooMany;
  const well = answered + (refused < MAX_REFUSED ? pace.calm : 0);
  return refused * SHARE >= refused + well;
}
