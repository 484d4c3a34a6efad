// Async jobs: work that takes longer than a call. One table of kinds; a new kind is a row and its workflow.
import type { WorkProgress } from "../durable/progress.ts";
import type { Urgency } from "../durable/turn.ts";
import { WORK } from "../durable/work.ts";
import type { QueueNames } from "../workflowNames.ts";

export const JOB_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
/** Of a job that has not ended. */
export const OPEN_JOB: readonly JobStatus[] = WORK.job.open;
export type JobEndStatus = Exclude<JobStatus, (typeof WORK.job.open)[number]>;

/**
 * `workflow`: its type in Temporal. `name` and `unit`: in sentences and in the Temporal UI. `opens`: what it needs browsers for, by which
 * it is let in: pages of its own, or a run; left out: it opens no page.
 */
export const JOB_KINDS = {
  crawl_site: { workflow: "crawlSite", name: "Crawl", unit: "pages" },
  frt_heal_step_def: { workflow: "healStep", name: "Healing", unit: "replays", opens: "pages" },
  generate_scenarios: { workflow: "generateScenarios", name: "Proposal of scenarios", unit: "templates" },
  frt_explore_site: { workflow: "exploreSite", name: "Exploration", unit: "states", opens: "pages" },
  frt_propose_journey: { workflow: "exploreSite", name: "Proposal of journeys", unit: "states", opens: "pages" },
  tracking_prove_issue_ticket: { workflow: "proveIssue", name: "Issue proof", unit: "steps", opens: "run" },
} as const;
export type JobKind = keyof typeof JOB_KINDS;

/** What a job of the kind opens; null: no page. */
export const opensOf = (kind: JobKind): "pages" | "run" | null =>
  (JOB_KINDS[kind] as { opens?: "pages" | "run" } | undefined)?.opens ?? null;

export type JobProgress = WorkProgress;

/** What a job's workflow is started with; everything else is read from its document by activities. */
export type JobStart = {
  jobId: string;
  kind: JobKind;
  /** Whose turn of the workers it takes. */
  orgId?: string;
  projectId: string;
  projectSlug: string;
  environment: string;
  /** Where its browsers stand: the place of the run that it is about; none: no place in particular. */
  location?: string;
  /** The project's among the organisation's, as of a run; missing: started by an earlier version. */
  weight?: number;
  /** Of a job that a run starts: as the run itself. */
  urgency?: Urgency;
};
export type JobInput = JobStart & { queues: QueueNames };
