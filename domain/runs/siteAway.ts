// A site that is away for a while, such as during a deployment: what looks like it, and how long a run waits for it.

/** ms before a part is tried again: a site that restarts is back after seconds, one that is deployed anew within a minute. */
export const SITE_WAITS_MS: readonly number[] = [5_000, 15_000, 30_000];
/** A site may go away again: a run waits for it at most this many times the sum of the waits. */
const MAX_TIMES = 2;

/**
 * What an activity does where the site is away. `wait`: nothing is decided, its workflow waits and calls again. `final`: the run has
 * waited enough. Absent, of runs that began before there were waits: it is tried again as it was then.
 */
export const AWAY_MODES = ["wait", "final"] as const;
export type AwayMode = (typeof AWAY_MODES)[number];

/** A server before the site that does not reach it. */
const GATEWAY = /\banswered (502|503|504)\b/;
/** A resolver that could not tell; a name that does not exist stays so. */
const RESOLVER = /\b(EAI_AGAIN|EAI_FAIL|ESERVFAIL)\b/;

/** Whether a page could not be had because nobody answered for its site. `code` and `message` are a capture's reason. */
export function isSiteAway({ code, message }: { code: string; message: string }): boolean {
  if (code === "connection_failed") return true;
  if (code === "host_not_found") return RESOLVER.test(message);
  return code === "http_error" && GATEWAY.test(message);
}

/** How far a run has waited: `next` is the number of the next wait, `waitedMs` what all of them took. */
export type Waited = { next: number; waitedMs: number };
export const NOT_WAITED: Waited = { next: 0, waitedMs: 0 };

/** The next wait, and where the run then stands; null: it has waited enough. */
export function nextWait({ next, waitedMs }: Waited, waits: readonly number[]): { ms: number; after: Waited } | null {
  const ms = waits[next];
  const bound = MAX_TIMES * waits.reduce((sum, one) => sum + one, 0);
  if (ms === undefined || waitedMs + ms > bound) return null;
  return { ms, after: { next: next + 1, waitedMs: waitedMs + ms } };
}
