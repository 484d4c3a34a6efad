// Identifiers: a short prefix that shows a person what it names, then a ULID (sortable by creation time).

export const ID_PREFIXES = {
  organisation: "org",
  project: "prj",
  environment: "env",
  scenario: "scn",
  comparisonRule: "crl",
  contentRule: "cnt",
  wideRule: "wrl",
  ignoredChange: "ign",
  run: "run",
  job: "job",
  apiKey: "key",
  user: "usr",
  backup: "bak",
  baseline: "bsl",
  baselineVersion: "bsv",
  audit: "aud",
  recording: "rec",
  conversation: "cnv",
  proposal: "prp",
  channel: "chn",
  delivery: "dlv",
  oneTimeLink: "lnk",
  schedule: "sch",
  commentHook: "hok",
  reviewThread: "thr",
  message: "msg",
  cleanup: "cln",
  erasure: "ers",
  oauthClient: "oac",
  oauthGrant: "oag",
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

/** Returns `<prefix>_<ulid>`. The caller passes the ULID so that tests can fix it. */
export function makeId(kind: IdKind, ulid: string): string {
  return `${ID_PREFIXES[kind]}_${ulid.toLowerCase()}`;
}

/** Returns the id of the workflow that executes a run. */
export function workflowIdOfRun(runId: string): string {
  return `run-${runId}`;
}

/** Returns the id of the workflow that executes an async job. */
export function workflowIdOfJob(jobId: string): string {
  return `job-${jobId}`;
}

/** Returns the id of the workflow that keeps a recording open. */
export function workflowIdOfRecording(recordingId: string): string {
  return `recording-${recordingId}`;
}

/** Returns the id of the proposal that a job for healing a step creates. */
export const healIdOf = (jobId: string): string => `heal_${jobId.replace(/^job_/, "")}`;
/** Returns the id of the workflow that delivers one message to one channel. */
export function workflowIdOfDelivery(deliveryId: string): string {
  return `delivery-${deliveryId}`;
}

/** Returns the id of the workflow of a cleanup. */
export function workflowIdOfCleanup(cleanupId: string): string {
  return `cleanup-${cleanupId}`;
}

/** Returns the id of the workflow that deletes all data of a project, an organisation or a person. */
export function workflowIdOfErasure(erasureId: string): string {
  return `erasure-${erasureId}`;
}

/** Returns the id of the workflow that records that a schedule is due; Temporal appends the time to it. */
export function workflowIdOfSchedule(scheduleId: string): string {
  return `schedule-${scheduleId}`;
}

/** Returns the id of a page of an audit run; pages are numbered like screenshots. */
export function auditPageIdOf(runId: string, index: number): string {
  return `${runId}-p${String(index).padStart(5, "0")}`;
}

/** Returns the id of the run of one pillar in a full audit. It stays the same however often the plan is retried. */
export function childRunIdOf(runId: string, pillar: string): string {
  return `${runId}-${pillar}`;
}

/** Returns whether the id belongs to a job. */
export const isJobId = (id: string): boolean => id.startsWith(`${ID_PREFIXES.job}_`);

/** Returns the id of the run of a proof. It stays the same however often its start is retried. */
export function proofRunIdOf(jobId: string): string {
  return jobId.replace(/^job_/, "run_");
}

/** Returns the id of the crawl that an audit performs before it visits pages. It stays the same however often its plan is retried. */
export function crawlIdOfRun(runId: string): string {
  return runId.replace(/^run_/, "job_");
}

const CRAWL_OF_RUN = "the run ";
/** Who requested the crawl that an audit started for itself. */
export const crawlRequestedBy = (runId: string): string => `${CRAWL_OF_RUN}${runId}`;
/** Returns the run that such a crawl belongs to, or null for another crawl. */
export const runOfCrawl = ({ _id, requestedBy }: { _id: string; requestedBy: string }): string | null => {
  const runId = requestedBy.startsWith(CRAWL_OF_RUN) ? requestedBy.slice(CRAWL_OF_RUN.length) : null;
  return runId !== null && crawlIdOfRun(runId) === _id ? runId : null;
};

/** Returns the id of a scenario of a functional test run; scenarios are numbered like screenshots. */
export function scenarioRunIdOf(runId: string, index: number): string {
  return `${runId}-s${String(index).padStart(5, "0")}`;
}
export const scenarioAttemptIdOf = (scenarioRunId: string, attempt: number): string => `${scenarioRunId}-${attempt}`;
