// How often a screenshot said something else without a reason: of the newest tests, the share that was unstable or flipped.

/** Tests that are looked at. */
export const FLAKY_RUNS = 20;

/** One result of one place, in the order of its runs, the oldest first. */
export type Seen = {
  branch: string | null;
  /** null: nobody told of the commit. */
  commit: string | null;
  /** Artifact of the picture it was compared with. */
  baseline: string | null;
  /** It differed from that picture, whatever was decided about it. null: it could not be compared. */
  failed: boolean | null;
  /** Two captures of one run differed from each other. */
  unstable: boolean;
};

export type Flakiness = {
  /** Results that could be compared. */
  results: number;
  unstable: number;
  flipped: number;
  /** 0 to 100, of the results; null: there are too few to say anything. */
  percent: number | null;
};

/** Of one result nobody knows whether it repeats. */
const LEAST = 2;

/** For each result whether it was unsteady: unstable itself, or another answer than before to the same commit and baseline. */
export function unsteadyOf(results: readonly Seen[]): ("unstable" | "flipped" | null)[] {
  const last = new Map<string, boolean>();
  return results.map((one, at) => {
    const { branch, commit, baseline, failed, unstable } = one;
    if (failed === null) return null;
    const place = JSON.stringify([branch, commit, baseline]);
    const before = last.get(place);
    last.set(place, failed);
    if (unstable) return "unstable";
    if (commit !== null) return before !== undefined && before !== failed ? "flipped" : null;
    return failed && isAlone(results, at) ? "flipped" : null;
  });
}

/** Without a commit only a failure tells that passed before and after it, on one baseline: nobody mends a page and breaks it so. */
function isAlone(results: readonly Seen[], at: number): boolean {
  const one = results[at]!;
  const alike = (other: Seen): boolean =>
    other.failed !== null && other.branch === one.branch && other.baseline === one.baseline;
  const before = results.slice(0, at).findLast(alike);
  const after = results.slice(at + 1).find(alike);
  return before?.failed === false && after?.failed === false;
}

export function flakinessOf(results: readonly Seen[]): Flakiness {
  return sumOf(results.filter(({ failed }) => failed !== null).length, unsteadyOf(results));
}

/** Of several places together. */
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
  return { ...counts, percent: results < LEAST ? null : ((unstable + flipped) / results) * 100 };
}
