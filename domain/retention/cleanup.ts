// What a cleanup, a sweep of what retention lets go, deletes in figures.
import type { RetentionKind } from "../words/retention.ts";

/** `plan`: the sweep that only counts. */
export type CleanupKind = "retention" | "plan";

/** `waiting`: the worker has not taken it yet. `skipped`: there was a reason to delete nothing, or nothing more, which is no failure. */
export type CleanupStatus = "waiting" | "running" | "completed" | "failed" | "skipped";

/** Of one project. `documents` counts all that goes, `runs` among them by their kind. `bytes`: of the artifacts' content that nobody holds any more. */
export type ProjectCounts = {
  runs: Partial<Record<RetentionKind, number>>;
  documents: number;
  artifacts: number;
  bytes: number;
};

/** By the project's id; "none": what belongs to no project. */
export type CleanupCounts = Record<string, ProjectCounts>;

/** Where what belongs to no project is counted. */
export const NO_PROJECT = "none";

export const noCounts = (): ProjectCounts => ({ runs: {}, documents: 0, artifacts: 0, bytes: 0 });

/** The counts of a project, to be added to. */
export function countsOf(counts: CleanupCounts, projectId: string): ProjectCounts {
  const found = counts[projectId];
  if (found) return found;
  const made = noCounts();
  counts[projectId] = made;
  return made;
}

export type CleanupTotals = { runs: number; documents: number; artifacts: number; bytes: number };

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);

/** Over all projects, and over several sweeps. */
export function totalsOf(...counts: readonly CleanupCounts[]): CleanupTotals {
  const all = counts.flatMap((one) => Object.values(one));
  return {
    runs: sum(all.flatMap(({ runs = {} }) => Object.values(runs))),
    documents: sum(all.map(({ documents = 0 }) => documents)),
    artifacts: sum(all.map(({ artifacts = 0 }) => artifacts)),
    bytes: sum(all.map(({ bytes = 0 }) => bytes)),
  };
}
