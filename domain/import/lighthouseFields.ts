// Fields of a Lighthouse CI configuration that Plumbline imports differently or not at all.
import { needsYou, noMeaning, type Rows } from "./leftOut.ts";

const OWN_BROWSER = noMeaning("the service starts browsers itself");
const OWN_STORE = noMeaning("the service keeps results itself");
const OWN_FILES = needsYou("pages are not looked for in a folder: list them, or find them with a crawl");
const OWN_WAIT = noMeaning("plumbline run --local waits until the site answers");
export const OWN_API = needsYou(
  "pages are measured by the service, not by PageSpeed Insights: the service must reach them",
);
const OWN_AUDITS = needsYou("the audits run all of their checks; start only the runs that you want");
export const NOT_MEASURED_SO = needsYou("pages are measured with Lighthouse's own settings for the form factor");

/** Fields beside `ci`, which is all that Lighthouse CI reads. */
export const TOP_ROWS: Rows = { extends: needsYou("is not followed: import that file too") };

/** Sections of `ci`. */
export const CI_ROWS: Rows = {
  extends: needsYou("is not followed: import that file too"),
  upload: noMeaning("the service keeps results itself; a status of the commit is a channel under notifications"),
  server: OWN_STORE,
  wizard: OWN_STORE,
  healthcheck: noMeaning("plumbline doctor checks the installation"),
};

export const COLLECT_ROWS: Rows = {
  staticDistDir: needsYou("no folder is served: pass a command that serves it to plumbline run --local as --serve"),
  startServerCommand: needsYou("the site is not started: pass the command to plumbline run --local as --serve"),
  startServerReadyPattern: OWN_WAIT,
  startServerReadyTimeout: OWN_WAIT,
  isSinglePageApplication: needsYou("no folder is served: the command of --serve must answer every address"),
  autodiscoverUrlBlocklist: OWN_FILES,
  maxAutodiscoverUrls: OWN_FILES,
  staticDirFileDiscoveryDepth: OWN_FILES,
  puppeteerScript: needsYou("scripts are not run: write the sign-in as signIn of the environment's access"),
  puppeteerLaunchOptions: OWN_BROWSER,
  chromePath: OWN_BROWSER,
  headful: OWN_BROWSER,
  additive: OWN_STORE,
  psiApiKey: OWN_API,
  psiApiEndpoint: OWN_API,
  psiCategories: OWN_AUDITS,
};

export const SETTINGS_ROWS: Rows = {
  throttling: NOT_MEASURED_SO,
  cpuQuietThresholdMs: NOT_MEASURED_SO,
  networkQuietThresholdMs: NOT_MEASURED_SO,
  pauseAfterFcpMs: NOT_MEASURED_SO,
  pauseAfterLoadMs: NOT_MEASURED_SO,
  pauseAfterNetworkQuietMs: NOT_MEASURED_SO,
  maxWaitForFcp: noMeaning("the wait for a page has the service's own limit"),
  maxWaitForLoad: noMeaning("the wait for a page has the service's own limit"),
  screenEmulation: NOT_MEASURED_SO,
  emulatedUserAgent: NOT_MEASURED_SO,
  disableDeviceEmulation: NOT_MEASURED_SO,
  blockedUrlPatterns: needsYou("no request of a page is blocked: what was left out is measured too"),
  onlyAudits: OWN_AUDITS,
  skipAudits: OWN_AUDITS,
  disableStorageReset: noMeaning("each measurement begins with an empty browser"),
  disableFullPageScreenshot: OWN_STORE,
  fullPageScreenshot: OWN_STORE,
  clearStorageTypes: noMeaning("each measurement begins with an empty browser"),
  locale: noMeaning("findings are written in English"),
  additionalTraceCategories: OWN_STORE,
  precomputedLanternData: NOT_MEASURED_SO,
  plugins: needsYou("plugins of Lighthouse are not run"),
  chromeFlags: OWN_BROWSER,
  chromeIgnoreDefaultFlags: OWN_BROWSER,
  port: OWN_BROWSER,
  hostname: OWN_BROWSER,
  output: OWN_STORE,
  outputPath: OWN_STORE,
  gatherMode: OWN_STORE,
  auditMode: OWN_STORE,
  configPath: needsYou("Lighthouse is run with its own configuration"),
  "cli-flags-path": needsYou("is not read"),
  saveAssets: OWN_STORE,
  channel: OWN_STORE,
  quiet: OWN_STORE,
  verbose: OWN_STORE,
  view: OWN_STORE,
  logLevel: OWN_STORE,
  debugNavigation: OWN_STORE,
  usePassiveGathering: NOT_MEASURED_SO,
  skipAboutBlank: NOT_MEASURED_SO,
  blankPage: NOT_MEASURED_SO,
  ignoreStatusCode: needsYou("a page that answers with an error is not measured"),
  enableErrorReporting: OWN_STORE,
};

export const ASSERT_ROWS: Rows = {
  preset: needsYou(
    "asks that single audits of Lighthouse pass; here findings fail by severity and scores by thresholds",
  ),
  aggregationMethod: noMeaning("the median of the runs counts"),
  includePassedAssertions: noMeaning("reports list what passed"),
  lhr: OWN_STORE,
};

export const UNKNOWN = needsYou("not a field of Lighthouse CI that Plumbline knows; see whether the test needs it");
export const UNKNOWN_SETTING = needsYou(
  "not a setting of Lighthouse that Plumbline knows; see whether the test needs it",
);
