// Durable work: a document that people read, and one workflow that does the work. This table contains the differences between the two kinds.
import { workflowIdOfJob, workflowIdOfRun } from "../ids.ts";

/** `idField`: name of the id in inputs and in the log. `open`: statuses of work that has not ended. `cancelledAs`: status of cancelled work. */
export const WORK = {
  run: { idField: "runId", workflowId: workflowIdOfRun, open: ["running"], cancelledAs: "failed" },
  job: { idField: "jobId", workflowId: workflowIdOfJob, open: ["queued", "running"], cancelledAs: "cancelled" },
} as const;
export type WorkKind = keyof typeof WORK;

export type WorkRef = { kind: WorkKind; id: string };

/** Returns whether work with this status has ended. Ended work is never changed. */
export const isOver = (kind: WorkKind, status: string): boolean => !WORK[kind].open.some((open) => open === status);

/** Returns the id under the field name that inputs and log lines use for it. */
export const idOf = ({ kind, id }: WorkRef): Record<string, string> => ({ [WORK[kind].idField]: id });

/** Numbers the writes of a workflow: `seq` increases within one execution. */
export type Written = { executionId: string; seq: number };
