// How long runs and jobs are kept by kind: the defaults, and what a project can set instead. Pure data and its validation.

/** `days`: how long runs are kept. `runs`: how many of the newest runs are kept regardless of age. For jobs, both count jobs. */
export type RetentionRule = { days: number; runs: number };

type KindDeclaration = RetentionRule & {
  /** What is kept. */
  unit: "run" | "job";
  /** Label in the dashboard. */
  title: string;
  /** Words in a sentence: "12 runs of pull requests". */
  plural: string;
};

/** In the order in which people read them. */
export const RETENTION = {
  pullRequests: {
    title: "Pull request branches",
    plural: "runs of pull request branches",
    unit: "run",
    days: 30,
    runs: 50,
  },
  main: { title: "Main branch", plural: "runs of the main branch", unit: "run", days: 90, runs: 50 },
  audits: { title: "Audits", plural: "audits", unit: "run", days: 90, runs: 50 },
  functional: { title: "Functional tests", plural: "functional tests", unit: "run", days: 60, runs: 50 },
  uploads: { title: "Uploaded screenshots", plural: "runs of uploaded screenshots", unit: "run", days: 60, runs: 50 },
  jobs: { title: "Jobs", plural: "jobs", unit: "job", days: 180, runs: 50 },
} as const satisfies Record<string, KindDeclaration>;

export type RetentionKind = keyof typeof RETENTION;
/** The kinds of runs. */
export type RunRetentionKind = Exclude<RetentionKind, "jobs">;
export const RETENTION_KINDS = Object.keys(RETENTION) as readonly RetentionKind[];

/** Returns an object with one value for each kind, in their order. */
export const byRetentionKind = <T>(make: (kind: RetentionKind) => T): Record<RetentionKind, T> =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, make(kind)])) as Record<RetentionKind, T>;

/**
 * After this many days without a run, a branch counts as gone, because nothing else shows that it was merged or deleted if its history is
 * unknown.
 */
export const QUIET_BRANCH_DAYS = 30;

export const MAX_RETENTION_DAYS = 3_650;
export const MAX_RETENTION_RUNS = 10_000;

/** Settings of a project; omitted ones have the default. */
export type RetentionSettings = { [K in RetentionKind]?: Partial<RetentionRule> };
export type RetentionRules = Record<RetentionKind, RetentionRule>;

/** Returns the rules of a project: its own numbers, otherwise the defaults. */
export function retentionRules(settings: RetentionSettings = {}): RetentionRules {
  return byRetentionKind((kind) => {
    const { days, runs } = RETENTION[kind];
    return { days: settings[kind]?.days ?? days, runs: settings[kind]?.runs ?? runs };
  });
}

/** Returns why a rule is not valid, or null. */
export function ruleProblem(kind: RetentionKind, { days, runs }: RetentionRule): string | null {
  if (days > 0 || runs > 0) return null;
  const { plural, unit } = RETENTION[kind];
  return `0 days and 0 ${unit}s would delete all ${plural} as soon as they end: keep at least 1 day or 1 ${unit}.`;
}
