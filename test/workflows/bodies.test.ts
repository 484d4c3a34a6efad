// The decisions of each workflow, with activities whose results the test controls.
import { readdirSync } from "node:fs";
import type { WorkflowFailedError } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { expect } from "chai";
import { CRAWL_LIMITS } from "../../domain/crawl/limits.ts";
import type { WorkFailure } from "../../domain/durable/end.ts";
import type { WorkProgress } from "../../domain/durable/progress.ts";
import type { Written } from "../../domain/durable/work.ts";
import { JOB_KINDS, type JobKind } from "../../domain/jobs/kinds.ts";
import { type StatusType, WORKFLOW_OF } from "../../domain/runTypes.ts";
import { FAILURES, SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";
import { eventually } from "../support/eventually.ts";
import { type Fakes, hopeless, openFakeWorld } from "./fakes.ts";

type Shot = { shotId: string; attempt: number };
type Page = { pageId: string };
type Ending = Written & { runId: string; failure?: WorkFailure };
type JobWrite = Written & { jobId: string; progress?: WorkProgress; failure?: WorkFailure };

const PROJECT = { projectId: "prj_1", projectSlug: "shop", environment: "" };
/** Returns the number at the end of a shot's or a page's id. */
const numberOf = (id: string) => Number(id.slice(-5));

describe("the workflow", function () {
  this.timeout(60_000);
  let world: Awaited<ReturnType<typeof openFakeWorld>>;
  before(async () => {
    world = await openFakeWorld();
  });
  after(() => world?.close());

  const run = (runId: string, type: StatusType) => {
    const input = { runId, type, ...PROJECT, queues: world.queues };
    return world.execute(WORKFLOW_OF[type], `run-${runId}`, input);
  };
  const job = (jobId: string, kind: JobKind) => {
    const input = { jobId, kind, ...PROJECT, queues: world.queues };
    return world.execute(JOB_KINDS[kind].workflow, `job-${jobId}`, input);
  };
  /** Returns the message of a failed workflow. */
  const failureOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => expect.fail("it did not fail"),
      (reason: unknown) => reason,
    );
    return (error as WorkflowFailedError).cause?.message ?? String(error);
  };
  /** Fakes a run's activities besides those of the test, and records how the run was ended. */
  const playRun = (
    total: number,
    fakes: Fakes,
    finish: "finishRun" | "finishAudit" | "finishSuite" | "finishFeatureRun" = "finishRun",
  ) => {
    const ended: Ending[] = [];
    const plan = async () => ({ total, window: 1 });
    world.play({
      planRun: plan,
      planAudit: plan,
      planSuite: plan,
      planFeatureRun: plan,
      writeProjection: async () => true,
      [finish]: async (input: Ending) => {
        ended.push(input);
        return input.failure ? { status: "failed", verdict: null } : { status: "completed", verdict: "fail" };
      },
      ...fakes,
    });
    return ended;
  };

  it("is tested here or beside this, whichever it is", () => {
    const here = [
      "visualRun",
      "baselineRun",
      "auditRun",
      "featureRun",
      "fullSuite",
      "crawlSite",
      "generateScenarios",
      "exploreSite",
      "proveIssue",
      "healStep",
    ];
    const small = [
      "recompareRun",
      "reconcile",
      "judgeUpload",
      "renderDiff",
      "renderReport",
      "inspectPage",
      "tellDecisions",
      "tellVerdicts",
      "deliverNotification",
      "recording",
      "scheduleDue",
      "alignSchedules",
      "cleanUp",
      "erase",
      "retentionDue",
    ];
    const shared = [
      "childJob",
      "childRun",
      "childWork",
      "continueOn",
      "durable",
      "index",
      "jobRun",
      "messages",
      "partsRun",
      "policies",
      "shotRun",
      "siteWaits",
      "traceHeaders",
      "versioned",
    ];
    const files = readdirSync(new URL("../../workflows/", import.meta.url))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => file.replace(/\.ts$/, ""));
    expect(files).to.have.members([...here, ...small, ...shared]);
  });

  describe("visualRun of uploaded pictures", () => {
    it("waits until their senders are done, judges each once, and takes none itself", async () => {
      const judged: string[] = [];
      let plans = 0;
      let may = false;
      playRun(2, {
        planRun: async () => {
          plans += 1;
          return may ? { total: 2, window: 2 } : { total: 0, window: 2, waitMs: 3_600_000 };
        },
        captureShot: async () => expect.fail("nothing is there to be captured"),
        compareShot: async ({ shotId, attempt }: Shot) => {
          judged.push(`${numberOf(shotId)}.${attempt}`);
          return { state: "decided", status: "passed" };
        },
      });
      const input = { runId: "run_up", type: "vrt-test", ...PROJECT, uploads: true, queues: world.queues };
      const end = world.execute("visualRun", "run-run_up", input);
      const handle = world.client.workflow.getHandle("run-run_up");
      await eventually(
        "it waits",
        async () => (await handle.query<{ phase: string }>("progress").catch(() => null))?.phase === "uploading",
      );
      expect(plans).to.equal(1);
      may = true;
      await handle.signal("uploadsDone");
      expect(await end).to.deep.equal({ status: "completed", verdict: "fail" });
      expect(plans).to.equal(2);
      expect(judged.sort()).to.deep.equal(["0.1", "1.1"]);
    });

    it("looks by itself when nobody says that they are done", async () => {
      const waits = [50, 50];
      playRun(1, {
        planRun: async () => {
          const waitMs = waits.shift();
          return waitMs === undefined ? { total: 1, window: 2 } : { total: 0, window: 2, waitMs };
        },
        promoteShot: async () => "passed",
      });
      const input = { runId: "run_up2", type: "baseline", ...PROJECT, uploads: true, queues: world.queues };
      expect(await world.execute("baselineRun", "run-run_up2", input)).to.include({ status: "completed" });
      expect(world.calls().filter((name) => name === "planRun")).to.have.length(3);
    });
  });

  describe("visualRun", () => {
    it("fails when it could measure nothing, with the reason, and writes its end once", async () => {
      const reason = "No screenshot could be compared: the site was away.";
      let ends = 0;
      playRun(1, {
        captureShot: async () => ({ state: "decided", status: "failed" }),
        finishRun: async () => {
          ends += 1;
          return { status: "failed", verdict: null, error: reason };
        },
      });
      expect(await failureOf(run("run_nothing", "vrt-test"))).to.equal(reason);
      expect(ends).to.equal(1);
      const { status } = await world.client.workflow.getHandle("run-run_nothing").describe();
      expect(status.name).to.equal("FAILED");
    });

    it("takes a shot a second time where that may mend it, and gives none up for another", async () => {
      const tries: string[] = [];
      const failed: unknown[] = [];
      const ended = playRun(4, {
        captureShot: async ({ shotId, attempt }: Shot) => {
          const shot = numberOf(shotId);
          tries.push(`${shot}.${attempt}`);
          if (shot === 0) return { state: "decided", status: "passed" };
          if (shot === 1 && attempt === 1) return { state: "again" };
          if (shot === 3) throw hopeless("The browser does not start.");
          return { state: "captured" };
        },
        compareShot: async ({ shotId, attempt }: Shot) =>
          numberOf(shotId) === 2 && attempt === 1 ? { state: "again" } : { state: "decided", status: "failed" },
        failShot: async (input: unknown) => void failed.push(input),
      });
      expect(await run("run_visual", "vrt-test")).to.deep.equal({ status: "completed", verdict: "fail" });
      expect(tries).to.deep.equal(["0.1", "1.1", "1.2", "2.1", "2.2", "3.1"]);
      const message = "The browser does not start.";
      expect(failed).to.deep.equal([{ shotId: "run_visual-00003", message, code: "browser_crashed" }]);
      expect(ended).to.have.length(1);
      expect(ended[0]).to.deep.include({ runId: "run_visual", seq: 1 }).and.not.to.have.property("failure");
      const handle = world.client.workflow.getHandle("run-run_visual");
      const progress = { phase: "completed", done: 4, total: 4, failed: 3 };
      expect(await handle.query("progress")).to.deep.equal(progress);
      const { searchAttributes } = await handle.describe();
      expect(searchAttributes[SEARCH_ATTRIBUTES.verdict]).to.deep.equal(["fail"]);
    });

    it("that cannot be planned fails, and its run says why", async () => {
      const ended = playRun(0, {
        planRun: async () => {
          throw hopeless("The project was deleted.");
        },
      });
      expect(await failureOf(run("run_unplanned", "vrt-test"))).to.equal("The project was deleted.");
      const failure = { cancelled: false, message: "The project was deleted." };
      expect(ended).to.have.length(1);
      expect(ended[0]).to.deep.include({ seq: 1, failure });
      expect(await world.statusOf("run-run_unplanned")).to.equal("FAILED");
    });

    it("writes its progress now and then, and each write has a number of its own", async () => {
      const written: (Written & { progress: WorkProgress })[] = [];
      const ended = playRun(12, {
        captureShot: async () => ({ state: "decided", status: "passed" }),
        writeProjection: async (input: Written & { progress: WorkProgress }) => {
          written.push(input);
          if (written.length === 2) throw hopeless("A write that is lost ends nothing.");
          return true;
        },
      });
      await run("run_long", "vrt-test");
      expect(written.map(({ progress }) => progress)).to.deep.equal([
        { phase: "testing", done: 0, total: 12 },
        { phase: "testing", done: 10, total: 12 },
      ]);
      expect([...written, ...ended].map(({ seq }) => seq)).to.deep.equal([1, 2, 3]);
      expect(new Set([...written, ...ended].map(({ executionId }) => executionId)).size).to.equal(1);
    });
  });

  describe("a site that is away", () => {
    /** Runs with such waits and `window` concurrent parts. */
    const planned = (total: number, window: number) => async () => ({ total, window, siteWaitsMs: [20, 30] });
    const timersOf = async (runId: string) => {
      const { events } = await world.client.workflow.getHandle(`run-${runId}`).fetchHistory();
      return (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes).length;
    };

    it("and comes back is waited for by all shots together", async () => {
      const asked: string[] = [];
      playRun(3, {
        planRun: planned(3, 3),
        captureShot: async ({ shotId, away }: Shot & { away: string }) => {
          asked.push(`${numberOf(shotId)} ${away}`);
          return asked.length <= 3 ? { state: "away" } : { state: "decided", status: "passed" };
        },
      });
      await run("run_away", "vrt-test");
      expect(asked.slice(0, 3).sort()).to.deep.equal(["0 wait", "1 wait", "2 wait"]);
      expect(asked).to.have.length(6);
      expect(await timersOf("run_away")).to.equal(1);
    });

    it("and stays so is waited for no longer than once for the run", async () => {
      const asked: string[] = [];
      playRun(3, {
        planRun: planned(3, 1),
        captureShot: async ({ shotId, away }: Shot & { away: string }) => {
          asked.push(`${numberOf(shotId)} ${away}`);
          return away === "wait" ? { state: "away" } : { state: "decided", status: "error" };
        },
      });
      await run("run_dead", "vrt-test");
      expect(asked).to.deep.equal(["0 wait", "0 wait", "0 final", "1 final", "2 final"]);
      expect(await timersOf("run_dead")).to.equal(2);
    });

    it("is waited for by pages of audits and by scenarios alike", async () => {
      const asked: string[] = [];
      const isFirst = (what: string, away: string) => asked.push(`${what} ${away}`) % 2 === 1;
      const gatherPage = async ({ away }: Page & { away: string }) => (isFirst("page", away) ? "away" : "decided");
      playRun(1, { planAudit: planned(1, 1), gatherPage }, "finishAudit");
      await run("run_away_audit", "a11y-test");
      const runScenarioAttempt = async ({ away }: { away: string }) =>
        isFirst("scenario", away) ? { status: "error", again: false, away: true } : { status: "passed", again: false };
      playRun(1, { planFeatureRun: planned(1, 1), runScenarioAttempt }, "finishFeatureRun");
      await run("run_away_features", "frt-test");
      expect(asked).to.deep.equal(["page wait", "page wait", "scenario wait", "scenario wait"]);
    });
  });

  it("baselineRun has each new picture taken again after all the others, until it is decided", async () => {
    const taken: string[] = [];
    const phases: WorkProgress[] = [];
    playRun(4, {
      captureShot: async ({ shotId, attempt, confirms, rest }: Shot & { confirms?: boolean; rest?: boolean }) => {
        const shot = numberOf(shotId);
        taken.push(`${shot}.${attempt}${confirms ? " again" : ""}${rest ? " at rest" : ""}`);
        if (confirms) phases.push(await world.client.workflow.getHandle("run-run_baseline").query("progress"));
        if (shot === 0) return { state: "decided", status: "passed" };
        if (shot === 2 && attempt === 1) return { state: "again" };
        return { state: "captured" };
      },
      confirmShot: async ({ shotId }: Shot) => {
        const shot = numberOf(shotId);
        const tries = taken.filter((one) => one.startsWith(`${shot}.`) && one.includes("again")).length;
        // The workflow gives up eventually, however often it is told to try again.
        if (shot === 3) return { state: "again", rest: true };
        if (shot === 1 && tries === 1) return { state: "again", rest: false };
        return { state: "decided", status: "passed" };
      },
    });
    expect(await run("run_baseline", "baseline")).to.include({ status: "completed" });
    const first = ["0.1", "1.1", "2.1", "2.2", "3.1"];
    const one = ["1.2 again at rest", "1.3 again"];
    const others = ["2.3 again at rest", "3.2 again at rest", "3.3 again at rest", "3.4 again at rest"];
    expect(taken).to.deep.equal([...first, ...one, ...others]);
    expect(phases[0]).to.deep.equal({ phase: "confirming", done: 1, total: 4, failed: 0 });
    expect(phases.at(-1)).to.deep.include({ phase: "confirming", done: 3 });
    expect(world.calls()).not.to.include("promoteShot");
    const { events } = await world.client.workflow.getHandle("run-run_baseline").fetchHistory();
    const weights = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.activityType?.name === "captureShot" ? [scheduled.priority?.fairnessWeight] : [],
    );
    expect(weights, "others' captures go before those that confirm").to.deep.equal([
      ...first.map(() => 0),
      ...[...one, ...others].map(() => 0.5),
    ]);
  });

  it("baselineRun goes on where one shot cannot be confirmed", async () => {
    const failed: { shotId: string }[] = [];
    playRun(2, {
      captureShot: async ({ shotId, confirms }: Shot & { confirms?: boolean }) => {
        if (confirms && numberOf(shotId) === 0) throw hopeless("The browser does not start.");
        return { state: "captured" };
      },
      confirmShot: async () => ({ state: "decided", status: "passed" }),
      failShot: async (input: { shotId: string }) => void failed.push(input),
    });
    await run("run_unconfirmed", "baseline");
    expect(failed.map(({ shotId }) => shotId)).to.deep.equal(["run_unconfirmed-00000"]);
    expect(world.calls().filter((name) => name === "confirmShot")).to.have.length(1);
  });

  describe("featureRun", () => {
    type Scenario = { scenarioRunId: string; attempt: number };

    it("tries a scenario again where that may tell more, each time as an attempt of its own, and gives none up for another", async () => {
      const tries: string[] = [];
      const failed: unknown[] = [];
      const ended = playRun(
        4,
        {
          runScenarioAttempt: async ({ scenarioRunId, attempt }: Scenario) => {
            const scenario = numberOf(scenarioRunId);
            tries.push(`${scenario}.${attempt}`);
            if (scenario === 0) return { status: "passed", again: false };
            if (scenario === 1) return { status: attempt === 1 ? "failed" : "passed", again: attempt === 1 };
            if (scenario === 3) throw hopeless("The worker was lost.");
            // The workflow gives up eventually, however often it is told to try again.
            return { status: "failed", again: true };
          },
          failScenario: async (input: unknown) => void failed.push(input),
        },
        "finishFeatureRun",
      );
      expect(await run("run_features", "frt-test")).to.deep.equal({ status: "completed", verdict: "fail" });
      expect(tries).to.deep.equal(["0.1", "1.1", "1.2", "2.1", "2.2", "2.3", "2.4", "3.1"]);
      const message = "The worker was lost.";
      expect(failed).to.deep.equal([{ scenarioRunId: "run_features-s00003", message, code: "browser_crashed" }]);
      expect(ended).to.have.length(1);
      const handle = world.client.workflow.getHandle("run-run_features");
      expect(await handle.query("progress")).to.deep.equal({ phase: "completed", done: 4, total: 4, failed: 2 });
    });

    it("that cannot be planned fails, and its run says why", async () => {
      const ended = playRun(
        0,
        {
          planFeatureRun: async () => {
            throw hopeless("The project has no feature that is ready.");
          },
        },
        "finishFeatureRun",
      );
      await failureOf(run("run_featureless", "frt-test"));
      expect(ended[0]?.failure).to.deep.equal({
        cancelled: false,
        message: "The project has no feature that is ready.",
      });
    });
  });

  describe("auditRun", () => {
    it("judges what was gathered, gives a page up alone, and says which part is missing", async () => {
      const noted: unknown[] = [];
      const ended = playRun(
        3,
        {
          gatherPage: async ({ pageId }: Page) => {
            if (numberOf(pageId) === 2) throw hopeless("The worker was lost.");
            return numberOf(pageId) === 0 ? "gathered" : "decided";
          },
          auditPage: async () => "passed",
          failAuditPage: async (input: unknown) => void noted.push(input),
          auditSite: async () => {
            throw hopeless("The sitemap is endless.");
          },
          lighthouseSeo: async () => undefined,
          mergeCauses: async () => undefined,
          noteMissingPart: async (input: unknown) => void noted.push(input),
        },
        "finishAudit",
      );
      await run("run_seo", "seo-test");
      expect(world.calls().filter((name) => name === "auditPage")).to.have.length(1);
      expect(noted).to.deep.equal([
        { pageId: "run_seo-p00002", message: "The worker was lost.", code: "browser_crashed" },
        { runId: "run_seo", part: "site", message: "The sitemap is endless." },
      ]);
      expect(world.calls()).to.include("lighthouseSeo");
      expect(world.calls().at(-1)).to.equal("finishAudit");
      expect(ended).to.have.length(1);
    });

    it("looks again for as long as others ask the site, however often, and loses no part by it", async () => {
      let looks = 0;
      const noted: unknown[] = [];
      playRun(
        1,
        {
          gatherPage: async () => "gathered",
          auditPage: async () => "passed",
          auditSite: async () => {
            looks += 1;
            if (looks > 6) return;
            const nextRetryDelay = "10ms";
            throw ApplicationFailure.create({ message: "others ask", type: FAILURES.waiting, nextRetryDelay });
          },
          lighthouseSeo: async () => undefined,
          noteMissingPart: async (input: unknown) => void noted.push(input),
        },
        "finishAudit",
      );
      await run("run_seo_waits", "seo-test");
      expect(looks).to.equal(7);
      expect(noted).to.deep.equal([]);
    });

    it("of a run that is no audit fails at once, and is taken for no other pillar's", async () => {
      const ended = playRun(1, {}, "finishAudit");
      const input = { runId: "run_audit_none", type: "vrt-test", ...PROJECT, queues: world.queues };
      const said = await failureOf(world.execute("auditRun", "run-run_audit_none", input));
      expect(said).to.equal("The run run_audit_none is a vrt-test run and no audit.");
      expect(ended).to.deep.equal([]);
    });

    it("crawls the site first where its plan waits for that, and plans again whatever came of it", async () => {
      for (const fails of [false, true]) {
        const jobId = `job_site_${fails}`;
        const crawled: string[] = [];
        let over = false;
        playRun(
          1,
          {
            planAudit: async () =>
              over ? { total: 1, window: 1 } : { total: 0, window: 1, crawl: { jobId, own: true } },
            planCrawl: async () => {
              over = fails;
              if (fails) throw hopeless("The site does not answer.");
            },
            crawlBatch: async () => ({ left: 0, counts: { pages: 1, waiting: 0, known: 1, asked: 1, leftOut: 0 } }),
            finishCrawl: async ({ jobId }: JobWrite) => {
              over = true;
              crawled.push(jobId);
            },
            failJob: async () => undefined,
            writeJobProgress: async () => true,
            gatherPage: async () => "gathered",
            auditPage: async () => "passed",
          },
          "finishAudit",
        );
        await run(`run_site_${fails}`, "perf-test");
        expect(crawled).to.deep.equal(fails ? [] : [jobId]);
        expect(await world.statusOf(`job-${jobId}`)).to.equal(fails ? "FAILED" : "COMPLETED");
        expect(world.calls().filter((name) => name === "planAudit")).to.have.length(2);
        expect(world.calls().slice(-3)).to.deep.equal(["gatherPage", "auditPage", "finishAudit"]);
      }
    });

    it("waits for a crawl that another workflow works on", async () => {
      let over = false;
      const ended = playRun(
        1,
        {
          planAudit: async () =>
            over ? { total: 0, window: 1 } : { total: 0, window: 1, crawl: { jobId: "job_theirs", own: false } },
          crawlEnded: async () => {
            over = true;
          },
        },
        "finishAudit",
      );
      await run("run_joined", "perf-test");
      expect(world.calls()).to.deep.equal(["planAudit", "crawlEnded", "planAudit", "finishAudit"]);
      expect(ended).to.have.length(1);
    });

    it("merges the findings of several pages before its end, of a crawl as of chosen scenarios", async () => {
      const work = { gatherPage: async () => "gathered", auditPage: async () => "passed", mergeCauses: async () => {} };
      for (const [pages, site] of [
        [1, true],
        [2, false],
      ] as const) {
        playRun(pages, work, "finishAudit");
        const input = { runId: `run_merged${pages}`, type: "perf-test", ...PROJECT, site, queues: world.queues };
        await world.execute("auditRun", `run-run_merged${pages}`, input);
        const [planned, ...parts] = world.calls();
        expect(planned).to.equal("planAudit");
        expect(parts.filter((name) => name === "auditPage")).to.have.length(pages);
        expect(parts.slice(-2)).to.deep.equal(["mergeCauses", "finishAudit"]);
      }
    });

    it("of a pillar without a site asks for none", async () => {
      playRun(1, { gatherPage: async () => "gathered", auditPage: async () => "passed" }, "finishAudit");
      await run("run_perf", "perf-test");
      expect(world.calls()).to.deep.equal(["planAudit", "gatherPage", "auditPage", "finishAudit"]);
    });
  });

  it("fullSuite runs each pillar by its own workflow, and waits for one that another execution works on", async () => {
    const children: { runId: string; type: StatusType }[] = [
      { runId: "run_suite-perf", type: "perf-test" },
      { runId: "run_suite-visual", type: "vrt-test" },
    ];
    const ends: Fakes = {
      gatherPage: async () => "decided",
      captureShot: async () => ({ state: "decided", status: "passed" }),
      finishAudit: async () => ({ status: "completed", verdict: "fail" }),
      finishRun: async () => ({ status: "completed", verdict: "pass" }),
    };
    playRun(1, ends, "finishAudit");
    await run("run_suite-perf", "perf-test");
    const waited: unknown[] = [];
    const ended = playRun(1, {
      ...ends,
      planSuite: async () => ({ total: 2, window: 8 }),
      childOf: async ({ index }: { index: number }) => children[index],
      childEnded: async (input: unknown) => {
        waited.push(input);
        return true;
      },
      finishSuite: async (input: Ending) => {
        ended.push(input);
        return { status: "completed", verdict: "fail" };
      },
    });
    await run("run_suite", "full-suite");
    expect(waited).to.deep.equal([{ runId: "run_suite-perf" }]);
    expect(ended).to.have.length(1);
    const progress = { phase: "completed", done: 2, total: 2, failed: 1 };
    expect(await world.client.workflow.getHandle("run-run_suite").query("progress")).to.deep.equal(progress);
  });

  describe("crawlSite", () => {
    const playCrawl = (batches: { left: number; workedMs?: number }[]) => {
      const writes: JobWrite[] = [];
      const given: unknown[] = [];
      const finished: (JobWrite & { outOfTime: boolean })[] = [];
      world.play({
        planCrawl: async () => undefined,
        crawlBatch: async ({ counts }: { counts: unknown }) => {
          given.push(counts);
          return { workedMs: 1, ...batches[given.length - 1], counts: { pages: given.length } };
        },
        writeJobProgress: async (input: JobWrite) => {
          writes.push(input);
          return true;
        },
        finishCrawl: async (input: JobWrite & { outOfTime: boolean }) => void finished.push(input),
        failJob: async (input: JobWrite) => void writes.push(input),
      });
      return { writes, given, finished };
    };

    it("goes on until nothing is left, and hands the counts from batch to batch", async () => {
      const { writes, given, finished } = playCrawl([{ left: 2 }, { left: 1 }, { left: 0 }]);
      await job("job_crawl", "crawl_site");
      expect(given).to.deep.equal([null, { pages: 1 }, { pages: 2 }]);
      expect(finished).to.have.length(1);
      expect(finished[0]).to.include({ jobId: "job_crawl", outOfTime: false });
      expect(finished[0]?.seq, "the end is the last write").to.be.greaterThan(
        Math.max(...writes.map(({ seq }) => seq)),
      );
      const progress = { phase: "completed", done: 3, total: 3, failed: 0 };
      expect(await world.client.workflow.getHandle("job-job_crawl").query("progress")).to.deep.equal(progress);
    });

    it("ends when its batches have worked for too long", async () => {
      const { finished, given } = playCrawl([{ left: 5, workedMs: CRAWL_LIMITS.totalMs }, { left: 5 }, { left: 5 }]);
      await job("job_slow", "crawl_site");
      expect(given).to.have.length(2);
      expect(finished[0]).to.include({ outOfTime: true });
    });

    it("that cannot be planned fails, and its job says why", async () => {
      const { writes } = playCrawl([]);
      world.play({
        planCrawl: async () => {
          throw hopeless("The job is not a crawl.");
        },
        writeJobProgress: async () => true,
        failJob: async (input: JobWrite) => void writes.push(input),
      });
      expect(await failureOf(job("job_none", "crawl_site"))).to.equal("The job is not a crawl.");
      expect(writes).to.have.length(1);
      expect(writes[0]).to.deep.include({ failure: { cancelled: false, message: "The job is not a crawl." } });
    });
  });

  describe("exploreSite", () => {
    it("explores in batches until nothing is left, and takes no longer than it may", async () => {
      const finished: (JobWrite & { outOfTime: boolean })[] = [];
      let batches = 0;
      world.play({
        writeJobProgress: async () => true,
        planExplore: async () => ({ explores: true }),
        exploreBatch: async () => {
          batches += 1;
          return { states: batches * 10, left: 5, workedMs: 40_000, totalMs: 60_000 };
        },
        finishExplore: async (input: JobWrite & { outOfTime: boolean }) => void finished.push(input),
      });
      await job("job_explore", "frt_explore_site");
      expect(batches).to.equal(2);
      expect(finished).to.have.length(1);
      expect(finished[0]).to.deep.include({ jobId: "job_explore", outOfTime: true });
    });

    it("does not look again where a stored exploration is used, and says why it failed", async () => {
      const finished: JobWrite[] = [];
      const failed: JobWrite[] = [];
      world.play({
        writeJobProgress: async () => true,
        planExplore: async () => ({ explores: false }),
        finishExplore: async (input: JobWrite) => void finished.push(input),
      });
      await job("job_propose", "frt_propose_journey");
      expect(finished[0]).to.deep.include({ outOfTime: false });
      world.play({
        writeJobProgress: async () => true,
        planExplore: async () => {
          throw hopeless("robots.txt disallows /.");
        },
        failJob: async (input: JobWrite) => void failed.push(input),
      });
      expect(await failureOf(job("job_refused", "frt_explore_site"))).to.equal("robots.txt disallows /.");
      expect(failed[0]?.failure).to.deep.equal({ cancelled: false, message: "robots.txt disallows /." });
    });
  });

  describe("proveIssue", () => {
    const child = { runId: "run_proof", type: "frt-test", ...PROJECT };
    const playProof = (fakes: Fakes = {}) => {
      const ended: JobWrite[] = [];
      world.play({
        writeJobProgress: async () => true,
        failJob: async (input: JobWrite) => void ended.push(input),
        readTicket: async () => null,
        matchTicket: async () => ({ runs: true }),
        startProofRun: async () => child,
        proofRunEnded: async () => null,
        abandonProofRun: async () => null,
        planFeatureRun: async () => ({ total: 1, window: 1 }),
        writeProjection: async () => true,
        runScenarioAttempt: async () => ({ status: "passed", again: false }),
        finishFeatureRun: async () => ({ status: "completed", verdict: "pass" }),
        judgeProof: async () => null,
        postProof: async () => null,
        finishProof: async (input: JobWrite) => void ended.push(input),
        ...fakes,
      });
      return ended;
    };
    const steps = () => world.calls().filter((name) => !/^write/.test(name));

    it("reads, matches, runs the scenario as a run of its own, judges and ends", async () => {
      const ended = playProof({ startProofRun: async () => ({ ...child, runId: "run_proof_1" }) });
      await job("job_proof_1", "tracking_prove_issue_ticket");
      expect(steps()).to.deep.equal([
        "readTicket",
        "matchTicket",
        "startProofRun",
        "planFeatureRun",
        "runScenarioAttempt",
        "finishFeatureRun",
        "judgeProof",
        "postProof",
        "finishProof",
      ]);
      expect(ended).to.have.length(1);
      expect(await world.statusOf("run-run_proof_1")).to.equal("COMPLETED");
    });

    it("runs nothing where nothing is to be run, and judges all the same", async () => {
      playProof({ matchTicket: async () => ({ runs: false }) });
      await job("job_proof_2", "tracking_prove_issue_ticket");
      expect(steps()).to.deep.equal(["readTicket", "matchTicket", "judgeProof", "postProof", "finishProof"]);
    });

    it("matches again once a model was asked, and does not ask twice", async () => {
      const asked: unknown[] = [];
      playProof({
        matchTicket: async ({ mayAsk }: { mayAsk?: boolean }) => {
          asked.push(mayAsk ?? false);
          return { runs: false, asks: true };
        },
        askModel: async () => null,
      });
      await job("job_proof_asks", "tracking_prove_issue_ticket");
      const all = ["readTicket", "matchTicket", "askModel", "matchTicket", "judgeProof", "postProof", "finishProof"];
      expect(steps()).to.deep.equal(all);
      expect(asked).to.deep.equal([true, false]);
      playProof({
        matchTicket: async ({ mayAsk }: { mayAsk?: boolean }) => ({ runs: false, asks: mayAsk }),
        askModel: async () => {
          throw hopeless("The worker is gone.");
        },
      });
      await job("job_proof_unasked", "tracking_prove_issue_ticket");
      expect(steps()).to.deep.equal(all);
    });

    it("waits for a run that another execution works on, and begins none beside it", async () => {
      playProof({ startProofRun: async () => ({ ...child, runId: "run_proof_1" }) });
      await job("job_proof_3", "tracking_prove_issue_ticket");
      expect(steps()).to.deep.equal([
        "readTicket",
        "matchTicket",
        "startProofRun",
        "proofRunEnded",
        "judgeProof",
        "postProof",
        "finishProof",
      ]);
    });

    it("judges a run that failed, and one that was cancelled by itself", async () => {
      playProof({
        startProofRun: async () => ({ ...child, runId: "run_proof_4" }),
        planFeatureRun: async () => {
          throw hopeless("The feature was deleted.");
        },
        finishFeatureRun: async () => ({ status: "failed", verdict: null }),
      });
      await job("job_proof_4", "tracking_prove_issue_ticket");
      expect(steps()).to.include.members(["judgeProof", "postProof", "finishProof"]);
    });

    for (const at of ["readTicket", "matchTicket", "startProofRun", "runScenarioAttempt", "judgeProof"])
      it(`that is cancelled in ${at} takes its run along, writes one end, and goes no further`, async () => {
        const runId = `run_cancelled_${at}`;
        const answers: Record<string, unknown> = {
          matchTicket: { runs: true },
          startProofRun: { ...child, runId },
          runScenarioAttempt: { status: "passed", again: false },
        };
        const ended = playProof({
          startProofRun: async () => answers.startProofRun,
          [at]: async () => {
            await world.client.workflow.getHandle(`job-job_cancelled_${at}`).cancel();
            return answers[at] ?? null;
          },
        });
        await failureOf(job(`job_cancelled_${at}`, "tracking_prove_issue_ticket"));
        expect(await world.statusOf(`job-job_cancelled_${at}`)).to.equal("CANCELLED");
        expect(ended.map(({ failure }) => failure)).to.deep.equal([{ cancelled: true }]);
        expect(steps()).to.include("abandonProofRun").and.not.to.include("finishProof");
      });

    it("that fails leaves no run behind, and says why", async () => {
      const ended = playProof({
        matchTicket: async () => {
          throw hopeless("The plan cannot be read.");
        },
      });
      expect(await failureOf(job("job_proof_5", "tracking_prove_issue_ticket"))).to.equal("The plan cannot be read.");
      expect(steps()).to.deep.equal(["readTicket", "matchTicket", "abandonProofRun", "failJob"]);
      expect(ended[0]?.failure).to.deep.equal({ cancelled: false, message: "The plan cannot be read." });
    });
  });

  it("generateScenarios proposes after its progress is written", async () => {
    const numbers: number[] = [];
    const note = async ({ seq }: Written) => {
      numbers.push(seq);
      return true;
    };
    world.play({ writeJobProgress: note, proposeScenarios: note });
    await job("job_propose", "generate_scenarios");
    expect(world.calls()).to.deep.equal(["writeJobProgress", "proposeScenarios"]);
    expect(numbers).to.deep.equal([1, 2]);
  });

  it("healStep replays only what it found a patch for, and keeps the outcome last", async () => {
    for (const found of [true, false]) {
      const ended: JobWrite[] = [];
      world.play({
        writeJobProgress: async () => true,
        findHeal: async () => found,
        replayHeal: async () => undefined,
        finishHeal: async (input: JobWrite) => void ended.push(input),
      });
      await job(`job_heal_${found}`, "frt_heal_step_def");
      const called = world.calls().filter((name) => name !== "writeJobProgress");
      expect(called).to.deep.equal(["findHeal", ...(found ? ["replayHeal"] : []), "finishHeal"]);
      expect(ended.map(({ jobId }) => jobId)).to.deep.equal([`job_heal_${found}`]);
    }
  });

  it("healStep ends as failed where the page cannot be opened at all", async () => {
    const failed: JobWrite[] = [];
    world.play({
      writeJobProgress: async () => true,
      findHeal: async () => {
        throw hopeless("The browser does not start.");
      },
      failJob: async (input: JobWrite) => void failed.push(input),
    });
    expect(await failureOf(job("job_heal_lost", "frt_heal_step_def"))).to.include("The browser does not start.");
    expect(failed.map(({ failure }) => failure)).to.deep.equal([
      { cancelled: false, message: "The browser does not start." },
    ]);
  });

  it("recompareRun judges fifty shots at a time, adds up, and counts the run again", async () => {
    const batches: number[] = [];
    const refreshed: unknown[] = [];
    world.play({
      listRecomparable: async () => Array.from({ length: 120 }, (_, index) => `shot-${index}`),
      recompareShots: async (ids: string[]) => {
        batches.push(ids.length);
        return { recompared: ids.length - 1, changed: [{ shotId: ids[0] }], skipped: [{ shotId: ids[1] }] };
      },
      refreshSummary: async (input: unknown) => void refreshed.push(input),
    });
    const input = { runId: "run_1", requestedBy: "ada" };
    const result = (await world.execute("recompareRun", "recompare-run_1", input)) as Record<string, unknown>;
    expect(batches).to.deep.equal([50, 50, 20]);
    expect(result.recompared).to.equal(117);
    expect(result.changed).to.deep.equal([{ shotId: "shot-0" }, { shotId: "shot-50" }, { shotId: "shot-100" }]);
    expect(result.skipped).to.have.length(3);
    expect(refreshed).to.deep.equal([input]);
  });

  it("reconcile is one round: a failed one is not tried again", async () => {
    world.play({ reconcileRuns: async () => ({ restarted: 1, closed: 2 }) });
    expect(await world.execute("reconcile", "reconcile-1")).to.deep.equal({ restarted: 1, closed: 2 });
    world.play({
      reconcileRuns: async () => {
        throw new Error("The database is unavailable.");
      },
    });
    await failureOf(world.execute("reconcile", "reconcile-2"));
    expect(world.calls()).to.deep.equal(["reconcileRuns"]);
  });

  it("retentionDue notes the sweep, and leaves it to the round that starts it", async () => {
    world.play({ noteRetentionDue: async () => undefined });
    await world.execute("retentionDue", "retention-due-1");
    expect(world.calls()).to.deep.equal(["noteRetentionDue"]);
  });

  it("cleanUp goes on where each step ended, and notes its end", async () => {
    const asked: unknown[] = [];
    const input = { cleanupId: "cln_1", queues: world.queues };
    const begun = { beginCleanup: async () => "retention", endCleanup: async (end: unknown) => void asked.push(end) };
    const steps = {
      expireRuns: async ({ after }: { after: string | null }) => {
        asked.push(after);
        return { next: after === null ? "prj_1" : null };
      },
      sweepArtifacts: async ({ from }: { from: number }) => {
        asked.push(from);
        return { next: from === 0 ? 128 : null };
      },
    };
    world.play({ ...begun, ...steps });
    await world.execute("cleanUp", "cleanup-1", input);
    expect(asked.splice(0)).to.deep.equal([null, "prj_1", 0, 128, { cleanupId: "cln_1", error: null }]);

    const refuse = async () => {
      throw hopeless("The store refuses.");
    };
    world.play({ ...begun, ...steps, sweepArtifacts: refuse });
    await failureOf(world.execute("cleanUp", "cleanup-2", input));
    expect(asked.splice(0)).to.deep.equal([null, "prj_1", { cleanupId: "cln_1", error: "The store refuses." }]);

    world.play({ beginCleanup: async () => null });
    await world.execute("cleanUp", "cleanup-3", input);
    expect(world.calls()).to.deep.equal(["beginCleanup"]);
  });

  it("erase takes every step of each part in its order, the subject's own document last, and notes its end", async () => {
    const asked: string[] = [];
    const ends: unknown[] = [];
    const input = { erasureId: "ers_1", queues: world.queues };
    const parts = [
      { kind: "project", id: "prj_1" },
      { kind: "user", id: "usr_1" },
      { kind: "organisation", id: "org_1" },
    ];
    const begun = { beginErasure: async () => parts, endErasure: async (end: unknown) => void ends.push(end) };
    const eraseStep = async ({ id, step }: { id: string; step: string }) => void asked.push(`${id} ${step}`);
    world.play({ ...begun, eraseStep });
    await world.execute("erase", "erasure-1", input);
    const project = ["work", "log", "executions", "documents", "artifacts"].map((step) => `prj_1 ${step}`);
    const user = ["access", "documents", "names", "executions"].map((step) => `usr_1 ${step}`);
    const again = ["log", "documents", "artifacts", "executions", "own"].map((step) => `prj_1 ${step}`);
    const userAgain = ["access", "documents", "names", "own"].map((step) => `usr_1 ${step}`);
    const own = ["org_1 documents", ...again, ...userAgain, "org_1 documents", "org_1 own"];
    expect(asked.splice(0)).to.deep.equal([...project, ...user, ...own]);
    expect(ends.splice(0)).to.deep.equal([{ erasureId: "ers_1", error: null }]);

    const refuse = async () => {
      throw hopeless("The store refuses.");
    };
    world.play({ ...begun, eraseStep: refuse });
    await failureOf(world.execute("erase", "erasure-2", input));
    expect(ends.splice(0)).to.deep.equal([{ erasureId: "ers_1", error: "The store refuses." }]);

    world.play({ beginErasure: async () => null });
    await world.execute("erase", "erasure-3", input);
    expect(world.calls()).to.deep.equal(["beginErasure"]);

    // Two parts per execution: the list is requested once, each execution completes its own parts, and there is one end.
    world.play({ ...begun, eraseStep });
    await world.execute("erase", "erasure-4", { ...input, partsPerExecution: 2 });
    expect(world.calls().filter((name) => name === "beginErasure")).to.have.length(1);
    const inPieces = [...project, ...user, ...again, ...userAgain];
    expect(asked).to.deep.equal([...inPieces, "org_1 documents", "org_1 documents", "org_1 own"]);
    expect(ends).to.deep.equal([{ erasureId: "ers_1", error: null }]);
  });

  it("judgeUpload, renderDiff, renderReport and inspectPage hand their input on, try again, and answer what was made", async () => {
    const page = { url: "https://shop.example/", what: "reach" };
    const report = { runId: "run_1", format: "pdf" };
    const upload = { uploadId: "run_1:0" };
    const seen: Record<string, unknown[]> = {
      judgeUpload: [],
      renderDiffPicture: [],
      renderReport: [],
      inspectPage: [],
    };
    world.play(
      Object.fromEntries(
        Object.entries(seen).map(([activity, inputs]) => [
          activity,
          async (input: unknown) => {
            inputs.push(input);
            if (inputs.length === 1) throw new Error("The worker was lost.");
            return `made by ${activity}`;
          },
        ]),
      ),
    );
    const { queues } = world;
    const made = await Promise.all([
      world.execute("judgeUpload", "verdict-1", upload),
      world.execute("renderDiff", "diff-1", "shot_1"),
      world.execute("renderReport", "report-1", { ...report, queues }),
      world.execute("inspectPage", "look-1", { ...page, queues }),
    ]);
    expect(made).to.deep.equal(Object.keys(seen).map((activity) => `made by ${activity}`));
    expect(Object.values(seen)).to.deep.equal([
      [upload, upload],
      ["shot_1", "shot_1"],
      [report, report],
      [page, page],
    ]);
  });
});
