// Which runs visit a scenario: one that a branch's file has added is that branch's until main's file names it.

/** `branch`: of the run, or of the file that is applied; null: the main branch, or none. */
export const isVisitedFrom = (
  { onlyBranches }: { onlyBranches?: readonly string[] | null },
  branch: string | null,
): boolean => !onlyBranches?.length || (branch !== null && onlyBranches.includes(branch));
