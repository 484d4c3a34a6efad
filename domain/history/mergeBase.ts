// Finds merge bases over numbered commits: every parent has a lower number than its children.

const OURS = 1;
const THEIRS = 2;
const BOTH = OURS | THEIRS;
/** Reached from a base: older than a base and therefore not a base itself. */
const OLDER = 4;
const MARKED = 8;

/** Returns a function that finds merge bases. It keeps its marks between calls, so that the cost of a call depends on the commits it visits. */
export function mergeBaseFinder(parents: readonly (readonly number[])[]) {
  const marks = new Uint8Array(parents.length);
  const touched: number[] = [];

  /** Returns the best common ancestors of one commit and the (imagined) merge of others, oldest first. */
  return (theirs: number, ours: readonly number[]): number[] => {
    const bases: number[] = [];
    let open = 0;
    const mark = (commit: number, flags: number): void => {
      const before = marks[commit] ?? 0;
      const after = before | flags | MARKED;
      if (after === before) return;
      if (before === 0) touched.push(commit);
      if (before === 0 && (after & OLDER) === 0) open++;
      if (before !== 0 && (before & OLDER) === 0 && (after & OLDER) !== 0) open--;
      marks[commit] = after;
    };
    mark(theirs, THEIRS);
    for (const one of ours) mark(one, OURS);
    // In descending order of numbers, each commit is visited after all of its children.
    for (let commit = Math.max(theirs, ...ours); commit >= 0 && open > 0; commit--) {
      const flags = (marks[commit] ?? 0) & ~MARKED;
      if (flags === 0) continue;
      const older = (flags & OLDER) !== 0;
      if (!older) open--;
      const common = (flags & BOTH) === BOTH;
      if (common && !older) bases.push(commit);
      const down = common ? flags | OLDER : flags;
      for (const parent of parents[commit] ?? []) mark(parent, down);
    }
    for (const commit of touched) marks[commit] = 0;
    touched.length = 0;
    return bases.reverse();
  };
}
