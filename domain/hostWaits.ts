// Texts with which the status and the Temporal UI show what a run waits for on a worker's host or at the site.

/** `shared`: browser work waits while Lighthouse measures alone. `exclusive`: Lighthouse waits until earlier browser work has finished. */
export const HOST_WAITS = {
  shared: "waiting while Lighthouse measures on this host",
  exclusive: "waiting until no other browser works on this host",
} as const;

/** Reason of an attempt that ended because other work is requesting the site (activities/site/siteTurn.ts); the next attempt checks again. */
export const SITE_WAIT = "waiting until other work has asked the site";

/** Returns the wait that one of the run's activities reports in its heartbeats, or null if none does. */
export function hostWaitAmong(heartbeats: readonly unknown[]): string | null {
  return Object.values(HOST_WAITS).find((wait) => heartbeats.includes(wait)) ?? null;
}
