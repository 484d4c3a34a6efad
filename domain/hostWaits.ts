// What a run waits for on a worker's host, or at the site, as the status and the Temporal UI say it.

/** `shared`: browser work, while Lighthouse measures alone. `exclusive`: Lighthouse, until the browser work before it is done. */
export const HOST_WAITS = {
  shared: "waiting while Lighthouse measures on this host",
  exclusive: "waiting until no other browser works on this host",
} as const;

/** Of an attempt that ended because other work asks the site (activities/site/siteTurn.ts): the next one looks again. */
export const SITE_WAIT = "waiting until other work has asked the site";

/** The wait that one of a run's activities tells of in its heartbeats, null: none does. */
export function hostWaitAmong(heartbeats: readonly unknown[]): string | null {
  return Object.values(HOST_WAITS).find((wait) => heartbeats.includes(wait)) ?? null;
}
