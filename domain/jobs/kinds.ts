// Async jobs: work that takes longer than a call. Each kind is a row of the table with its workflow.
import type { WorkProgress } from "../durable/progress.ts";
import type { Urgency } from "../durable/turn.ts";
import { WORK } from "../durable/work.ts";
import type { QueueNames } from "../workflowNames.ts";

export const JOB_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
/** Statuses of jobs that have not ended. */
export const OPEN_JOB: readonly JobStatus[] = WORK.job.open;
export type JobEndStatus = Exclude<JobStatus, (typeof WORK.job.open)[number]>;

/**
 * `workflow`: workflow type in Temporal. `name` and `unit`: words for sentences and the Temporal UI. `opens`: what the job needs browsers
 * for, which decides whether it is accepted: its own pages, or a run; omitted if it opens no page.
 */
export const JOB_KINDS = {
  crawl_site: { workflow: "crawlSite", name: "Crawl", unit: "pages" },
  frt_heal_step_def: { workflow: "healStep", name: "Healing", unit: "replays", opens: "pages" },
  generate_scenarios: { workflow: "generateScenarios", name: "Scenario proposal", unit: "templates" },
  frt_explore_site: { workflow: "exploreSite", name: "Exploration", unit: "states", opens: "pages" },
  frt_propose_journey: { workflow: "exploreSite", name: "Journey proposal", unit: "states", opens: "pages" },
  tracking_prove_issue_ticket: { workflow: "proveIssue", name: "Issue proof", unit: "steps", opens: "run" },
} as const;
export type JobKind = keyof typeof JOB_KINDS;

/** Returns what a job of the kind opens; null if it opens no page. */
export const opensOf = (kind: JobKind): "pages" | "run" | null =>
  (JOB_KINDS[kind] as { opens?: "pages" | "run" } | undefined)?.opens ?? null;

export type JobProgress = WorkProgress;

/** Input of a job's workflow. Activities read everything else from the job's document. */
export type JobStart = {
  jobId: string;
  kind: JobKind;
  orgId?: string;
  projectId: string;
  projectSlug: string;
  environment: string;
  /** Location of the browsers: that of the run that the job is about; omitted if the run has none. */
  location?: string;
  /** The project's weight within its organisation, as for runs; missing if an earlier version started the job. */
  weight?: number;
  /** Set for a job that a run starts: the urgency of the run. */
  urgency?: Urgency;
};
export type JobInput = JobStart & { queues: QueueNames };
