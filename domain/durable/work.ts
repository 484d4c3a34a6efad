// Durable work: a document that people read, and one workflow that does the work. There are two kinds, and this is where they differ.
import { workflowIdOfJob, workflowIdOfRun } from "../ids.ts";

/**
 * `idField`: what its id is called in inputs and in the log. `open`: the statuses of work that has not ended. `cancelledAs`: the
 * status of work that was cancelled.
 */
export const WORK = {
  run: { idField: "runId", workflowId: workflowIdOfRun, open: ["running"], cancelledAs: "failed" },
  job: { idField: "jobId", workflowId: workflowIdOfJob, open: ["queued", "running"], cancelledAs: "cancelled" },
} as const;
export type WorkKind = keyof typeof WORK;

/** One run or one job. */
export type WorkRef = { kind: WorkKind; id: string };

/** What has ended stays as it ended. */
export const isOver = (kind: WorkKind, status: string): boolean => !WORK[kind].open.some((open) => open === status);

/** Its id under the name that inputs and log lines have for it. */
export const idOf = ({ kind, id }: WorkRef): Record<string, string> => ({ [WORK[kind].idField]: id });

/** Numbers a write of a workflow: `seq` rises within one execution. */
export type Written = { executionId: string; seq: number };
