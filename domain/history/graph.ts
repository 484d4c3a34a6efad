// The known commits of a project as a graph.
import { type Commit, SHORT_COMMIT } from "./commit.ts";
import { mergeBaseFinder } from "./mergeBase.ts";
import { parentsFirst } from "./order.ts";

/** The same commits by number: every parent has a lower number than its children. -1: no such commit. */
export type NumberedCommits = {
  numberOf(sha: string): number;
  shaOf(commit: number): string;
  readonly parents: readonly (readonly number[])[];
  /** Number of commits on the longest path to a root, including the commit itself. */
  readonly generations: Int32Array;
  prOf(commit: number): number | null;
  isAncestor(older: number, newer: number): boolean;
  /** Returns one entry per commit: 1 for ancestors of the given commit, including itself. */
  ancestorsOf(commit: number): Uint8Array;
  /** Returns the best common ancestors of a commit and the imagined merge of others, oldest first. */
  mergeBases(theirs: number, ours: readonly number[]): number[];
};

export type Graph = {
  readonly size: number;
  has(sha: string): boolean;
  /** Includes the commit itself; empty for an unknown commit. */
  ancestorsOf(sha: string): ReadonlySet<string>;
  /** A commit counts as its own ancestor. */
  isAncestor(older: string, newer: string): boolean;
  /** Returns the best common ancestors, oldest first. */
  mergeBases(a: string, b: string): string[];
  /** Returns the commit named by an id or its first digits (7 or more), if it is unique. */
  resolve(prefix: string): string | null;
  /** Returns the newest commit that main is known to have had at that time. */
  newestOnMain(at: Date): string | null;
  /** Returns since when (ms) main is known to have the commit with this number; Infinity if it is not known to have it. */
  onMainSince(commit: number): number;
  readonly numbered: NumberedCommits;
};

/**
 * Builds the graph of these rows, which are sorted newest first. The first row of a commit counts; a later one may add that main has it.
 * Rows on a cycle are left out, as are parents without a row.
 */
export function buildGraph(commits: readonly Commit[]): Graph {
  const rows = [...new Map(commits.toReversed().map((row) => [row.sha, row])).values()];
  const places = new Map(rows.map(({ sha }, at) => [sha, at]));
  const order = parentsFirst(rows.map((row) => parentRows(row, places)));
  const kept = order.flatMap((at) => rows[at] ?? []);
  const numbers = new Map(kept.map(({ sha }, at) => [sha, at]));
  const parents = kept.map((row) => parentRows(row, numbers));
  const numbered = numberedCommits(kept, numbers, parents);
  const { numberOf, shaOf } = numbered;
  const sorted = () => [...numbers.keys()].toSorted();
  let shas: readonly string[] | null = null;
  const tips = mainTips(commits, numbered);
  const since = sinceWhen(tips, parents);

  return {
    size: kept.length,
    has: (sha) => numbers.has(sha),
    ancestorsOf: (sha) => {
      const commit = numberOf(sha);
      if (commit < 0) return new Set();
      const marked = numbered.ancestorsOf(commit);
      return new Set(kept.flatMap((row, at) => (marked[at] === 1 ? [row.sha] : [])));
    },
    isAncestor: (older, newer) => numbered.isAncestor(numberOf(older), numberOf(newer)),
    mergeBases: (a, b) => {
      const [one, other] = [numberOf(a), numberOf(b)];
      return one < 0 || other < 0 ? [] : numbered.mergeBases(other, [one]).map(shaOf);
    },
    resolve: (prefix) => {
      const wanted = prefix.toLowerCase();
      if (numbers.has(wanted)) return wanted;
      if (wanted.length < SHORT_COMMIT) return null;
      shas ??= sorted();
      return onlyOne(shas, wanted);
    },
    newestOnMain: (at) => {
      const tip = tips.findLast((one) => one.at <= at.getTime());
      return tip ? shaOf(tip.commit) : null;
    },
    onMainSince: (commit) => since[commit] ?? Number.POSITIVE_INFINITY,
    numbered,
  };
}

const parentRows = (row: Commit, places: ReadonlyMap<string, number>): number[] => [
  ...new Set(row.parents.flatMap((sha) => places.get(sha) ?? [])),
];

function numberedCommits(
  kept: readonly Commit[],
  numbers: ReadonlyMap<string, number>,
  parents: readonly (readonly number[])[],
): NumberedCommits {
  const generations = new Int32Array(kept.length);
  for (const [commit, list] of parents.entries()) {
    let longest = 0;
    for (const parent of list) longest = Math.max(longest, generations[parent] ?? 0);
    generations[commit] = longest + 1;
  }
  const ancestorsOf = (commit: number, downTo = 0): Uint8Array => {
    const marked = new Uint8Array(parents.length);
    if (commit >= 0) marked[commit] = 1;
    for (let at = commit; at >= downTo; at--) {
      if (marked[at] !== 1) continue;
      for (const parent of parents[at] ?? []) marked[parent] = 1;
    }
    return marked;
  };
  return {
    numberOf: (sha) => numbers.get(sha) ?? -1,
    shaOf: (commit) => kept[commit]?.sha ?? "",
    parents,
    generations,
    prOf: (commit) => kept[commit]?.pr ?? null,
    isAncestor: (older, newer) => {
      if (older < 0 || newer < 0 || older >= newer) return older >= 0 && older === newer;
      return ancestorsOf(newer, older)[older] === 1;
    },
    ancestorsOf: (commit) => ancestorsOf(commit),
    mergeBases: mergeBaseFinder(parents),
  };
}

/** Returns main's newest commits by the time the service received them, oldest first. Older commits that a later run reported do not change it. */
function mainTips(commits: readonly Commit[], numbered: NumberedCommits): { at: number; commit: number }[] {
  const newest = new Map<number, number>();
  for (const { sha, at, onMain } of commits) {
    const [time, commit] = [at.getTime(), numbered.numberOf(sha)];
    if (onMain && commit >= 0 && !Number.isNaN(time)) newest.set(time, Math.max(newest.get(time) ?? -1, commit));
  }
  const tips: { at: number; commit: number }[] = [];
  for (const [at, commit] of [...newest].toSorted(([a], [b]) => a - b)) {
    const last = tips.at(-1);
    if (!last || !numbered.isAncestor(commit, last.commit)) tips.push({ at, commit });
  }
  return tips;
}

/** Returns, for each commit, the time of the oldest of main's newest commits that has it. */
function sinceWhen(
  tips: readonly { at: number; commit: number }[],
  parents: readonly (readonly number[])[],
): Float64Array {
  const since = new Float64Array(parents.length).fill(Number.POSITIVE_INFINITY);
  for (const { at, commit } of tips) {
    const open = [commit];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (since[one] !== Number.POSITIVE_INFINITY) continue;
      since[one] = at;
      open.push(...(parents[one] ?? []));
    }
  }
  return since;
}

/** Returns the only one of the sorted texts that starts with the prefix. */
function onlyOne(sorted: readonly string[], prefix: string): string | null {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? "") < prefix) from = middle + 1;
    else to = middle;
  }
  const [found, second] = [sorted[from], sorted[from + 1]];
  return found?.startsWith(prefix) && !second?.startsWith(prefix) ? found : null;
}
