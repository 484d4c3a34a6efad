// Commits as described by histories. A history is a list of rows, newest first; the rows of one project form one graph.

/** `pr`: the pull request that, according to its message, the commit merged or squashed. */
export type Commit = {
  /** 40 (SHA-1) or 64 (SHA-256) hex digits, lower case. */
  sha: string;
  parents: readonly string[];
  pr: number | null;
  /** When the service first received it. */
  at: Date;
  /** Whether a run on the main branch reported it. */
  onMain: boolean;
};

/** One commit as sent by a caller: its id, its parents' ids, and the pull request that it merged, if its message names one. */
export type HistoryRow = readonly [sha: string, parents: readonly string[], pr?: number | null];

/** Maximum number of characters stored of a commit's message and of its author's name. */
export const MAX_COMMIT_TEXT = 200;

/** Number of digits of a commit id for display; also the minimum to identify a commit. */
export const SHORT_COMMIT = 7;

/** Returns the id for display: "a1b2c3d". */
export const shortCommit = (sha: string): string => sha.slice(0, SHORT_COMMIT);
