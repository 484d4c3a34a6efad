// Figures about what a cleanup deletes: what retention no longer keeps.
import type { RetentionKind } from "../words/retention.ts";

/** `plan`: only counts, without deleting. */
export type CleanupKind = "retention" | "plan";

/** `waiting`: no worker has started it yet. `skipped`: there was a reason to delete nothing, or nothing more, which is not a failure. */
export type CleanupStatus = "waiting" | "running" | "completed" | "failed" | "skipped";

/**
 * Counts of one project. `documents`: all deleted documents; `runs`: the runs and jobs among them, by kind. `bytes`: size of artifact content that
 * nothing references any more.
 */
export type ProjectCounts = {
  runs: Partial<Record<RetentionKind, number>>;
  documents: number;
  artifacts: number;
  bytes: number;
};

/** By project id; "none" for what belongs to no project. */
export type CleanupCounts = Record<string, ProjectCounts>;

/** Key of the counts of what belongs to no project. */
export const NO_PROJECT = "none";

export const noCounts = (): ProjectCounts => ({ runs: {}, documents: 0, artifacts: 0, bytes: 0 });

/** Returns the mutable counts of a project. */
export function countsOf(counts: CleanupCounts, projectId: string): ProjectCounts {
  const found = counts[projectId];
  if (found) return found;
  const made = noCounts();
  counts[projectId] = made;
  return made;
}

export type CleanupTotals = { runs: number; jobs: number; documents: number; artifacts: number; bytes: number };

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);

/** Returns the totals over all projects and several cleanups. */
export function totalsOf(...counts: readonly CleanupCounts[]): CleanupTotals {
  const all = counts.flatMap((one) => Object.values(one));
  const jobs = sum(all.map(({ runs = {} }) => runs.jobs ?? 0));
  return {
    runs: sum(all.flatMap(({ runs = {} }) => Object.values(runs))) - jobs,
    jobs,
    documents: sum(all.map(({ documents = 0 }) => documents)),
    artifacts: sum(all.map(({ artifacts = 0 }) => artifacts)),
    bytes: sum(all.map(({ bytes = 0 }) => bytes)),
  };
}
