// Names that clients, schedules and workers share with the workflow code.

/** Custom search attributes; models/engine/searchAttributes.ts makes them. */
export const SEARCH_ATTRIBUTES = {
  project: "PlumblineProject",
  runType: "PlumblineRunType",
  environment: "PlumblineEnvironment",
  verdict: "PlumblineVerdict",
} as const;

/** Failure types that activities throw and workflows read. */
export const FAILURES = {
  /** The input can never work: not retried. */
  invalid: "InvalidInput",
  /** Something the service needs was away: retried. */
  infrastructure: "Infrastructure",
} as const;

export const PROGRESS_QUERY = "progress";
