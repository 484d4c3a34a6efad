// Async jobs: work that takes longer than a call. One table of kinds; a new kind is a row and a workflow.
import type { QueueNames } from "../workflowNames.ts";

export const JOB_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
/** Of a job that has not ended. */
export const OPEN_JOB = ["queued", "running"] as const satisfies readonly JobStatus[];
export const isJobOver = (status: JobStatus): boolean => !OPEN_JOB.some((open) => open === status);

/** `workflow`: its type in Temporal. `name` and `unit`: in sentences and in the Temporal UI. */
export const JOB_KINDS = {
  crawl_site: { workflow: "crawlSite", name: "Crawl", unit: "pages" },
  generate_scenarios: { workflow: "generateScenarios", name: "Proposal of scenarios", unit: "templates" },
} as const;
export type JobKind = keyof typeof JOB_KINDS;

export type JobProgress = { phase: string; done: number; total: number };

/** What a job's workflow is started with; everything else is read from its document by activities. */
export type JobStart = {
  jobId: string;
  kind: JobKind;
  projectId: string;
  projectSlug: string;
  environment: string;
};
export type JobInput = JobStart & { queues: QueueNames };

/** How a job ends that does not complete. */
export type JobFailure = { cancelled: true } | { cancelled: false; message: string };
