// An erasure permanently deletes everything that belongs to a project, an organisation or a person, step by step.

export const ERASURE_KINDS = ["project", "organisation", "user"] as const;
export type ErasureKind = (typeof ERASURE_KINDS)[number];

/** `waiting`: no worker has started it yet. */
export const ERASURE_STATUSES = ["waiting", "running", "completed", "failed"] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/**
 * What was deleted. `documents`: per collection; `names`: documents in which a person's name was replaced; `bytes`: of content that
 * nothing else references; `executions`: workflows removed from Temporal.
 */
export type ErasureCounts = {
  documents: Readonly<Record<string, number>>;
  names: number;
  artifacts: number;
  bytes: number;
  executions: number;
};

export type ErasureTotals = Omit<ErasureCounts, "documents"> & { documents: number };

/** Sums up the counts. Only counts above 0 are stored. */
export const totalsOfErasure = (counts: Partial<ErasureCounts>): ErasureTotals => ({
  documents: Object.values(counts.documents ?? {}).reduce((a, b) => a + b, 0),
  names: counts.names ?? 0,
  artifacts: counts.artifacts ?? 0,
  bytes: counts.bytes ?? 0,
  executions: counts.executions ?? 0,
});

/** Steps of each kind. Each can be repeated without effect. `work` comes before `documents`, because the documents show whose a workflow was. */
export const ERASURE_STEPS = {
  project: ["work", "log", "executions", "documents", "artifacts"],
  user: ["access", "documents", "names", "executions"],
  organisation: ["documents"],
} as const satisfies Record<ErasureKind, readonly string[]>;

/** Steps after the settling time: they delete what requests that had already begun wrote, and finally the subject's own document. */
export const LAST_STEPS = {
  project: ["log", "documents", "artifacts", "executions", "own"],
  user: ["access", "documents", "names", "own"],
  organisation: ["documents", "own"],
} as const satisfies Record<ErasureKind, readonly string[]>;

export type ErasureStep = (typeof ERASURE_STEPS)[ErasureKind][number] | (typeof LAST_STEPS)[ErasureKind][number];

/** A part of an erasure. An organisation consists of its projects and of the people who belong to no other organisation. */
export type ErasurePart = { kind: ErasureKind; id: string };

/** What a worker does in each step, in words. */
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

/** How long to wait until requests that were accepted before the erasure was marked have written their data. */
export const SETTLING_MS = 10_000;

/** How long a requested erasure waits for its confirmation. The request takes seconds unless its process is killed. */
export const ASKING_MS = 120_000;

/** Returns why an account cannot be deleted. */
export const lastAdmin = (names: readonly string[]): string =>
  `The account is the last administrator of ${names.map((name) => `"${name}"`).join(" and ")}. Give another member the role admin, or delete the organisation first.`;

/** Why an organisation cannot be deleted. */
export const ONLY_ORGANISATION =
  "It is the only organisation with members in this installation. Create another one first, or stop the service and delete its data.";

/** Status of an erasure during a backup, when nothing is deleted. */
export const WAITING_FOR_BACKUP = "waiting for a backup";
