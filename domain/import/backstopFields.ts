// BackstopJS fields that Plumbline imports differently or not at all: tables for the configuration, a scenario, the browser's options and a
// viewport.
import { needsYou, noMeaning, type Row, type Rows, rowOf } from "./leftOut.ts";

/** Scripts with the names of those that come with BackstopJS: cookies, and the scenario's clicks, hovers and keys. */
const BROUGHT = /(?:^|[\\/])(?:puppet|playwright|chromy|casper)[\\/]on(?:Before|Ready)(?:\.js)?$/;
const SCRIPT = needsYou("scripts are not run; write what it does as steps, or as the environment's access");
const BROUGHT_SCRIPT = needsYou(
  "scripts are not run: what BackstopJS' own script of this name does is imported from the scenario; see whether yours does more",
);
const OWN_STORE = noMeaning("the service stores screenshots and reports");
const OWN_BROWSER = noMeaning("the service starts browsers itself");
const OWN_WAIT = noMeaning("the service waits until the page is at rest");

/** Fields that exist in both places: a scenario's value overrides the configuration's. */
const SHARED: Rows = {
  onBeforeScript: SCRIPT,
  onReadyScript: SCRIPT,
  readyEvent: needsYou("console messages are not supported; set readySelector to an element that appears then"),
  readyTimeout: noMeaning("the wait for readySelector has the service's own limit"),
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
  puppeteerOffscreenCaptureFix: OWN_BROWSER,
  defaultMisMatchThreshold: needsYou("not a setting of the configuration; set misMatchThreshold on the scenarios"),
  defaultRequireSameDimensions: needsYou("a screenshot of a different size fails as size_changed"),
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
  expect: needsYou("the number of matches is not checked; write a functional test if it matters"),
  selectorExpansion: needsYou(
    "only the first element that a selector matches is captured; name each of the others in selectors",
  ),
  engineOptions: OWN_BROWSER,
  liveCompare: needsYou("baselines belong to an environment; create one for the second address"),
};

const ENGINE_ROWS: Rows = {
  browser: needsYou("the browser is chosen for each run: plumbline run visual --browser"),
  product: needsYou("the browser is chosen for each run: plumbline run visual --browser"),
  storageState: needsYou("is not read; give cookies and the sign-in as the environment's access"),
  extraHTTPHeaders: needsYou("give headers as the environment's access"),
  httpCredentials: needsYou("give the user name and the password as the environment's access"),
  userAgent: needsYou("the service's browsers have their own user agent"),
  locale: needsYou("the service's browsers have one language"),
  timezoneId: needsYou("the service's browsers have one time zone"),
  ignoreHTTPSErrors: needsYou("certificates must be valid for the service's machine"),
  acceptInsecureCerts: needsYou("certificates must be valid for the service's machine"),
  proxy: needsYou("the service's own settings name a proxy"),
};

const IGNORES = needsYou(
  "what it ignores counts here; set a comparison rule for the part, or a misMatchThreshold for the scenario",
);
const UNKNOWN = needsYou("not a field of BackstopJS that Plumbline knows; see whether the test needs it");
const OF_VIEWPORT = needsYou("a viewport has a width and a height here; set scale and mobile under viewports");

const TABLES = {
  config: CONFIG_ROWS,
  scenario: SCENARIO_ROWS,
  engine: ENGINE_ROWS,
  viewport: {},
} as const satisfies Readonly<Record<string, Rows>>;
const OTHERWISE = { config: UNKNOWN, scenario: UNKNOWN, engine: OWN_BROWSER, viewport: OF_VIEWPORT } as const;
export type Place = keyof typeof TABLES;

/** Returns why a field is not imported, and whether somebody has to act. `place`: where the field is. */
export function leftOut(place: Place, key: string, value: unknown): Row {
  if (key === "resembleOutputOptions" && ignoresSomething(value)) return IGNORES;
  const row = rowOf<Row>(TABLES[place], key, OTHERWISE[place]);
  return row === SCRIPT && typeof value === "string" && BROUGHT.test(value) ? BROUGHT_SCRIPT : row;
}

/** Whether options of Resemble change what counts; most of them only colour the diff. */
function ignoresSomething(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, set]) => /^(ignore|boundingBox)/.test(name) && !isUnset(set));
}

/** Whether a value has the same effect as omitting the field. */
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
