// Branches of workflows that a real service takes seldom, each played with activities that lead there. Their histories are recorded
// by `node test/support/recordBranches.ts`.
import { Context } from "@temporalio/activity";
import { JOB_KINDS, type JobKind } from "../../domain/jobs/kinds.ts";
import { type StatusType, WORKFLOW_OF } from "../../domain/runTypes.ts";
import { eventually } from "../support/eventually.ts";
import { type Fakes, hopeless, type openFakeWorld } from "./fakes.ts";

export type FakeWorld = Awaited<ReturnType<typeof openFakeWorld>>;

/** `id`: of the workflow whose history is kept. `play`: sets the activities, and what happens while it runs. */
type Branch = {
  name: string;
  id: string;
  play(world: FakeWorld): Promise<unknown>;
  /** Which execution: the last one unless told. */
  execution?: "first";
};

const PROJECT = { projectId: "prj_1", projectSlug: "shop", environment: "" };
const RUN_WRITES: Fakes = {
  writeProjection: async () => true,
  finishRun: async (input: { failure?: unknown }) => endOf(input),
  finishAudit: async (input: { failure?: unknown }) => endOf(input),
  finishSuite: async (input: { failure?: unknown }) => endOf(input),
  finishFeatureRun: async (input: { failure?: unknown }) => endOf(input),
};
const JOB_WRITES: Fakes = { writeJobProgress: async () => true, failJob: async () => undefined };
const endOf = ({ failure }: { failure?: unknown }) =>
  failure ? { status: "failed", verdict: null } : { status: "completed", verdict: "fail" };

/** The number at the end of a shot's or a page's id. */
const numberOf = (id: string) => Number(id.slice(-5));
const passed = async () => ({ state: "decided", status: "passed" });
/** A run or a job that fails or is cancelled has its history all the same. */
const settled = (work: Promise<unknown>) => work.catch(() => undefined);

const run = (world: FakeWorld, runId: string, type: StatusType, more: object = {}) =>
  settled(
    world.execute(WORKFLOW_OF[type], `run-${runId}`, { runId, type, ...PROJECT, queues: world.queues, ...more }),
  );
const job = (world: FakeWorld, jobId: string, kind: JobKind, more: object = {}) =>
  settled(
    world.execute(JOB_KINDS[kind].workflow, `job-${jobId}`, { jobId, kind, ...PROJECT, queues: world.queues, ...more }),
  );

/** An activity that goes on until it is cancelled. */
const untilCancelled = async (begun: () => void): Promise<never> => {
  const { cancelled, heartbeat } = Context.current();
  const beat = setInterval(() => heartbeat(), 100);
  begun();
  return cancelled.finally(() => clearInterval(beat));
};

const ofRun = (
  name: string,
  type: StatusType,
  plan: object,
  fakes: Fakes,
  more: object = {},
  execution?: "first",
): Branch => ({
  name,
  id: `run-${name}`,
  ...(execution && { execution }),
  play(world) {
    const planned = async () => plan;
    const plans = { planRun: planned, planAudit: planned, planSuite: planned, planFeatureRun: planned };
    world.play({ ...RUN_WRITES, ...plans, ...fakes });
    return run(world, name, type, more);
  },
});
const ofJob = (name: string, kind: JobKind, fakes: Fakes, more: object = {}, execution?: "first"): Branch => ({
  name,
  id: `job-${name}`,
  ...(execution && { execution }),
  play(world) {
    world.play({ ...JOB_WRITES, ...RUN_WRITES, ...fakes });
    return job(world, name, kind, more);
  },
});

/** Batches that never end before the fifth. */
const crawling = (): Fakes => {
  let pages = 0;
  const counts = () => ({ pages, waiting: 0, known: pages, asked: pages, leftOut: 0 });
  return {
    planCrawl: async () => undefined,
    crawlBatch: async () => ({ left: Math.max(0, 5 - (pages += 1)), counts: counts(), workedMs: 10 }),
    finishCrawl: async () => undefined,
  };
};
const exploring = (): Fakes => {
  let states = 0;
  return {
    planExplore: async () => ({ explores: true }),
    exploreBatch: async () => ({ left: Math.max(0, 5 - (states += 1)), states, workedMs: 10, totalMs: 60_000 }),
    finishExplore: async () => undefined,
  };
};
const proving = (runId: string, fakes: Fakes = {}): Fakes => ({
  readTicket: async () => null,
  matchTicket: async () => ({ runs: true }),
  startProofRun: async () => ({ runId, type: "frt-test", ...PROJECT }),
  proofRunEnded: async () => null,
  abandonProofRun: async () => null,
  planFeatureRun: async () => ({ total: 1, window: 1 }),
  runScenarioAttempt: async () => ({ status: "passed", again: false }),
  judgeProof: async () => null,
  postProof: async () => null,
  finishProof: async () => null,
  ...fakes,
});

/** Cancels a workflow as soon as `begun` was called so many times. */
const cancelAt = (world: FakeWorld, workflowId: string, times: number) => {
  let count = 0;
  return () => {
    count += 1;
    if (count === times) void world.client.workflow.getHandle(workflowId).cancel();
  };
};

/** 501 of them: one more than an execution works on. */
const MANY = { total: 501, window: 100 };

export const BRANCHES: readonly Branch[] = [
  ofJob("heal-replayed", "frt_heal_step_def", {
    findHeal: async () => true,
    replayHeal: async () => undefined,
    finishHeal: async () => undefined,
  }),
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
    return ofRun("site-away", "vrt-test", { total: 2, window: 2, siteWaitsMs: [20, 30] }, {
      captureShot: async () => ((asked += 1) <= 2 ? { state: "away" } : { state: "decided", status: "passed" }),
    });
  })(),
  ofRun("visual-continues", "vrt-test", MANY, { captureShot: passed }, {}, "first"),
  ofRun("visual-continued", "vrt-test", MANY, { captureShot: passed }),
  ofJob("crawl-continues", "crawl_site", crawling(), { batchesPerExecution: 2 }, "first"),
  ofJob("crawl-continued", "crawl_site", crawling(), { batchesPerExecution: 2 }),
  ofJob("explore-continues", "frt_explore_site", exploring(), { batchesPerExecution: 2 }, "first"),
  ofJob("explore-continued", "frt_explore_site", exploring(), { batchesPerExecution: 2 }),
  ofJob("crawl-failed", "crawl_site", {
    planCrawl: async () => {
      throw hopeless("The site does not answer.");
    },
  }),
  ofRun("shot-failed", "vrt-test", { total: 2, window: 1 }, {
    captureShot: async ({ shotId }: { shotId: string }) => {
      if (numberOf(shotId) === 0) throw hopeless("The browser does not start.");
      return { state: "decided", status: "passed" };
    },
    failShot: async () => undefined,
  }),
  ofRun("baseline-unsettled", "baseline", { total: 1, window: 1 }, {
    captureShot: async () => ({ state: "captured" }),
    confirmShot: async () => ({ state: "again", rest: false }),
  }),
  ofRun("scenarios-tried-again", "frt-test", { total: 2, window: 1 }, {
    runScenarioAttempt: async ({ scenarioRunId, attempt }: { scenarioRunId: string; attempt: number }) => {
      if (numberOf(scenarioRunId) === 1) throw hopeless("The worker was lost.");
      return { status: attempt === 1 ? "failed" : "passed", again: attempt === 1 };
    },
    failScenario: async () => undefined,
  }),
  ofRun("audit-chosen-pages", "a11y-test", { total: 2, window: 1 }, {
    gatherPage: async () => "gathered",
    auditPage: async () => "passed",
    mergeCauses: async () => undefined,
  }),
  ofRun("audit-lacks-parts", "seo-test", { total: 2, window: 1 }, {
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
  }),
  (() => {
    let crawled = false;
    return ofRun("audit-crawls", "perf-test", {}, {
      planAudit: async () =>
        crawled ? { total: 1, window: 1 } : { total: 0, window: 1, crawl: { jobId: "job-of-audit", own: true } },
      ...JOB_WRITES,
      ...crawling(),
      finishCrawl: async () => {
        crawled = true;
      },
      gatherPage: async () => "gathered",
      auditPage: async () => "passed",
    });
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
  ofJob("proof-runs-scenario", "tracking_prove_issue_ticket", proving("run-of-proof")),
  ofJob("proof-joins-run", "tracking_prove_issue_ticket", proving("run-of-proof")),
  {
    name: "proof-cancelled",
    id: "job-proof-cancelled",
    play(world) {
      const begun = cancelAt(world, "job-proof-cancelled", 1);
      const runScenarioAttempt = () => untilCancelled(begun);
      world.play({ ...JOB_WRITES, ...RUN_WRITES, ...proving("run-of-cancelled-proof", { runScenarioAttempt }) });
      return job(world, "proof-cancelled", "tracking_prove_issue_ticket");
    },
  },
  {
    name: "recording-expired",
    id: "recording-expired",
    play(world) {
      world.play({ expireRecording: async () => undefined, closeRecordingPage: async () => undefined });
      return world.execute("recording", "recording-expired", {
        recordingId: "rec_1",
        idleMs: 100,
        queues: world.queues,
      });
    },
  },
  {
    name: "clean-up-failed",
    id: "clean-up-failed",
    play(world) {
      world.play({
        beginCleanup: async () => "retention",
        expireRuns: async () => ({ next: null }),
        sweepArtifacts: async () => {
          throw hopeless("The store refuses.");
        },
        endCleanup: async () => undefined,
      });
      return settled(world.execute("cleanUp", "clean-up-failed", { cleanupId: "cln_1", queues: world.queues }));
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
  {
    name: "decisions-while-telling",
    id: "decisions-while-telling",
    async play(world) {
      const handle = world.client.workflow.getHandle("decisions-while-telling");
      let told = 0;
      world.play({
        tellVerdicts: async () => {
          told += 1;
          if (told === 1) await handle.signal("decided");
        },
      });
      await settled(world.execute("tellDecisions", "decisions-while-telling"));
      await eventually("both were told", async () => told === 2);
    },
  },
];
