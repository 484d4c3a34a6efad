// What a result was compared with, and why: stored with each shot, shown by every face.

/** One accepted picture that a choice met. */
export type ReferenceVersion = {
  versionId: string;
  branch: string;
  commitSha: string | null;
  /** Who accepted it: a user's e-mail, `key <name>`, or `run`; null: that is not known. */
  by: string | null;
  at: string;
  prNumber: number | null;
  /** Its picture, of those that a result was not compared with. */
  artifactId?: string;
};

/**
 * By what a picture was chosen. `history`: the nearest accepted one on an ancestor of the commit; the others are pointers,
 * for runs whose commit is not known: the branch's own, main's, main's of the reference environment. `asked`: the caller named it.
 */
export const CHOSEN_BY = ["history", "branch", "main", "reference", "asked"] as const;
export type ChosenBy = (typeof CHOSEN_BY)[number];

/**
 * How the pictures of a merge come together: a version's id, or base, ours and theirs, each of which may be a merge again.
 * Null: there was no picture.
 */
export type MergeOf = string | null | { base: MergeOf; ours: MergeOf; theirs: MergeOf };

export type Reference = {
  chosenBy: ChosenBy;
  /** Of `asked`: what the caller named, in words. */
  asked?: string;
  /** The picture that the result is compared with; of a merge, our side's. */
  version: ReferenceVersion;
  /**
   * Of `history`: `here` the commit itself or the branch since it left main, `branch_point` where the branch left main, `rewritten` the branch before it
   * was rebased or amended, `squash` the pull request that an ancestor squashed.
   */
  where?: "here" | "branch_point" | "rewritten" | "squash";
  /** Of two sides that both changed since their base. */
  merge?: MergeOf;
  /** The other pictures of a merge, without those that both sides come from. */
  sides?: ReferenceVersion[];
  /** The commit of main that the run's commit stands on: where its branch began; `own`: the run is one of main, and it is the run's own. */
  main?: { branch: string; sha: string; own: boolean };
  /** Of a squash: the commit that brought the pull request to main. */
  broughtBy?: string;
  /** What main showed where the branch began, where it is another picture. */
  atBranchPoint?: ReferenceVersion;
  /** The newest picture of the main branch, where it is another one than it was then: main has moved on. */
  mainNow?: ReferenceVersion;
  /** Of a pointer: nothing that was accepted is on the way to the commit, whose history is known. */
  beforeAny?: boolean;
  /** A result of main rests on a picture of a branch that main has by its history: passing, it becomes main's baseline. */
  takesOver?: boolean;
  /** It is the reference environment's. */
  ofReferenceEnvironment?: boolean;
};
