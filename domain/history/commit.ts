// Commits as histories tell them. A history is a list of rows, newest first; rows of one project make one graph.

/** `pr`: the pull request that the commit's message names as merged or squashed by it. */
export type Commit = {
  /** 40 (SHA-1) or 64 (SHA-256) hex digits, lower case. */
  sha: string;
  parents: readonly string[];
  pr: number | null;
  /** When the service first heard of it. */
  at: Date;
  /** A run on the main branch told of it. */
  onMain: boolean;
};

/** What a caller sends of one commit: its id, its parents' ids, and the pull request that it merged, where its message says so. */
export type HistoryRow = readonly [sha: string, parents: readonly string[], pr?: number | null];

/** Characters of a commit's message and of its author's name that are kept. */
export const MAX_COMMIT_TEXT = 200;

/** Digits of a commit's id that people read; fewer name none. */
export const SHORT_COMMIT = 7;

/** The id as people read it: "a1b2c3d". */
export const shortCommit = (sha: string): string => sha.slice(0, SHORT_COMMIT);
