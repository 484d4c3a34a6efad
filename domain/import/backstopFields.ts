// What BackstopJS can say and Plumbline takes over differently or not at all: one table for the configuration, one for a scenario.

/** `needsYou`: something of the test is missing until a person acts. `noMeaning`: nothing is missing without it. */
export type LeftOutKind = "needsYou" | "noMeaning";
type Row = { kind: LeftOutKind; reason: string };
type Rows = Readonly<Record<string, Row>>;

const needsYou = (reason: string): Row => ({ kind: "needsYou", reason });
const noMeaning = (reason: string): Row => ({ kind: "noMeaning", reason });

const SCRIPT = needsYou("scripts are not run; write what it does as steps, or as the environment's access");
const OWN_STORE = noMeaning("the service stores screenshots and reports");
const OWN_BROWSER = noMeaning("the service starts browsers itself");
const OWN_WAIT = noMeaning("the service waits until the page is at rest");

/** Fields that are in both places: a scenario's own value overrides the configuration's. */
const SHARED: Rows = {
  onBeforeScript: SCRIPT,
  onReadyScript: SCRIPT,
  readyEvent: needsYou("the console is not listened to; name what the page shows then as readySelector"),
  readyTimeout: noMeaning("the wait for readySelector has the service's own limit"),
  engineOptions: OWN_BROWSER,
  gotoParameters: OWN_WAIT,
};

const CONFIG_ROWS: Rows = {
  ...SHARED,
  id: noMeaning("screenshots are named by project, scenario and viewport"),
  paths: OWN_STORE,
  report: OWN_STORE,
  openReport: OWN_STORE,
  archiveReport: OWN_STORE,
  scenarioLogsInReports: OWN_STORE,
  fileNameTemplate: OWN_STORE,
  outputFormat: noMeaning("screenshots are always PNG"),
  ci: noMeaning("the command line writes JUnit"),
  engine: noMeaning("the browser is chosen for each run"),
  engineFlags: OWN_BROWSER,
  casperFlags: OWN_BROWSER,
  asyncCaptureLimit: noMeaning("the worker's SVC_BROWSER_SLOTS sets how many screenshots run at the same time"),
  asyncCompareLimit: noMeaning("the worker's SVC_COMPARE_THREADS sets how many comparisons run at the same time"),
  resembleOutputOptions: noMeaning("the diff has one format"),
  dockerCommandTemplate: noMeaning("the service does not start Docker"),
  debug: noMeaning("see the run's log and screenshots"),
  debugWindow: noMeaning("see the run's log and screenshots"),
  port: OWN_BROWSER,
  startingPort: OWN_BROWSER,
  cliExitOnFail: noMeaning("use the command line's exit code"),
  useBoundingBoxViewportForSelectors: noMeaning("an area of the page is cut from the full screenshot"),
};

const SCENARIO_ROWS: Rows = {
  ...SHARED,
  cookiePath: needsYou("cookie files are not read; give cookies as the environment's access"),
  referenceUrl: needsYou("baselines belong to an environment; create one with this address and capture its baseline"),
  variants: needsYou("write each variant as a scenario"),
  expect: needsYou("how many elements a selector matches is not checked; write a test of its own where it matters"),
  selectorExpansion: needsYou(
    "the first element that a selector matches is shot; name each of the others in selectors",
  ),
  liveCompare: needsYou("baselines belong to an environment; create one for the second address"),
};

const IGNORES = needsYou(
  "what it leaves out counts here; set a comparison rule for the part, or a misMatchThreshold for the scenario",
);
const UNKNOWN = needsYou("not a field of BackstopJS that Plumbline knows; see whether the test needs it");

/** Why a field is not taken over, and whether somebody has to act. `place`: where it stands. */
export function leftOut(place: "config" | "scenario", key: string, value: unknown): Row {
  if (key === "resembleOutputOptions" && ignoresSomething(value)) return IGNORES;
  return (place === "config" ? CONFIG_ROWS : SCENARIO_ROWS)[key] ?? UNKNOWN;
}

/** Most of Resemble's options colour the diff picture; some say what counts. */
function ignoresSomething(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, set]) => /^(ignore|boundingBox)/.test(name) && !isUnset(set));
}

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
