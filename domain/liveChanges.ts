// What open pages are told of.
export const CHANGE_KINDS = ["run", "job", "review", "finding", "notification"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
