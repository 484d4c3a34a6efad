// Decides which runs visit a scenario. A scenario that a branch's file added belongs to that branch until main's file contains it.

/** `branch`: branch of the run, or of the file that is applied; null for the main branch or none. */
export const isVisitedFrom = (
  { onlyBranches }: { onlyBranches?: readonly string[] | null },
  branch: string | null,
): boolean => !onlyBranches?.length || (branch !== null && onlyBranches.includes(branch));
