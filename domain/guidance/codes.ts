// Names of what guidance advises. Pure data, read by the declarations of the pillars.

/** Everything that guidance advises. The catalogue of tools knows which tool does it and whether that changes something. */
export type Action =
  | "askGate"
  | "captureBaselines"
  | "checkSetup"
  | "crawl"
  | "createScenario"
  | "decideNext"
  | "explainFailure"
  | "explainJourney"
  | "planTrackedPages"
  | "readFailures"
  | "readReport"
  | "runAudits"
  | "runVisualTest"
  | "waitForRun";

export const STEP_CODES = [
  "wait",
  "crawl",
  "first_scenario",
  "run_failed",
  "capture_baseline",
  "visual_failures",
  "functional_failures",
  "new_findings",
  "budget_broken",
  "first_visual_test",
  "first_functional_test",
  "missing_audits",
  "stale",
  "open_findings",
  "tracking_plan",
  "uncovered_pages",
  "falling",
  "mild_findings",
  "unknown_pages",
  "all_green",
] as const;

export type StepCode = (typeof STEP_CODES)[number];
