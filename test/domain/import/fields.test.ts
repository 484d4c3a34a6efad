import { expect } from "chai";
import { convert } from "../../../domain/import/convert.ts";
import type { Format } from "../../../domain/import/formats.ts";

type Json = Record<string, unknown>;

/** A configuration without the fields, the path where they go, and for each field a meaningful value. */
type Place = { what: string; format: Format; base: Json; path: (string | number)[]; fields: Json };

const LHCI: Json = { ci: { collect: { url: ["http://localhost:3000/"] } } };
const PA11Y: Json = { defaults: {}, urls: [{ url: "https://shop.example/" }] };
const BACKSTOP: Json = {
  viewports: [{ label: "phone", width: 375, height: 667 }],
  scenarioDefaults: {},
  engineOptions: {},
  scenarios: [{ label: "Home", url: "https://shop.example/" }],
};

const PA11Y_PAGE: Json = {
  actions: ["click element #open"],
  browser: {},
  page: {},
  chromeLaunchConfig: { args: ["--no-sandbox"] },
  headers: { "X-Preview": "value-of-a-header" },
  hideElements: ".ads",
  ignore: ["WCAG2AA.Principle1.Guideline1_1.1_1_1.H37"],
  ignoreUrl: true,
  includeNotices: true,
  includeWarnings: true,
  level: "warning",
  levelCapWhenNeedsReview: "warning",
  log: {},
  method: "POST",
  postData: "a=b",
  reporter: "json",
  reporters: ["json"],
  rootElement: "#main",
  runners: ["htmlcs"],
  rules: ["Principle1.Guideline1_3.1_3_1_AAA"],
  screenCapture: "home.png",
  standard: "WCAG2AAA",
  threshold: 4,
  timeout: 50_000,
  userAgent: "A11Y TESTS",
  viewport: { width: 320, height: 480 },
  wait: 500,
};

const BACKSTOP_SCENARIO: Json = {
  onBeforeScript: "mine.js",
  cookiePath: "cookies.json",
  referenceUrl: "https://live.example/",
  readyEvent: "ready",
  readySelector: "#ready",
  readyTimeout: 5_000,
  delay: 200,
  hideSelectors: [".ads"],
  removeSelectors: [".chat"],
  onReadyScript: "mine.js",
  keyPressSelector: { selector: "#q", keyPress: "hats" },
  keyPressSelectors: [{ selector: "#q", keyPress: "hats" }],
  hoverSelector: "#menu",
  hoverSelectors: ["#menu"],
  clickSelector: "#menu",
  clickSelectors: ["#menu"],
  postInteractionWait: 300,
  scrollToSelector: "#foot",
  selectors: ["#main"],
  misMatchThreshold: 2,
  requireSameDimensions: false,
  viewports: [{ label: "wide", width: 1600, height: 900 }],
  gotoParameters: { waitUntil: "networkidle0" },
  variants: [{ label: "dark" }],
  expect: 3,
  liveCompare: true,
  engineOptions: { browser: "firefox" },
};

/** Every field that the tools document, and those that their sources read. */
const PLACES: readonly Place[] = [
  {
    what: "Lighthouse CI, beside ci",
    format: "lighthouserc",
    base: LHCI,
    path: [],
    fields: { extends: "lighthouse:default", assert: {}, anything: 1 },
  },
  {
    what: "Lighthouse CI",
    format: "lighthouserc",
    base: LHCI,
    path: ["ci"],
    fields: {
      upload: { target: "lhci", token: "secret-token" },
      server: { port: 9001 },
      wizard: {},
      healthcheck: {},
      extends: "./base.json",
      assert: { preset: "lighthouse:all" },
      anything: 1,
    },
  },
  {
    what: "Lighthouse CI, collect",
    format: "lighthouserc",
    base: LHCI,
    path: ["ci", "collect"],
    fields: {
      url: ["http://localhost:3000/other"],
      method: "psi",
      headful: true,
      additive: true,
      autodiscoverUrlBlocklist: ["/a"],
      staticDistDir: "dist",
      isSinglePageApplication: true,
      chromePath: "/usr/bin/chrome",
      puppeteerScript: "login.js",
      puppeteerLaunchOptions: { args: [] },
      psiApiKey: "secret-token",
      psiApiEndpoint: "https://psi.example",
      psiStrategy: "desktop",
      psiCategories: ["seo"],
      startServerCommand: "npm start",
      startServerReadyPattern: "ready",
      startServerReadyTimeout: 5_000,
      numberOfRuns: 5,
      maxAutodiscoverUrls: 3,
      staticDirFileDiscoveryDepth: 1,
      settings: { preset: "desktop" },
      anything: 1,
    },
  },
  {
    what: "Lighthouse CI, collect.settings",
    format: "lighthouserc",
    base: { ci: { collect: { url: ["http://localhost:3000/"], settings: {} } } },
    path: ["ci", "collect", "settings"],
    fields: {
      preset: "desktop",
      formFactor: "desktop",
      emulatedFormFactor: "desktop",
      screenEmulation: { mobile: false },
      emulatedUserAgent: "x",
      disableDeviceEmulation: true,
      throttlingMethod: "devtools",
      throttling: { rttMs: 40 },
      onlyCategories: ["performance", "pwa"],
      onlyAudits: ["font-size"],
      skipAudits: ["font-size"],
      extraHeaders: { "X-Preview": "value-of-a-header" },
      budgets: [{ timings: [{ metric: "interactive", budget: 1 }] }],
      budgetPath: "budget.json",
      budgetsPath: "budget.json",
      blockedUrlPatterns: ["*ads*"],
      locale: "de",
      maxWaitForFcp: 1,
      maxWaitForLoad: 1,
      disableStorageReset: true,
      clearStorageTypes: [],
      disableFullPageScreenshot: true,
      additionalTraceCategories: "x",
      precomputedLanternData: {},
      plugins: ["x"],
      chromeFlags: "--no-sandbox",
      chromeIgnoreDefaultFlags: true,
      port: 1,
      hostname: "x",
      output: "json",
      outputPath: "x",
      gatherMode: true,
      auditMode: true,
      configPath: "x.js",
      saveAssets: true,
      channel: "x",
      quiet: true,
      verbose: true,
      view: true,
      enableErrorReporting: true,
      ignoreStatusCode: true,
      usePassiveGathering: true,
      skipAboutBlank: true,
      anything: 1,
    },
  },
  {
    what: "Lighthouse CI, assert",
    format: "lighthouserc",
    base: { ci: { collect: { url: ["http://localhost:3000/"] }, assert: {} } },
    path: ["ci", "assert"],
    fields: {
      preset: "lighthouse:recommended",
      assertions: { "categories:performance": ["error", { minScore: 0.9 }] },
      assertMatrix: [{ matchingUrlPattern: ".*", assertions: { "uses-http2": "warn" } }],
      budgetsFile: "budget.json",
      includePassedAssertions: true,
      aggregationMethod: "pessimistic",
      lhr: "x.json",
      anything: 1,
    },
  },
  {
    what: "Lighthouse CI, an assertion",
    format: "lighthouserc",
    base: {
      ci: { collect: { url: ["http://localhost:3000/"] }, assert: { assertions: { interactive: ["error", {}] } } },
    },
    path: ["ci", "assert", "assertions", "interactive", 1],
    fields: { aggregationMethod: "optimistic", maxLength: 0, anything: 1 },
  },
  {
    what: "Lighthouse CI, an entry of the matrix",
    format: "lighthouserc",
    base: { ci: { collect: { url: ["http://localhost:3000/"] }, assert: { assertMatrix: [{}] } } },
    path: ["ci", "assert", "assertMatrix", 0],
    fields: {
      matchingUrlPattern: "https://[^/]+/shop",
      preset: "lighthouse:all",
      aggregationMethod: "median",
      assertions: { "categories:seo": ["error", { minScore: 1 }] },
      anything: 1,
    },
  },
  {
    what: "a budget file",
    format: "lighthouse-budget",
    base: [{ timings: [{ metric: "first-contentful-paint", budget: 1000 }] }] as unknown as Json,
    path: [0],
    fields: {
      path: "/shop/*",
      timings: [{ metric: "largest-contentful-paint", budget: 2000, tolerance: 100 }],
      resourceSizes: [{ resourceType: "script", budget: 100 }],
      resourceCounts: [{ resourceType: "script", budget: 10 }],
      options: { firstPartyHostnames: ["shop.example"] },
      anything: 1,
    },
  },
  {
    what: "pa11y-ci, beside defaults",
    format: "pa11y-ci",
    base: PA11Y,
    path: [],
    fields: {
      urls: ["https://shop.example/other"],
      defaults: { wait: 10 },
      sitemap: "https://shop.example/sitemap.xml",
      sitemapFind: "a",
      sitemapReplace: "b",
      sitemapExclude: "c",
      standard: "WCAG2AA",
      anything: 1,
    },
  },
  {
    what: "pa11y-ci, defaults",
    format: "pa11y-ci",
    base: PA11Y,
    path: ["defaults"],
    fields: { ...PA11Y_PAGE, concurrency: 4, useIncognitoBrowserContext: false, wrapWidth: 80, anything: 1 },
  },
  {
    what: "pa11y-ci, an address",
    format: "pa11y-ci",
    base: PA11Y,
    path: ["urls", 0],
    fields: { ...PA11Y_PAGE, anything: 1 },
  },
  {
    what: "BackstopJS",
    format: "backstopjs",
    base: BACKSTOP,
    path: [],
    fields: {
      viewports: [{ label: "wide", width: 1600, height: 900 }],
      scenarioDefaults: { delay: 5 },
      scenarios: [{ label: "Other", url: "https://shop.example/" }],
      onBeforeScript: "puppet/onBefore.js",
      onReadyScript: "puppet/onReady.js",
      readyEvent: "ready",
      readyTimeout: 5,
      misMatchThreshold: 3,
      requireSameDimensions: false,
      id: "other",
      paths: { bitmaps_reference: "x" },
      report: ["browser"],
      openReport: true,
      archiveReport: true,
      scenarioLogsInReports: true,
      fileNameTemplate: "x",
      outputFormat: "jpg",
      ci: { format: "junit" },
      engine: "playwright",
      engineFlags: ["x"],
      engineOptions: { browser: "firefox" },
      casperFlags: ["x"],
      asyncCaptureLimit: 5,
      asyncCompareLimit: 50,
      resembleOutputOptions: { ignoreAntialiasing: true },
      dockerCommandTemplate: "docker run",
      debug: true,
      debugWindow: true,
      port: 1,
      startingPort: 1,
      cliExitOnFail: true,
      useBoundingBoxViewportForSelectors: true,
      puppeteerOffscreenCaptureFix: true,
      defaultMisMatchThreshold: 1,
      defaultRequireSameDimensions: true,
      gotoParameters: { waitUntil: "load" },
      anything: 1,
    },
  },
  {
    what: "BackstopJS, a scenario",
    format: "backstopjs",
    base: BACKSTOP,
    path: ["scenarios", 0],
    fields: {
      ...BACKSTOP_SCENARIO,
      label: "Start",
      url: "https://shop.example/start",
      selectorExpansion: true,
      selectors: ["#main"],
      anything: 1,
    },
  },
  {
    what: "BackstopJS, the defaults of scenarios",
    format: "backstopjs",
    base: BACKSTOP,
    path: ["scenarioDefaults"],
    fields: { ...BACKSTOP_SCENARIO, anything: 1 },
  },
  {
    what: "BackstopJS, the browser's options",
    format: "backstopjs",
    base: BACKSTOP,
    path: ["engineOptions"],
    fields: {
      browser: "firefox",
      args: ["--no-sandbox"],
      storageState: "state.json",
      ignoreHTTPSErrors: true,
      headless: "new",
      extraHTTPHeaders: { a: "value-of-a-header" },
      gotoParameters: { waitUntil: "load" },
      anything: 1,
    },
  },
  {
    what: "BackstopJS, a viewport",
    format: "backstopjs",
    base: BACKSTOP,
    path: ["viewports", 0],
    fields: { width: 390, height: 800, deviceScaleFactor: 2, isMobile: true, anything: 1 },
  },
];

/** Fields that have a meaning only in combination with another. */
const WITH: Readonly<Record<string, Json>> = { selectorExpansion: { selectors: ["#main"] } };

function withField({ base, path, fields }: Place, name: string | null, more: Json = {}): string {
  const config = structuredClone(base);
  const at = path.reduce<unknown>((part, step) => (part as Record<string | number, unknown>)[step], config);
  Object.assign(at as object, more, name === null ? {} : { [name]: fields[name] });
  return JSON.stringify(config);
}

describe("every field of another tool's configuration is taken or named", () => {
  for (const place of PLACES)
    describe(place.what, () => {
      for (const name of Object.keys(place.fields))
        it(name, () => {
          const without = convert(place.format, withField(place, null, WITH[name]));
          const { sections, leftOut } = convert(place.format, withField(place, name, WITH[name]));
          const known = new Set(without.leftOut.map((one) => JSON.stringify(one)));
          const said = leftOut.filter((one) => !known.has(JSON.stringify(one)));
          const taken = JSON.stringify(sections) !== JSON.stringify(without.sections);
          expect(taken || said.length > 0, `${name} is lost`).to.equal(true);
          for (const { reason } of leftOut) expect(reason).to.match(/\S/);
          // Possible secrets appear in no file and in no note.
          expect(JSON.stringify({ sections, leftOut })).not.to.match(/secret-token|value-of-a-header/);
        });
    });
});
