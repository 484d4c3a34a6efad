// An erasure: all of a project, of an organisation or of a person is deleted for good, step by step.

export const ERASURE_KINDS = ["project", "organisation", "user"] as const;
export type ErasureKind = (typeof ERASURE_KINDS)[number];

/** `waiting`: the worker has not taken it yet. */
export const ERASURE_STATUSES = ["waiting", "running", "completed", "failed"] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/**
 * What went. `documents`: by collection; `names`: documents in which a person's name was replaced; `bytes`: of content that nobody else
 * holds; `executions`: workflows that Temporal no longer shows.
 */
export type ErasureCounts = {
  documents: Readonly<Record<string, number>>;
  names: number;
  artifacts: number;
  bytes: number;
  executions: number;
};

export type ErasureTotals = Omit<ErasureCounts, "documents"> & { documents: number };

/** Counts that are stored are only those above 0. */
export const totalsOfErasure = (counts: Partial<ErasureCounts>): ErasureTotals => ({
  documents: Object.values(counts.documents ?? {}).reduce((a, b) => a + b, 0),
  names: counts.names ?? 0,
  artifacts: counts.artifacts ?? 0,
  bytes: counts.bytes ?? 0,
  executions: counts.executions ?? 0,
});

/** Each step may be repeated: what is gone stays gone. `work` comes before `documents`, which would tell whose a workflow was. */
export const ERASURE_STEPS = {
  project: ["work", "log", "executions", "documents", "artifacts"],
  user: ["access", "documents", "names", "executions"],
  organisation: ["documents"],
} as const satisfies Record<ErasureKind, readonly string[]>;

/** After the settling time: what a request that had begun before wrote, and last of all the subject's own document. */
export const LAST_STEPS = {
  project: ["log", "documents", "artifacts", "executions", "own"],
  user: ["access", "documents", "names", "own"],
  organisation: ["documents", "own"],
} as const satisfies Record<ErasureKind, readonly string[]>;

export type ErasureStep = (typeof ERASURE_STEPS)[ErasureKind][number] | (typeof LAST_STEPS)[ErasureKind][number];

/** A part of an erasure: an organisation has its projects, and the people who belong nowhere else. */
export type ErasurePart = { kind: ErasureKind; id: string };

/** What a worker does in a phase, in words. */
export const STEP_WORDS: Readonly<Record<ErasureStep, string>> = {
  access: "ending sessions and keys",
  work: "stopping runs and schedules",
  log: "removing names from the audit log",
  executions: "deleting workflow histories",
  documents: "deleting documents",
  artifacts: "deleting screenshots and files",
  names: "replacing the name",
  own: "finishing",
};

/** A request that was let in before the mark has written by then. */
export const SETTLING_MS = 10_000;

/** How long one that is being asked for waits for its confirmation: a request takes seconds, unless it is killed. */
export const ASKING_MS = 120_000;

/** Why an account stays. */
export const lastAdmin = (names: readonly string[]): string =>
  `The account is the last administrator of ${names.map((name) => `"${name}"`).join(" and ")}. Give another member the role admin, or delete the organisation first.`;

/** Why an organisation stays. */
export const ONLY_ORGANISATION =
  "It is the only organisation with members in this installation. Create another one first, or stop the service and delete its data.";

/** While a backup reads, nothing is deleted. */
export const WAITING_FOR_BACKUP = "waiting for a backup";
