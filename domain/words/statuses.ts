// Words for the statuses of runs, results and findings. Pure data.

/** Every status and verdict that is shown, as people read it. */
export const STATUS_WORDS = {
  queued: "Queued",
  running: "Running",
  completed: "Completed",
  cancelled: "Cancelled",
  inconclusive: "Inconclusive",

  passed: "Passed",
  failed: "Failed",
  changed: "Changed",
  flaky: "Flaky",
  unstable: "Unstable",
  error: "Error",
  errored: "Error",
  skipped: "Skipped",
  pending: "Not run",
  not_measured: "Not measured",
  never: "Never run",
  no_baseline: "No baseline",
  not_runnable: "Not runnable",

  review: "Needs review",
  manual: "Manual check",
  approved: "Approved",
  rejected: "Rejected",

  new: "New",
  standing: "Standing",
  fixed: "Fixed",
  accepted: "Accepted",
  regressed: "Regressed",
  ongoing: "Ongoing",
  snoozed: "Snoozed",

  ok: "OK",
  healthy: "Healthy",
  proven: "Proven",
  stale: "Stale",
  warn: "Warning",
  warning: "Warning",
  blocks: "Blocks",
  high: "High",
  medium: "Medium",
  low: "Low",
} as const;
export type StatusWord = keyof typeof STATUS_WORDS;

/** The status as which each verdict of the gate is shown. */
export const STATUS_OF_GATE = {
  pass: "passed",
  warn: "warn",
  fail: "failed",
  inconclusive: "inconclusive",
} as const satisfies Record<string, StatusWord>;

export const RUN_STATUSES = ["running", "completed", "failed"] as const;

/** How runs end, for filtering lists of runs: by verdict, or by status without a verdict. */
export const RUN_OUTCOMES = {
  running: { word: STATUS_WORDS.running, filter: { status: "running" } },
  pass: { word: STATUS_WORDS.passed, filter: { verdict: "pass" } },
  fail: { word: STATUS_WORDS.failed, filter: { verdict: "fail" } },
  failed: { word: STATUS_WORDS.inconclusive, filter: { status: "failed" } },
} as const;

/** `fixed`: found by the previous run and gone. `new`: failed, and missing in the run that this one is compared with. */
export const FINDING_STATUSES = ["new", "standing", "fixed", "accepted"] as const;

/** Statuses of problems over all runs, as filters list them. */
export const PROBLEM_STATUSES = ["new", "regressed", "ongoing", "accepted", "snoozed", "fixed"] as const;
/** Statuses that somebody should act on. */
export const OPEN_STATUSES = [
  "new",
  "regressed",
  "ongoing",
] as const satisfies readonly (typeof PROBLEM_STATUSES)[number][];
