// Rare branches of runs.
import { hopeless } from "../fakes.ts";
import {
  type Branch,
  cancelAt,
  crawling,
  JOB_WRITES,
  numberOf,
  ofRun,
  passed,
  RUN_WRITES,
  run,
  untilCancelled,
} from "./play.ts";

/** 501 parts: one more than an execution processes. */
const MANY = { total: 501, window: 100 };

export const RUN_BRANCHES: readonly Branch[] = [
  {
    name: "cancelled-in-flight",
    id: "run-cancelled-in-flight",
    play(world) {
      const begun = cancelAt(world, "run-cancelled-in-flight", 2);
      world.play({
        ...RUN_WRITES,
        planRun: async () => ({ total: 4, window: 2 }),
        captureShot: () => untilCancelled(begun),
      });
      return run(world, "cancelled-in-flight", "vrt-test");
    },
  },
  (() => {
    let asked = 0;
    return ofRun(
      "site-away",
      "vrt-test",
      { total: 2, window: 2, siteWaitsMs: [20, 30] },
      {
        async captureShot() {
          asked += 1;
          return asked <= 2 ? { state: "away" } : { state: "decided", status: "passed" };
        },
      },
    );
  })(),
  ofRun("visual-continues", "vrt-test", MANY, { captureShot: passed }, {}, "first"),
  ofRun("visual-continued", "vrt-test", MANY, { captureShot: passed }),
  ofRun(
    "shot-failed",
    "vrt-test",
    { total: 2, window: 1 },
    {
      captureShot: async ({ shotId }: { shotId: string }) => {
        if (numberOf(shotId) === 0) throw hopeless("The browser does not start.");
        return { state: "decided", status: "passed" };
      },
      failShot: async () => undefined,
    },
  ),
  ofRun(
    "run-measures-nothing",
    "vrt-test",
    { total: 1, window: 1 },
    {
      captureShot: passed,
      finishRun: async () => ({ status: "failed", verdict: null, error: "No screenshot could be compared." }),
    },
  ),
  ofRun(
    "baseline-unsettled",
    "baseline",
    { total: 1, window: 1 },
    {
      captureShot: async () => ({ state: "captured" }),
      confirmShot: async () => ({ state: "again", rest: false }),
    },
  ),
  ofRun(
    "scenarios-tried-again",
    "frt-test",
    { total: 2, window: 1 },
    {
      runScenarioAttempt: async ({ scenarioRunId, attempt }: { scenarioRunId: string; attempt: number }) => {
        if (numberOf(scenarioRunId) === 1) throw hopeless("The worker was lost.");
        return { status: attempt === 1 ? "failed" : "passed", again: attempt === 1 };
      },
      failScenario: async () => undefined,
    },
  ),
  ofRun(
    "audit-chosen-pages",
    "a11y-test",
    { total: 2, window: 1 },
    {
      gatherPage: async () => "gathered",
      auditPage: async () => "passed",
      mergeCauses: async () => undefined,
    },
  ),
  ofRun(
    "audit-lacks-parts",
    "seo-test",
    { total: 2, window: 1 },
    {
      gatherPage: async ({ pageId }: { pageId: string }) => {
        if (numberOf(pageId) === 1) throw hopeless("The worker was lost.");
        return "decided";
      },
      failAuditPage: async () => undefined,
      auditSite: async () => {
        throw hopeless("The sitemap is endless.");
      },
      lighthouseSeo: async () => undefined,
      mergeCauses: async () => undefined,
      noteMissingPart: async () => undefined,
    },
  ),
  (() => {
    let crawled = false;
    return ofRun(
      "audit-crawls",
      "perf-test",
      {},
      {
        planAudit: async () =>
          crawled ? { total: 1, window: 1 } : { total: 0, window: 1, crawl: { jobId: "job-of-audit", own: true } },
        ...JOB_WRITES,
        ...crawling(),
        finishCrawl: async () => {
          crawled = true;
        },
        gatherPage: async () => "gathered",
        auditPage: async () => "passed",
      },
    );
  })(),
  {
    name: "suite-child-cancelled",
    id: "run-suite-child-cancelled",
    play(world) {
      const begun = cancelAt(world, "run-child-alone", 1);
      world.play({
        ...RUN_WRITES,
        planSuite: async () => ({ total: 1, window: 1 }),
        childOf: async () => ({ runId: "child-alone", type: "a11y-test" }),
        planAudit: async () => ({ total: 1, window: 1 }),
        gatherPage: () => untilCancelled(begun),
      });
      return run(world, "suite-child-cancelled", "full-suite");
    },
  },
  {
    name: "uploads-nobody-ends",
    id: "run-uploads-nobody-ends",
    play(world) {
      const waits = [50];
      world.play({
        ...RUN_WRITES,
        planRun: async () => {
          const waitMs = waits.shift();
          return waitMs === undefined ? { total: 1, window: 1 } : { total: 0, window: 1, waitMs };
        },
        compareShot: passed,
      });
      return run(world, "uploads-nobody-ends", "vrt-test", { uploads: true });
    },
  },
];
