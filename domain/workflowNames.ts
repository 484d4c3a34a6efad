// Names that clients, schedules and workers share with the workflow code.

/** Custom search attributes; platform/temporal/searchAttributes.ts makes them. */
export const SEARCH_ATTRIBUTES = {
  project: "PlumblineProject",
  runType: "PlumblineRunType",
  environment: "PlumblineEnvironment",
  verdict: "PlumblineVerdict",
} as const;

/**
 * The task queues: `orchestration` (workflows, database, comparing, judging), `browser` (pages), `lab` (Lighthouse: one at a
 * time on a host, and no other browser work beside it).
 */
export const QUEUE_ROLES = ["orchestration", "browser", "lab"] as const;
export type QueueRole = (typeof QUEUE_ROLES)[number];
/** The queues' names on the Temporal server. */
export type QueueNames = Record<QueueRole, string>;

/** The roles whose tasks open pages, so that it counts where their workers stand (locations.ts). */
export const LAB_AND_BROWSER = ["browser", "lab"] as const satisfies readonly QueueRole[];

/** What a workflow is found by. `projectSlug` "": it belongs to none. `summary`: instead of the usual line. */
export type Labelled = { type: string; projectSlug: string; environment: string; summary?: string };

/** The project of what a caller waits for. */
export type ShownProject = { projectSlug: string; environment?: string };

/** The type of what keeps house: no work of a project, and many. */
export const HOUSEKEEPING = "housekeeping";

/** The search attributes of such a workflow: name and value. */
export function attributesOf(run: Labelled): [name: string, value: string][] {
  return [
    [SEARCH_ATTRIBUTES.project, run.projectSlug],
    [SEARCH_ATTRIBUTES.runType, run.type],
    [SEARCH_ATTRIBUTES.environment, run.environment || "default"],
  ];
}

/** The line under the workflow's name in the Temporal UI. */
export function staticSummaryOf(run: Labelled): string {
  if (run.summary !== undefined) return run.summary;
  return `${run.type}${run.projectSlug ? ` of ${run.projectSlug}` : ""}${run.environment ? ` on ${run.environment}` : ""}`;
}

/** Failure types that activities throw and workflows read. */
export const FAILURES = {
  /** The input can never work: not retried. */
  invalid: "InvalidInput",
  /** Something the service needs was away: retried. */
  infrastructure: "Infrastructure",
  /** A disk of the service is full: not retried by what holds a browser meanwhile, retried by the rest. */
  storageFull: "StorageFull",
  /** The same, of the database's disk: waited for like a database that is unavailable. */
  databaseFull: "DatabaseFull",
} as const;

export const PROGRESS_QUERY = "progress";
export const UPLOADS_DONE = "uploadsDone";
export const DECIDED = "decided";
export const RECORDING_TURN = "recordingTurn";
export const END_RECORDING = "endRecording";
