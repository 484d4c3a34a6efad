// Flakiness of a screenshot: the share of its latest tests that were unstable or changed their result without a reason.

/** Number of tests considered. */
export const FLAKY_RUNS = 20;

/** One result of one place; results are in the order of their runs, oldest first. */
export type Seen = {
  /** null for production. */
  environmentId: string | null;
  branch: string | null;
  /** null if the commit is unknown. */
  commit: string | null;
  /** Artifact of the baseline it was compared with. */
  baseline: string | null;
  /** Whether it differed from the baseline, whatever the review decided; null if it could not be compared. */
  failed: boolean | null;
  /** Whether two captures of the same run differed from each other. */
  unstable: boolean;
};

export type Flakiness = {
  /** Number of results that could be compared. */
  results: number;
  unstable: number;
  flipped: number;
  /** Share of the results, 0 to 100; null if there are too few of them. */
  percent: number | null;
};

/** A single result does not show whether it is repeatable. */
const MIN_RESULTS = 2;

/** Returns for each result whether it was unsteady: unstable itself, or with a different outcome than before for the same commit and baseline. */
export function unsteadyOf(results: readonly Seen[]): ("unstable" | "flipped" | null)[] {
  const last = new Map<string, boolean>();
  return results.map((one, at) => {
    const { environmentId, branch, commit, baseline, failed, unstable } = one;
    if (failed === null) return null;
    const place = JSON.stringify([environmentId, branch, commit, baseline]);
    const before = last.get(place);
    last.set(place, failed);
    if (unstable) return "unstable";
    if (commit !== null) return before !== undefined && before !== failed ? "flipped" : null;
    return failed && isAlone(results, at) ? "flipped" : null;
  });
}

/**
 * Whether the result failed between two passes on the same baseline. Without a commit this is the only evidence, because nobody breaks and
 * fixes a page in between.
 */
function isAlone(results: readonly Seen[], at: number): boolean {
  const one = results[at]!;
  const alike = (other: Seen): boolean =>
    other.failed !== null &&
    other.environmentId === one.environmentId &&
    other.branch === one.branch &&
    other.baseline === one.baseline;
  const before = results.slice(0, at).findLast(alike);
  const after = results.slice(at + 1).find(alike);
  return before?.failed === false && after?.failed === false;
}

export function flakinessOf(results: readonly Seen[]): Flakiness {
  return sumOf(results.filter(({ failed }) => failed !== null).length, unsteadyOf(results));
}

/** Returns the flakiness of several places together. */
export function flakinessOfAll(places: readonly Flakiness[]): Flakiness {
  const sum = (of: (one: Flakiness) => number): number => places.reduce((all, one) => all + of(one), 0);
  return withPercent({
    results: sum(({ results }) => results),
    unstable: sum(({ unstable }) => unstable),
    flipped: sum(({ flipped }) => flipped),
  });
}

function sumOf(results: number, unsteady: readonly ("unstable" | "flipped" | null)[]): Flakiness {
  const count = (what: "unstable" | "flipped"): number => unsteady.filter((one) => one === what).length;
  return withPercent({ results, unstable: count("unstable"), flipped: count("flipped") });
}

function withPercent(counts: Omit<Flakiness, "percent">): Flakiness {
  const { results, unstable, flipped } = counts;
  return { ...counts, percent: results < MIN_RESULTS ? null : ((unstable + flipped) / results) * 100 };
}
