// The window of a project: what its open runs have in flight together.

/** The parts that one of `runs` open runs of a project has in flight; at least one, so that each goes on. */
export const shareOfWindow = (window: number, runs: number): number =>
  Math.max(1, Math.floor(window / Math.max(1, runs)));
