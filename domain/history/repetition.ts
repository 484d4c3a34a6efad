// Decides whether a second run of the same commit repeats the first, or checks again for changes that happened without a commit.

/** Minimum time between a nightly run and the one before it; a failed job is rerun on the same day. */
const APART_MS = 12 * 3_600_000;

/** `scheduled`: true if CI reports that a schedule started the run, false for a push or a pull request; null or undefined if unknown. */
export type Repeatable = { createdAt: Date; scheduled?: boolean | null; prNumber?: number | null };

/**
 * Returns the time up to which runs of the same commit count as earlier state, or null if the run only repeats them. A rerun job must give
 * the same result as at first, so a run started by a push or a pull request never counts its own commit's runs, however late it is rerun.
 * A schedule has no commit of its own and checks what changed since last time. If the trigger is unknown, a run of main counts as
 * scheduled, and any other as a job.
 */
export function looksAgainSince({ createdAt, scheduled, prNumber }: Repeatable, onMain: boolean): Date | null {
  const again = scheduled ?? (onMain && (prNumber ?? null) === null);
  return again ? new Date(createdAt.getTime() - APART_MS) : null;
}
