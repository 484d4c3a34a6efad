// A run as the dashboard's lists show it.
import { PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { isStartingPoint } from "../../../domain/audit/startingPoint.ts";
import { commitUrlOf } from "../../../domain/history/commitUrl.ts";
import type { AuditExtra } from "../../../domain/runs/part.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { FULL_AUDIT, pillarOf, RUN_NAME } from "../../../domain/runTypes.ts";
import type { Run } from "../../../models/runs/schema.ts";

/** Fields of a run about the code under test. */
export const COMMIT_FIELDS = {
  branch: 1,
  commitSha: 1,
  commitMessage: 1,
  commitAuthor: 1,
  commitUrl: 1,
  prNumber: 1,
  prUrl: 1,
} as const;

const FIELDS = {
  type: 1,
  status: 1,
  verdict: 1,
  summary: 1,
  part: 1,
  error: 1,
  progress: 1,
  parentRunId: 1,
  environmentId: 1,
  environmentName: 1,
  ...COMMIT_FIELDS,
  ciProvider: 1,
  issueKey: 1,
  requestedBy: 1,
  startedAt: 1,
  finishedAt: 1,
  duration: 1,
  cancelledBy: 1,
} as const;
/** Everything that a row needs, and nothing whose size grows with the run; from `extra` only what is known of a full audit's pillars. */
export const ROW_FIELDS = { ...FIELDS, "extra.pillars": 1, "extra.named": 1, "extra.asked": 1 } as typeof FIELDS;
/** Returns the API view of a run's commit. */
export const commitOf = (run: Pick<Run, keyof typeof COMMIT_FIELDS>) => ({
  branch: run.branch,
  commitSha: run.commitSha,
  commitMessage: run.commitMessage ?? null,
  commitAuthor: run.commitAuthor ?? null,
  commitUrl: commitUrlOf(run),
  prNumber: run.prNumber,
  prUrl: run.prUrl,
});

export type RowSource = Pick<Run, "_id" | "createdAt" | keyof typeof FIELDS> & Partial<Pick<Run, "extra">>;

/** Returns the pillars that a full audit has or had; empty for other runs. */
export const pillarsOf = ({ extra }: Partial<Pick<Run, "extra">>): Pillar[] =>
  (extra as { pillars?: Pillar[] } | undefined)?.pillars ?? [];

/** Returns the pillars of a full audit that is limited to some or reruns some; empty if it is of all that the project has. */
function chosenPillars({ extra = {} }: Partial<Pick<Run, "extra">>): Pillar[] {
  const { named, asked, pillars = [] } = extra as AuditExtra;
  return (named === false && !asked) || pillars.length === PILLARS.length ? [] : pillars;
}

export function runRow(run: RowSource) {
  const { conclusion, sentence } = runSummary(run);
  return {
    runId: run._id,
    type: run.type,
    name: RUN_NAME[run.type],
    pillar: pillarOf(run.type),
    chosen: run.type === FULL_AUDIT ? chosenPillars(run) : [],
    status: run.status,
    verdict: run.verdict,
    conclusion,
    sentence,
    startingPoint: isStartingPoint(run),
    parentRunId: run.parentRunId,
    environmentId: run.environmentId,
    environmentName: run.environmentName,
    ...commitOf(run),
    ciProvider: run.ciProvider,
    issueKey: run.issueKey,
    requestedBy: run.requestedBy,
    cancelledBy: run.cancelledBy,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    duration: run.duration,
    progress:
      run.status === "running"
        ? { phase: run.progress.phase, done: run.progress.done, total: run.progress.total }
        : null,
    error: run.error,
  };
}
export type RunRowView = ReturnType<typeof runRow>;
