// What open pages are told of.
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
