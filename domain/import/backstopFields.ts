// What BackstopJS can say and Plumbline cannot, or need not: one table for the configuration, one for a scenario.

type Reasons = Readonly<Record<string, string>>;

const SCRIPT = "scripts are not run; write what it does as steps, or as the environment's access";
const OWN_STORE = "pictures and reports are kept by the service";
const OWN_BROWSER = "the service starts browsers itself";
const READY_EVENT = "the console is not listened to; use readySelector";

/** Fields that stand in both places: a scenario's own value overrides the configuration's. */
const SHARED: Reasons = {
  onBeforeScript: SCRIPT,
  onReadyScript: SCRIPT,
  readyEvent: READY_EVENT,
  readyTimeout: "the wait for readySelector has the service's own limit",
  engineOptions: OWN_BROWSER,
  gotoParameters: OWN_BROWSER,
};

export const CONFIG_REASONS: Reasons = {
  ...SHARED,
  id: "pictures are named by project, scenario and viewport",
  paths: OWN_STORE,
  report: OWN_STORE,
  openReport: OWN_STORE,
  archiveReport: OWN_STORE,
  scenarioLogsInReports: OWN_STORE,
  fileNameTemplate: OWN_STORE,
  outputFormat: "pictures are always PNG",
  ci: "the command-line client writes JUnit by itself",
  engine: "the browser is chosen for each run",
  engineFlags: OWN_BROWSER,
  casperFlags: OWN_BROWSER,
  asyncCaptureLimit: "how many shots run at once is the worker's setting SVC_BROWSER_SLOTS",
  asyncCompareLimit: "how many comparisons run at once is the worker's setting SVC_COMPARE_THREADS",
  resembleOutputOptions: "the diff picture has one form",
  dockerCommandTemplate: "the service does not start Docker",
  debug: "see the run's log and pictures",
  debugWindow: "see the run's log and pictures",
  port: OWN_BROWSER,
  startingPort: OWN_BROWSER,
  cliExitOnFail: "the command-line client's exit code tells",
  useBoundingBoxViewportForSelectors: "a part of the page is cut from the whole picture",
};

export const SCENARIO_REASONS: Reasons = {
  ...SHARED,
  cookiePath: "cookie files are not read; give cookies as the environment's access",
  referenceUrl: "baselines belong to an environment; create one with this address and capture its baseline",
  variants: "write each variant as a scenario",
  expect: "how many elements a selector matches is not checked",
  selectorExpansion: "the first element that a selector matches is shot, not all of them",
  liveCompare: "baselines belong to an environment; create one for the second address",
};

/** Values that say the same as leaving the field out. */
export function isUnset(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    value === false ||
    value === "false" ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}
