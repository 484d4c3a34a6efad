// Tools that start audits, wait for runs, and report the health of a site.
import { request } from "node:http";
import { expect } from "chai";
import { DEFAULT_WAIT_MS } from "../../../api/operations/runs/waitForRun.ts";
import { addAudit, addFinding, auditSummary } from "../health/support.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";

const HOME = ["scn_home"];
const PAGE = [{ page: "https://shop.example/", findings: 1 }];
const ALL = ["scn_home", "scn_about_us", "scn_product_page"];
const visual = (passed: number, total = 4) => ({
  total,
  passed,
  failed: total - passed,
  approved: 0,
  errors: 0,
  flaky: 0,
  noBaseline: 0,
});

describe("tools that start audits", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } }));
  after(() => world.close());

  for (const [tool, type] of [
    ["run_perf", "perf-test"],
    ["run_seo", "seo-test"],
    ["run_a11y", "a11y-test"],
    ["run_security", "security-test"],
    ["run_tracking", "tracking-test"],
  ] as const)
    it(`${tool} starts a ${type} and answers as CI does`, async () => {
      const body = await world.call(tool, {
        confirm: true,
        scenarios: ["Home"],
        environment: "staging",
        branch: "cart",
      });
      const runId = String(body.runId);
      expect(body).to.deep.equal({
        success: true,
        runId,
        projectId: "prj_shop",
        type,
        environmentId: "env_stage",
        environmentName: "Staging",
        statusUrl: `/api/ci/status/${runId}`,
        message: body.message,
      });
      expect(world.engine.started.get(runId)?.type).to.equal(type);
      const run = await world.models.runs.findById(runId).lean();
      expect(run).to.deep.include({ scenarios: ["Home"], branch: "cart", baseUrl: "https://staging.shop.example" });
    });

  it("run_perf takes budgets", async () => {
    const { runId } = await world.call("run_perf", { confirm: true, perfBudgets: { lcp: 2_500 } });
    expect((await world.models.runs.findById(String(runId)).lean())?.perfBudgets).to.deep.equal({ lcp: 2_500 });
    await world.refused("run_perf", { confirm: true, perfBudgets: { lcp: -1 } }, 400, "validation_error");
    await world.refused("run_perf", { confirm: true, perfBudgets: { lpc: 1 } }, 400, "validation_error");
  });

  it("run_full_audit answers the runs of all pillars at once, under the ids that the workflow gives them", async () => {
    const { data, warnings, nextActions } = await world.call("run_full_audit", { confirm: true });
    const { runId } = data;
    expect(world.engine.started.get(runId)?.type).to.equal("full-suite");
    const pillars = ["visual", "a11y", "perf", "seo", "security", "tracking", "privacy"];
    expect(data.runs).to.deep.equal(Object.fromEntries(pillars.map((pillar) => [pillar, `${runId}-${pillar}`])));
    const reason = "The project has no feature that is ready to be run.";
    expect(data.skipped).to.deep.equal([{ pillar: "functional", reason }]);
    expect(warnings).to.deep.equal([reason]);
    expect(nextActions).to.deep.equal([
      { label: "Wait for the run", tool: "wait_for_run", args: { project: "shop", runId } },
    ]);
  });

  it("run_full_audit starts what is named, once, and passes on where and what for", async () => {
    const { data } = await world.call("run_full_audit", {
      confirm: true,
      pillars: ["seo", "a11y", "seo"],
      scenarios: ["Home"],
      environment: "Staging",
      branch: "cart",
      prNumber: 7,
      commitSha: "abc",
    });
    expect(data.runs).to.deep.equal({ seo: `${data.runId}-seo`, a11y: `${data.runId}-a11y` });
    expect(data.skipped).to.deep.equal([]);
    expect(await world.models.runs.findById(data.runId).lean()).to.deep.include({
      environmentId: "env_stage",
      scenarios: ["Home"],
      branch: "cart",
      prNumber: 7,
      commitSha: "abc",
    });
  });

  it("run_full_audit takes null and empty lists for what was left out, and a pull request's number as text", async () => {
    const nothing = { scenarios: [], browsers: null, environment: null, branch: null, viewport: null };
    const { data } = await world.call("run_full_audit", { confirm: true, pillars: [], prNumber: "7", ...nothing });
    expect(Object.keys(data.runs)).to.have.length(7);
    const run = await world.models.runs.findById(data.runId).lean();
    expect(run).to.deep.include({ scenarios: null, browsers: ["chromium"], environmentId: null, prNumber: 7 });
  });

  it("run_full_audit skips what the plan has locked, and refuses it by name", async () => {
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "hobby" } });
    const { data } = await world.call("run_full_audit", { confirm: true });
    expect(data.skipped).to.deep.include({ pillar: "privacy", reason: "Privacy is not part of the hobby plan." });
    const body = await world.refused("run_full_audit", { confirm: true, pillars: ["privacy"] }, 403, "plan_gate");
    expect(body.error?.message).to.contain("the plans with them: team, enterprise");
  });

  for (const [what, args, message] of [
    ["an unknown pillar", { pillars: ["speed"] }, /pillars\[0\] must be one of visual/],
    ["a pillar that has nothing to run", { pillars: ["functional"] }, /no feature that is ready/],
    ["an unknown scenario, with the nearest", { scenarios: ["Hom"] }, /no scenario "Hom". Did you mean "Home"/],
    ["a number that is none", { prNumber: 1.5 }, /prNumber must be a whole number/],
  ] as const)
    it(`run_full_audit refuses ${what}`, async () => {
      const body = await world.refused("run_full_audit", { confirm: true, ...args }, 400, "validation_error");
      expect(body.error?.message).to.match(message);
    });

  it("with Temporal away the run that is kept is named, and the same call means it", async () => {
    const away = async <T>(work: () => Promise<T>): Promise<T> => {
      world.engine.available = false;
      return work().finally(() => {
        world.engine.available = true;
      });
    };
    const args = { confirm: true, branch: "away" };
    const { error, nextActions } = await away(() => world.refused("run_full_audit", args, 503, "unavailable"));
    const { runId, statusUrl } = error as unknown as { runId: string; statusUrl: string };
    expect(statusUrl).to.equal(`/api/ci/status/${runId}`);
    expect(error?.message).to.contain(`Run ${runId} is stored and starts automatically`);
    expect(nextActions).to.deep.equal([
      { label: "Wait for the run", tool: "wait_for_run", args: { project: "shop", runId } },
    ]);
    expect((await world.call("run_full_audit", args)).data.runId).to.equal(runId);
    expect(world.engine.started.has(runId)).to.equal(true);
    // A tool that mirrors a CI endpoint responds like it.
    const { status, body } = await away(() => world.send("run_seo", args));
    expect(status).to.equal(503);
    expect(body).to.have.all.keys("error", "runId", "statusUrl");
    expect(((await world.call("run_seo", args)) as unknown as { runId: string }).runId).to.equal(
      (body as unknown as { runId: string }).runId,
    );
  });
});

describe("wait_for_run and get_run_status", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  beforeEach(() => world.models.runs.deleteMany({}));
  after(() => world.close());
  const wait = (args: Record<string, unknown> = {}) => world.call("wait_for_run", args);
  const end = (id: string, patch: Record<string, unknown> = {}) =>
    world.models.runs.updateOne({ _id: id }, { $set: { status: "completed", ...patch } });

  it("get_run_status answers the CI body, of the latest completed run too", async () => {
    await addRun(world.models, "run_1", { summary: visual(4), duration: 1_200 });
    await addRun(world.models, "run_2", { status: "running", createdAt: new Date("2026-03-10T11:30:00Z") });
    const body = await world.call("get_run_status");
    expect(body).to.deep.equal({
      runId: "run_1",
      projectId: "prj_shop",
      status: "completed",
      type: "vrt-test",
      environmentId: "env_prod",
      environmentName: "Production",
      duration: 1_200,
      summary: { ...visual(4), sentence: "4 screenshots passed." },
      error: null,
      perfBudgetResult: null,
    });
    expect((await world.call("get_run_status", { runId: "run_2" })).status).to.equal("running");
    const { status, body: none } = await world.send("get_run_status", { runId: "run_3" });
    expect([status, none.error]).to.deep.equal([
      404,
      'Run "run_3" was not found in the project Shop. Did you mean "run_1" or "run_2"?',
    ]);
  });

  it("wait_for_run answers at once when the run has ended, and says what to read", async () => {
    await addRun(world.models, "run_v", { summary: visual(3) });
    const { data, nextActions, summary } = await wait({ runId: "run_v" });
    expect(data).to.deep.equal({
      runId: "run_v",
      type: "vrt-test",
      status: "completed",
      timedOut: false,
      summary: { ...visual(3), sentence: "1 of 4 screenshots changed." },
      error: null,
    });
    expect(summary).to.equal("Visual test run_v failed: 1 of 4 screenshots changed.");
    expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
      ["get_run_failures", { project: "shop", runId: "run_v" }],
    ]);
  });

  it("both say of a run of some scenarios how many these are", async () => {
    await addRun(world.models, "run_part", { summary: visual(4), part: { scenarios: 1, of: 3 } });
    const sentence = "4 screenshots passed. Covers 1 of 3 scenarios.";
    expect((await world.call("get_run_status", { runId: "run_part" })).summary).to.include({ sentence });
    const { summary } = await wait({ runId: "run_part" });
    expect(summary).to.equal(`Visual test run_part passed: ${sentence}`);
  });

  it("wait_for_run ends as soon as the run does", async () => {
    await addRun(world.models, "run_s", { type: "seo-test", status: "running" });
    const seen = Promise.withResolvers<void>();
    const { runs } = world.models;
    const findOne = runs.findOne.bind(runs);
    let reads = 0;
    // The run ends after the wait has read it twice.
    Object.assign(runs, {
      findOne: (...args: Parameters<typeof findOne>) => {
        const [filter] = args as [{ _id?: string }?];
        if (filter?._id === "run_s" && ++reads === 3) seen.resolve();
        return findOne(...args);
      },
    });
    try {
      const answer = wait({ runId: "run_s", maxWaitMs: 120_000 });
      await seen.promise;
      await end("run_s", { summary: auditSummary(90) });
      const { data, nextActions } = await answer;
      expect(data).to.include({ status: "completed", timedOut: false });
      expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
        ["get_pillar_report", { project: "shop", pillar: "seo", runId: "run_s" }],
      ]);
    } finally {
      Object.assign(runs, { findOne });
    }
  });

  it("wait_for_run says that the time was not enough, with the progress and how to go on", async () => {
    await addRun(world.models, "run_s", { status: "running", progress: { done: 2, total: 8, phase: "comparing" } });
    const { data, nextActions, summary } = await wait({ runId: "run_s", maxWaitMs: 0 });
    expect(data).to.deep.include({
      timedOut: true,
      status: "running",
      progress: { done: 2, total: 8, phase: "comparing" },
    });
    expect(summary).to.equal("Visual test run_s is running. Comparing: 2 of 8 done.");
    expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
      ["wait_for_run", { project: "shop", runId: "run_s" }],
    ]);
    expect((await wait({ runId: "run_s", maxWaitMs: 300 })).data.timedOut).to.equal(true);
  });

  it("wait_for_run means the newest run that is going on, else the newest; parts of a full audit do not count", async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));
    await addRun(world.models, "run_old", { createdAt: at(0), summary: visual(4) });
    await addRun(world.models, "run_full", { type: "full-suite", status: "running", createdAt: at(1) });
    await addRun(world.models, "run_full-seo", {
      type: "seo-test",
      status: "running",
      createdAt: at(2),
      parentRunId: "run_full",
    });
    await addRun(world.models, "run_new", { createdAt: at(3), summary: visual(4), environmentId: "env_stage" });
    const { data } = await wait({ maxWaitMs: 0 });
    expect(data).to.deep.include({
      runId: "run_full",
      children: [{ runId: "run_full-seo", type: "seo-test", status: "running" }],
    });
    await end("run_full", { status: "failed", error: "cancelled by me" });
    expect((await wait({ maxWaitMs: 0 })).data.runId).to.equal("run_new");
    expect((await wait({ maxWaitMs: 0, environment: "production" })).data.runId).to.equal("run_full");
    const failed = await wait({ runId: "run_full" });
    expect(failed.summary).to.equal("Full audit run_full is inconclusive: cancelled by me.");
    expect(failed.nextActions?.map(({ args }) => args?.runId)).to.deep.equal(["run_full-seo"]);
  });

  it("wait_for_run says how to start one where there is none, and knows no run of another project", async () => {
    const none = await world.refused("wait_for_run", {}, 422, "tool_error");
    expect(none.nextActions?.[0]?.tool).to.equal("run_full_audit");
    await addRun(world.models, "run_blog", { projectId: "prj_blog" });
    await world.refused("wait_for_run", { runId: "run_blog" }, 422, "tool_error");
  });

  it("wait_for_run stops reading when the caller goes away", async () => {
    await addRun(world.models, "run_s", { status: "running" });
    const { runs } = world.models;
    const findOne = runs.findOne.bind(runs);
    const [looked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The last read after the wait loads the whole run, without a projection.
    Object.assign(runs, {
      findOne: (...args: unknown[]) => {
        const [filter, fields] = args as [{ _id?: string } | undefined, { status?: 1 } | undefined];
        if (filter?._id === "run_s" && fields?.status === 1) looked.resolve();
        else if (filter?._id === "run_s" && fields === undefined && gone) stopped.resolve();
        return findOne(...(args as Parameters<typeof findOne>));
      },
    });
    let gone = false;
    try {
      const { close } = rawCall(world, { tool: "wait_for_run", args: { runId: "run_s", maxWaitMs: 120_000 } });
      await looked.promise;
      gone = true;
      close();
      await stopped.promise;
    } finally {
      Object.assign(runs, { findOne });
    }
  });

  it("wait_for_run cuts a wait that is too long to the longest there is, and says so", async () => {
    await addRun(world.models, "run_v", { summary: visual(4) });
    const { data, warnings } = await wait({ runId: "run_v", maxWaitMs: 600_000 });
    expect(data.status).to.equal("completed");
    expect(warnings).to.deep.equal(["maxWaitMs was lowered to 120000, the longest wait of one call."]);
    expect((await wait({ runId: "run_v", maxWaitMs: 120_000 })).warnings).to.deep.equal([]);
  });

  it("wait_for_run by itself ends before the clients of the SDKs give up, at 60 s", () => {
    expect(DEFAULT_WAIT_MS).to.equal(45_000);
  });

  for (const [what, args, message] of [
    ["a wait that is no number", { maxWaitMs: "1" }, /maxWaitMs must be a number/],
    ["a wait of less than nothing", { maxWaitMs: -1 }, /maxWaitMs must be at least 0/],
  ] as const)
    it(`wait_for_run refuses ${what}`, async () => {
      const body = await world.refused("wait_for_run", args, 400, "validation_error");
      expect(body.error?.message).to.match(message);
    });
});

/** A call whose connection can be aborted. */
function rawCall(world: ToolWorld, body: unknown) {
  const sent = request(`${world.client.base}/api/mcp`, {
    method: "POST",
    headers: { "x-api-key": world.keys.mcp_full, "content-type": "application/json" },
  });
  sent.on("error", () => {});
  sent.end(JSON.stringify(body));
  return { close: () => sent.destroy() };
}

describe("gate_pr_quality, get_site_health and get_quality_score", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.close());

  it("gate_pr_quality tells the verdict, each pillar's, and where to look", async () => {
    const { models } = world;
    await addRun(models, "run_v", { branch: "cart", prNumber: 7, summary: visual(3) });
    await addAudit(models, "run_s", 9, 90, HOME, { branch: "cart", prNumber: 7 });
    await addFinding(models, "run_s", "s", {
      isNewOnBranch: true,
      severity: "serious",
      message: "The\npage has no title.",
    });
    await addRun(models, "run_p", { type: "perf-test", branch: "cart", prNumber: 7, status: "running" });
    const { data, nextActions, summary } = await world.call("gate_pr_quality", { prNumber: 7 });
    expect(data).to.deep.equal({
      verdict: "fail",
      branch: null,
      prNumber: 7,
      commitSha: null,
      reasons: [
        {
          level: "fail",
          code: "visual_failures",
          pillar: "visual",
          message: "Visual on Production: 1 of 4 screenshots changed.",
        },
        {
          level: "inconclusive",
          code: "run_running",
          pillar: "perf",
          message: "Performance on Production: 1 run for pull request 7 has not ended yet.",
        },
        {
          level: "warn",
          code: "new_serious",
          pillar: "seo",
          message: 'SEO on Production: 1 new serious finding. It is: "The page has no title".',
        },
      ],
      pillars: [
        { pillar: "visual", verdict: "fail", runId: "run_v" },
        { pillar: "perf", verdict: "inconclusive", runId: "run_p" },
        { pillar: "seo", verdict: "warn", runId: "run_s" },
      ],
    });
    expect(summary).to.equal("The gate's verdict is fail: Visual on Production: 1 of 4 screenshots changed.");
    expect(nextActions?.map(({ tool, args }) => [tool, args?.runId])).to.deep.equal([
      ["get_run_failures", "run_v"],
      ["wait_for_run", "run_p"],
      ["get_pillar_report", "run_s"],
    ]);
    const verbose = await world.call("gate_pr_quality", { prNumber: 7, verbose: true });
    expect(verbose.data.thresholds.visualFailures).to.deep.equal({ warn: 1, fail: 1 });
    expect(verbose.data.reasons[0].data).to.include({ failures: 1, runId: "run_v" });
  });

  it("gate_pr_quality says what to run where there is nothing, and to tell the pull request where there is", async () => {
    const none = await world.call("gate_pr_quality", { branch: "cart", prNumber: 7 });
    expect(none.data).to.deep.include({ verdict: "inconclusive", pillars: [] });
    expect(none.nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
      ["run_full_audit", { project: "shop", branch: "cart", prNumber: 7 }],
    ]);
    await addRun(world.models, "run_v", { branch: "cart", prNumber: 7, summary: visual(4) });
    const passed = await world.call("gate_pr_quality", { prNumber: 7 });
    expect(passed.data.verdict).to.equal("pass");
    expect((await world.call("gate_pr_quality", { prNumber: "7" })).data).to.include({ prNumber: 7, verdict: "pass" });
    expect(passed.nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
      ["post_pr_comment", { project: "shop", prNumber: 7 }],
    ]);
    expect((await world.call("gate_pr_quality", {})).data.branch).to.equal("main");
    for (const args of [{ prNumber: 0 }, { prNumber: "PR-7" }, { branch: 7 }, { commitSha: "x".repeat(129) }])
      await world.refused("gate_pr_quality", args, 400, "validation_error");
  });

  it("get_site_health and get_quality_score roll up the latest runs", async () => {
    for (const [i, score] of [70, 80, 90].entries()) await addAudit(world.models, `run_${i}`, 8 + i, score, ALL);
    const { data, nextActions, summary } = await world.call("get_site_health");
    // Half a day, one and a half, and two and a half days old at noon of the 10th; the middle one holds the median of the weight.
    expect(data).to.deep.include({ health: 80, confidence: "low" });
    expect(data.coverage).to.be.closeTo(0.976, 0.001);
    expect(data.trend).to.deep.equal({ direction: "rising", perDay: 10, sentence: "Rising: SEO." });
    expect(data.pillars.map(({ pillar }: { pillar: string }) => pillar)).to.deep.equal([
      "visual",
      "functional",
      "a11y",
      "perf",
      "seo",
      "security",
      "tracking",
      "privacy",
    ]);
    expect(data.pillars.find((one: { pillar: string }) => one.pillar === "seo")).to.deep.equal({
      pillar: "seo",
      score: 80,
      coverage: data.coverage,
      trend: "rising",
      confidence: "low",
      runs: 3,
      newestFailed: null,
      lastRunAt: "2026-03-10T00:00:00.000Z",
    });
    expect(summary).to.equal("The health of Shop is 80 of 100, with low confidence. Rising: SEO.");
    expect(nextActions?.[0]?.args).to.deep.equal({ project: "shop", pillar: "seo" });
    const verbose = await world.call("get_site_health", { verbose: true });
    expect(verbose.data.pillars[4]).to.include({
      trend: "Rising by 10 points a day over 3 runs in 2 days.",
      noise: 14.8,
    });

    const quality = await world.call("get_quality_score");
    expect(quality.data.score).to.equal(80);
    expect(quality.data.table.find((row: { pillar: string }) => row.pillar === "seo")).to.deep.equal({
      pillar: "seo",
      name: "SEO",
      score: 80,
      weight: 10,
      share: 1,
      points: 80,
    });
    expect(quality.summary).to.equal("The quality score of Shop is 80 of 100.");
  });

  it("get_site_health and get_quality_score say when nothing is known", async () => {
    const { data, nextActions } = await world.call("get_site_health", { environment: "staging" });
    expect(data).to.deep.include({ health: null, coverage: 0, confidence: "low" });
    expect(nextActions?.[0]?.tool).to.equal("run_full_audit");
    expect((await world.call("get_quality_score")).data.score).to.equal(null);
  });
});

describe("get_pillar_report", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    const { models } = world;
    await addRun(models, "run_v1", {
      branch: "main",
      createdAt: new Date("2026-03-09T11:00:00Z"),
      summary: visual(1, 3),
    });
    await addShot(models, "run_v1", 0, {});
    await addShot(models, "run_v1", 1, { viewport: "phone" });
    await addRun(models, "run_v2", { summary: visual(1, 3) });
    await addShot(models, "run_v2", 0, { mismatchPercent: 3 });
    await addShot(models, "run_v2", 1, { viewport: "phone", status: "approved" });
    await addShot(models, "run_v2", 2, {
      scenarioLabel: "About us",
      scenarioId: "scn_about_us",
      status: "error",
      mismatchPercent: null,
      reasons: [{ code: "timeout", message: "It took too long." }],
    });
  });
  after(() => world.close());

  it("tells of pictures what failed, worst first, and what is new and fixed since the run before", async () => {
    const { data, nextActions, summary } = await world.call("get_pillar_report", { pillar: "visual" });
    expect(data).to.deep.equal({
      pillar: "visual",
      runId: "run_v2",
      status: "completed",
      at: "2026-03-10T11:00:00.000Z",
      environment: "Production",
      branch: null,
      verdict: "fail",
      score: 33.3,
      reasons: ["2 of 3 screenshots changed."],
      new: 1,
      fixed: 1,
      comparedWith: "run_v1",
      against: null,
      bySeverity: null,
      total: 2,
      findings: [
        {
          rule: "timeout",
          severity: null,
          outcome: "failed",
          page: "https://shop.example/",
          target: "About us, desktop, chromium",
          message: "It took too long.",
          new: true,
        },
        {
          rule: "mismatch",
          severity: null,
          outcome: "failed",
          page: "https://shop.example/",
          target: "Home, desktop, chromium",
          message: "Pixels differ.",
          new: false,
        },
      ],
      rules: [
        { rule: "timeout", findings: 1, pages: 1, pageList: PAGE, help: "" },
        { rule: "mismatch", findings: 1, pages: 1, pageList: PAGE, help: "" },
      ],
      nextCursor: null,
      fixedFindings: [
        { rule: "mismatch", page: "https://shop.example/", message: "Home, phone, chromium passes again." },
      ],
    });
    expect(summary).to.equal("Visual run run_v2 failed: 2 of 3 screenshots changed.");
    expect(nextActions?.[0]).to.deep.include({ tool: "get_run_failures", args: { project: "shop", runId: "run_v2" } });
    const first = await world.call("get_pillar_report", { pillar: "visual", runId: "run_v1" });
    expect(first.data).to.deep.include({ comparedWith: null, new: 0, fixed: 0 });
    expect(first.data.findings.map((f: { new: boolean | null }) => f.new)).to.deep.equal([null, null]);
  });

  it("goes on with the cursor", async () => {
    const page = await world.call("get_pillar_report", { pillar: "visual", limit: 1 });
    const [next] = page.nextActions ?? [];
    expect(next).to.deep.include({ tool: "get_pillar_report" });
    const rest = await world.call("get_pillar_report", next?.args);
    expect(rest.data.findings.map((f: { rule: string }) => f.rule)).to.deep.equal(["mismatch"]);
    expect(rest.data).to.include({ nextCursor: null, total: 2 });
  });

  for (const [what, args, message] of [
    ["no pillar", {}, /pillar is required/],
    ["an unknown pillar", { pillar: "speed" }, /pillar must be one of visual/],
    ["a cursor of another list", { pillar: "visual", cursor: "abc" }, /nextCursor of an earlier answer/],
    ["a limit over 500", { pillar: "visual", limit: 501 }, /limit must be at most 500/],
    ["a run of another pillar", { pillar: "seo", runId: "run_v2" }, /is a vrt-test run; a seo-test run is needed/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const body = await world.refused("get_pillar_report", args, 400, "validation_error");
      expect(body.error?.message).to.match(message);
    });

  it("says what to do without a run, for one that is going on, and for one that is mistyped", async () => {
    const none = await world.refused("get_pillar_report", { pillar: "seo" }, 422, "tool_error");
    expect(none.nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
      ["run_full_audit", { project: "shop", pillars: ["seo"] }],
    ]);
    await addRun(world.models, "run_going", { type: "seo-test", status: "running" });
    const going = await world.refused("get_pillar_report", { pillar: "seo", runId: "run_going" }, 422, "tool_error");
    expect(going.nextActions?.map(({ tool, args }) => [tool, args?.runId])).to.deep.equal([
      ["wait_for_run", "run_going"],
    ]);
    const typo = await world.refused("get_pillar_report", { pillar: "seo", runId: "run_goin" }, 422, "tool_error");
    expect(typo.error?.message).to.contain('Did you mean "run_going"');
    const never = await world.refused("get_pillar_report", { pillar: "functional" }, 422, "tool_error");
    expect(never.error?.message).to.contain("no completed functional test");
  });
});
