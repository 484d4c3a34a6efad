// Identifiers: a short prefix that tells a person what it names, then a ULID (sortable by time of making).

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

/** `<prefix>_<ulid>`; the ULID comes from the caller, so that tests can fix it. */
export function makeId(kind: IdKind, ulid: string): string {
  return `${ID_PREFIXES[kind]}_${ulid.toLowerCase()}`;
}

/** The workflow that works on a run. */
export function workflowIdOfRun(runId: string): string {
  return `run-${runId}`;
}

/** The workflow that works on an async job. */
export function workflowIdOfJob(jobId: string): string {
  return `job-${jobId}`;
}

/** The workflow that keeps a recording open. */
export function workflowIdOfRecording(recordingId: string): string {
  return `recording-${recordingId}`;
}

/** The proposal that a job which heals a step makes. */
export const healIdOf = (jobId: string): string => `heal_${jobId.replace(/^job_/, "")}`;
/** The workflow that delivers one message to one channel. */
export function workflowIdOfDelivery(deliveryId: string): string {
  return `delivery-${deliveryId}`;
}

/** The workflow of a sweep. */
export function workflowIdOfCleanup(cleanupId: string): string {
  return `cleanup-${cleanupId}`;
}

/** The workflow that deletes all of a project, an organisation or a person. */
export function workflowIdOfErasure(erasureId: string): string {
  return `erasure-${erasureId}`;
}

/** The workflow that notes that a schedule is due; Temporal adds the time to it. */
export function workflowIdOfSchedule(scheduleId: string): string {
  return `schedule-${scheduleId}`;
}

/** Pages of an audit run, numbered like shots. */
export function auditPageIdOf(runId: string, index: number): string {
  return `${runId}-p${String(index).padStart(5, "0")}`;
}

/** The run of one pillar in a full audit: the same id however often the plan is retried. */
export function childRunIdOf(runId: string, pillar: string): string {
  return `${runId}-${pillar}`;
}

/** Whether an id is a job's. */
export const isJobId = (id: string): boolean => id.startsWith(`${ID_PREFIXES.job}_`);

/** The run of a proof: the same id however often its start is retried. */
export function proofRunIdOf(jobId: string): string {
  return jobId.replace(/^job_/, "run_");
}

/** The crawl that an audit makes before it visits pages: the same id however often its plan is retried. */
export function crawlIdOfRun(runId: string): string {
  return runId.replace(/^run_/, "job_");
}

/** Scenarios of a run of functional tests, numbered like shots, and the attempts of one. */
export function scenarioRunIdOf(runId: string, index: number): string {
  return `${runId}-s${String(index).padStart(5, "0")}`;
}
export const scenarioAttemptIdOf = (scenarioRunId: string, attempt: number): string => `${scenarioRunId}-${attempt}`;
