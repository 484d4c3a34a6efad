// What a result was compared with, and why; stored with each shot and shown by every interface.

/** An accepted screenshot that was considered as a reference. */
export type ReferenceVersion = {
  versionId: string;
  branch: string;
  commitSha: string | null;
  /** Who accepted it: a user's e-mail address, `key <name>`, or `run`; null if unknown. */
  by: string | null;
  at: string;
  prNumber: number | null;
  /** Its screenshot, if a result was not compared with it. */
  artifactId?: string;
};

/**
 * How the reference was chosen. `history`: the nearest accepted one on an ancestor of the commit. `asked`: the caller named it. The others
 * are pointers for runs whose commit is unknown: the branch's own, main's, or main's in the reference environment.
 */
export const CHOSEN_BY = ["history", "branch", "main", "reference", "asked"] as const;
export type ChosenBy = (typeof CHOSEN_BY)[number];

/**
 * How the screenshots of a merge are combined: a version's id, or base, ours and theirs, each of which may be a merge again. null: there
 * was no screenshot.
 */
export type MergeOf = string | null | { base: MergeOf; ours: MergeOf; theirs: MergeOf };

export type Reference = {
  chosenBy: ChosenBy;
  /** For `asked`: what the caller named, in words. */
  asked?: string;
  /** The screenshot that the result is compared with; for a merge, our side's. */
  version: ReferenceVersion;
  /**
   * For `history`: `here` is the commit itself or the branch since it left main, `branch_point` where the branch left main, `rewritten`
   * the branch before it was rebased or amended, `squash` the pull request that an ancestor squashed.
   */
  where?: "here" | "branch_point" | "rewritten" | "squash";
  /** Set if both sides changed since their base. */
  merge?: MergeOf;
  /** The other screenshots of a merge, without those that both sides are based on. */
  sides?: ReferenceVersion[];
  /** The commit of main that the run's commit is based on, where its branch began. `own`: the run is on main, and it is the run's own commit. */
  main?: { branch: string; sha: string; own: boolean };
  /** For a squash: the commit that brought the pull request to main. */
  broughtBy?: string;
  /** What main showed where the branch began, if that is a different screenshot. */
  atBranchPoint?: ReferenceVersion;
  /** The newest screenshot of the main branch, if it is different from then because main has moved on. */
  mainNow?: ReferenceVersion;
  /** For a pointer: the commit's history is known, but nothing was accepted on the way to it. */
  beforeAny?: boolean;
  /**
   * Set for a result of main that is compared with a branch's screenshot that main has by its history: if it passes, the screenshot
   * becomes main's baseline.
   */
  takesOver?: boolean;
  /** Whether it belongs to the reference environment. */
  ofReferenceEnvironment?: boolean;
};
