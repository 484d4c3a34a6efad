// How fast a crawl asks its site: as robots.txt wants it, and slower while the site has more than it can take.
import { CRAWL_LIMITS } from "./limits.ts";

/** Requests at once, and the pause after each. */
export type Speed = { perHost: number; delayMs: number };

/** Kept with the job, so that a worker that takes over does not begin at full speed. */
export type CrawlPace = {
  /** Of STEPS. */
  step: number;
  /** Epoch ms before which the site is left alone. */
  until: number;
  /** Answers since the step was changed, up to CALM. */
  calm: number;
  /** How often it asked for slower requests in all. */
  refusals: number;
};

/** What a batch met. */
export type Met = {
  answered: number;
  /** 429, 503, or no answer from a server that had answered before. */
  refused: number;
  /** With a 429, which is meant for all requests. */
  tooMany: boolean;
  /** The longest Retry-After; null: there was none. */
  waitMs: number | null;
};

export const FULL_PACE: CrawlPace = { step: 0, until: 0, calm: 0, refusals: 0 };

/** Each is taken when the one before was too fast. `restMs`: how long the site is left alone first, unless it says itself. */
const STEPS = [
  { perHost: CRAWL_LIMITS.perHost, delayMs: CRAWL_LIMITS.delayMs, restMs: 0 },
  { perHost: 2, delayMs: 250, restMs: 2_000 },
  { perHost: 1, delayMs: 1_000, restMs: 5_000 },
  { perHost: 1, delayMs: 3_000, restMs: 15_000 },
  { perHost: 1, delayMs: CRAWL_LIMITS.longestDelayMs, restMs: 60_000 },
] as const;

/** A site that wants to be left alone for longer is asked again after this. */
export const MAX_REST_MS = 300_000;
const MIN_REST_MS = 1_000;
/** An address is asked so often before a refusal is its answer. */
export const MAX_TRIES = 4;
/** So many answers without a refusal, and it goes one step faster. */
const CALM = 100;
/** Refusals after which a batch hands the rest of its addresses back. */
const MAX_REFUSED = 4;
/** One refusal in so many requests is too many. */
const SHARE = 5;

const stepAt = (step: number) => STEPS[Math.min(Math.max(step, 0), STEPS.length - 1)] ?? STEPS[0];

/** `robotsDelayMs`: Crawl-delay, null without one; it is never undercut up to 10 s. */
export function speedOf({ step }: CrawlPace, robotsDelayMs: number | null): Speed {
  const { perHost, delayMs } = stepAt(step);
  if (robotsDelayMs === null) return { perHost, delayMs };
  return { perHost: 1, delayMs: Math.max(delayMs, Math.min(robotsDelayMs, CRAWL_LIMITS.longestDelayMs)) };
}

/** ms for which the site is still to be left alone; bounded, should two workers' clocks differ. */
export const restOf = ({ until }: CrawlPace, now: number): number => Math.min(Math.max(until - now, 0), MAX_REST_MS);

/** Whether the rest of a batch waits for a better time. */
export const isEnough = ({ refused, tooMany, waitMs }: Met): boolean =>
  tooMany || waitMs !== null || refused >= MAX_REFUSED;

/** The pace after a batch; the same object where nothing changes. */
export function paceAfter(pace: CrawlPace, met: Met, now: number): CrawlPace {
  const { answered, refused, waitMs } = met;
  const refusals = pace.refusals + refused;
  const until = (restMs: number) => now + Math.min(Math.max(restMs, MIN_REST_MS), MAX_REST_MS);
  if (isTooFast(pace, met)) {
    const step = Math.min(pace.step + 1, STEPS.length - 1);
    return { step, until: until(waitMs ?? stepAt(step).restMs), calm: 0, refusals };
  }
  // Where nothing else was asked meanwhile, the next try would come at once.
  const rests = waitMs !== null || (refused > 0 && answered === 0);
  const next = { ...pace, refusals, until: rests ? until(waitMs ?? 0) : pace.until };
  const calm = Math.min(pace.calm + answered, CALM);
  if (calm === CALM && pace.step > 0) return { ...next, step: pace.step - 1, calm: 0 };
  return refused === 0 && calm === pace.calm ? pace : { ...next, calm };
}

/** A few unreachable pages do not slow down a site that answers well otherwise. */
function isTooFast(pace: CrawlPace, { answered, refused, tooMany }: Met): boolean {
  if (refused === 0 || tooMany) return tooMany;
  const well = answered + (refused < MAX_REFUSED ? pace.calm : 0);
  return refused * SHARE >= refused + well;
}
