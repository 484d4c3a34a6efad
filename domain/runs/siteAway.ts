// Recognizes a site that is temporarily unavailable, for example during a deployment, and limits how long a run waits for it.

/** Pauses in ms before a part is tried again. A restarting site is back after seconds, a redeployed one within a minute. */
export const SITE_WAITS_MS: readonly number[] = [5_000, 15_000, 30_000];
/** A site may become unavailable again. A run waits for it at most this many times the sum of the pauses. */
const MAX_TIMES = 2;

/**
 * What an activity does if the site is unavailable. `wait`: it decides nothing; its workflow waits and calls it again. `final`: the run
 * has waited long enough. Absent for runs that started before waiting existed: the activity is retried as before.
 */
export const AWAY_MODES = ["wait", "final"] as const;
export type AwayMode = (typeof AWAY_MODES)[number];

/** Answer of a gateway that cannot reach the site. */
const GATEWAY = /\banswered (502|503|504)\b/;
/** Errors of a resolver that could not answer. A name that does not exist is final. */
const RESOLVER = /\b(EAI_AGAIN|EAI_FAIL|ESERVFAIL)\b/;

/** Returns whether a page could not be loaded because its site is unavailable. `code` and `message`: reason of the capture. */
export function isSiteAway({ code, message }: { code: string; message: string }): boolean {
  if (code === "connection_failed") return true;
  if (code === "host_not_found") return RESOLVER.test(message);
  return code === "http_error" && GATEWAY.test(message);
}

/** Waiting state of a run: `next` is the index of the next pause, `waitedMs` the total time waited. */
export type Waited = { next: number; waitedMs: number };
export const NOT_WAITED: Waited = { next: 0, waitedMs: 0 };

/** Returns the next pause and the waiting state after it, or null if the run has waited long enough. */
export function nextWait({ next, waitedMs }: Waited, waits: readonly number[]): { ms: number; after: Waited } | null {
  const ms = waits[next];
  const bound = MAX_TIMES * waits.reduce((sum, one) => sum + one, 0);
  if (ms === undefined || waitedMs + ms > bound) return null;
  return { ms, after: { next: next + 1, waitedMs: waitedMs + ms } };
}
