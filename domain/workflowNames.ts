// Names that clients, schedules and workers share with the workflow code.

/** Custom search attributes; platform/temporal/searchAttributes.ts registers them. */
export const SEARCH_ATTRIBUTES = {
  project: "PlumblineProject",
  runType: "PlumblineRunType",
  environment: "PlumblineEnvironment",
  verdict: "PlumblineVerdict",
} as const;

/**
 * The task queues: `orchestration` (workflows, database, comparing, judging), `browser` (pages), `lab` (Lighthouse: one at a time on a
 * host, with no other browser work at the same time).
 */
export const QUEUE_ROLES = ["orchestration", "browser", "lab"] as const;
export type QueueRole = (typeof QUEUE_ROLES)[number];
/** The queues' names on the Temporal server. */
export type QueueNames = Record<QueueRole, string>;

/** The roles whose tasks open pages, so that the location of their workers matters (locations.ts). */
export const LAB_AND_BROWSER = ["browser", "lab"] as const satisfies readonly QueueRole[];

/** What a workflow is found by. `projectSlug` is "" if it belongs to no project. `summary` replaces the default summary line. */
export type Labelled = { type: string; projectSlug: string; environment: string; summary?: string };

/** The project of work that a caller waits for. */
export type ShownProject = { projectSlug: string; environment?: string };

/** Type of the housekeeping workflows, which are numerous and belong to no project. */
export const HOUSEKEEPING = "housekeeping";

/** Returns the names and values of a workflow's search attributes. */
export function attributesOf(run: Labelled): [name: string, value: string][] {
  return [
    [SEARCH_ATTRIBUTES.project, run.projectSlug],
    [SEARCH_ATTRIBUTES.runType, run.type],
    [SEARCH_ATTRIBUTES.environment, run.environment || "default"],
  ];
}

/** Returns the line under the workflow's name in the Temporal UI. */
export function staticSummaryOf(run: Labelled): string {
  if (run.summary !== undefined) return run.summary;
  return `${run.type}${run.projectSlug ? ` of ${run.projectSlug}` : ""}${run.environment ? ` on ${run.environment}` : ""}`;
}

/** Failure types that activities throw and workflows read. */
export const FAILURES = {
  /** The input can never work; not retried. */
  invalid: "InvalidInput",
  /** Something that the service needs was unavailable; retried. */
  infrastructure: "Infrastructure",
  /** A disk of the service is full. Not retried by activities that hold a browser, retried by the others. */
  storageFull: "StorageFull",
  /** The database's disk is full; handled like an unavailable database. */
  databaseFull: "DatabaseFull",
  /** Other work is before it at a site; retried at the time that the failure names. Not an error. */
  waiting: "Waiting",
} as const;

export const PROGRESS_QUERY = "progress";
export const UPLOADS_DONE = "uploadsDone";
export const DECIDED = "decided";
export const RECORDING_TURN = "recordingTurn";
export const END_RECORDING = "endRecording";
