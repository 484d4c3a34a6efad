// Whether a second run of one commit repeats the first, or looks again at what may have changed since without a commit.

/** A nightly run starts so long after the one before it; a job that failed is run again on the same day. */
const APART_MS = 12 * 3_600_000;

/**
 * `scheduled`: CI says that a time of day started the run, or that a push or a pull request did (false); null or undefined:
 * nobody said what did.
 */
export type Repeatable = { createdAt: Date; scheduled?: boolean | null; prNumber?: number | null };

/**
 * Runs of the run's own commit that were started by then show how it was before; null: none does, because the run only
 * repeats them. A job that is run again must say what it said at first, so what a push or a pull request started never
 * counts its own commit's runs, however late it is run again. A schedule has no commit of its own: it asks what changed
 * since last time. Where nobody says what started a run, one of main is taken for that, and any other for a job.
 */
export function looksAgainSince({ createdAt, scheduled, prNumber }: Repeatable, onMain: boolean): Date | null {
  const again = scheduled ?? (onMain && (prNumber ?? null) === null);
  return again ? new Date(createdAt.getTime() - APART_MS) : null;
}
