// Kinds of changes that open pages are notified of.
export const CHANGE_KINDS = [
  "run",
  "job",
  "review",
  "finding",
  "problem",
  "notification",
  "feature",
  "heal",
  "recording",
  "thread",
  "reviewRequest",
  "presence",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
