import { expect } from "chai";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { addAudit, addFinding, auditSummary } from "../health/support.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";

const HOME = ["scn_home"];
const PILLARS = [
  ["perf", "perf-test", "perf_get_latest_report", "perf_list_history"],
  ["seo", "seo-test", "seo_get_report", "seo_list_history"],
  ["a11y", "a11y-test", "a11y_get_report", "a11y_list_history"],
  ["security", "security-test", "security_get_report", "security_list_history"],
] as const;

describe("reports of audits", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  beforeEach(async () => {
    const { models } = world;
    for (const model of [models.runs, models.findings, models.auditPages, models.shots])
      await (model as typeof models.runs).deleteMany({});
    world.engine.rendered.length = 0;
    world.engine.report = "rep-1";
  });
  after(() => world.close());

  const summary = (more: object) => ({ ...auditSummary(71), ...more });

  for (const [pillar, type, tool, history] of PILLARS)
    it(`${tool} tells what is wrong worst first, with what is new and fixed`, async () => {
      const { models } = world;
      await addAudit(models, "run_1", 8, 60, HOME, { type });
      await addFinding(models, "run_1", "gone", { rule: "h1-missing", message: "No heading." });
      await addFinding(models, "run_1", "unseen", { page: "https://shop.example/other" });
      await addAudit(models, "run_2", 9, 71, HOME, {
        type,
        verdict: "fail",
        summary: summary({
          new: 1,
          fixed: 1,
          verdict: "fail",
          reasons: ["1 new critical finding."],
        }),
        extra: { comparedWith: "run_1", warnings: ["The plan goes without\nscores."], perfBudgetResult: null },
      });
      await addFinding(models, "run_2", "minor", { severity: "minor", rule: "alt", isNew: false, order: 0 });
      await addFinding(models, "run_2", "warned", { outcome: "warning", rule: "alt", isNew: false, order: 1 });
      await addFinding(models, "run_2", "old", { isNew: false, order: 2, page: "https://shop.example/b" });
      await addFinding(models, "run_2", "new", { isNew: true, order: 3, message: "The\n page  has no title." });
      await addFinding(models, "run_2", "fine", { outcome: "passed", order: 4 });
      const body = await world.call(tool);
      const { perf, ...data } = body.data;
      expect(data).to.deep.equal({
        pillar,
        runId: "run_2",
        status: "completed",
        at: "2026-03-09T00:00:00.000Z",
        environment: "Production",
        branch: "main",
        verdict: "fail",
        score: 71,
        reasons: ["1 new critical finding."],
        new: 1,
        fixed: 1,
        comparedWith: "run_1",
        against: null,
        bySeverity: { critical: 2, serious: 0, moderate: 0, minor: 1, info: 0 },
        total: 4,
        findings: [
          ["title-missing", "critical", "failed", "https://shop.example/", "The page has no title.", true],
          ["title-missing", "critical", "failed", "https://shop.example/b", "The page has no title.", false],
          ["alt", "minor", "failed", "https://shop.example/", "The page has no title.", false],
          ["alt", "critical", "warning", "https://shop.example/", "The page has no title.", false],
        ].map(([rule, severity, outcome, page, message, isNew]) => ({
          rule,
          severity,
          outcome,
          page,
          target: "",
          message,
          new: isNew,
        })),
        rules: [
          {
            // One of our own checks has a title and a fault text; the seeded rule belongs to SEO.
            rule: "title-missing",
            findings: 2,
            pages: 2,
            help: "Add a title.",
            pageList: [
              { page: "https://shop.example/", findings: 1 },
              { page: "https://shop.example/b", findings: 1 },
            ],
            ...(pillar === "seo" && { title: "The page has a title.", fault: "Page has no title" }),
          },
          {
            rule: "alt",
            findings: 2,
            pages: 1,
            pageList: [{ page: "https://shop.example/", findings: 2 }],
            help: "Add a title.",
          },
        ],
        nextCursor: null,
        fixedFindings: [{ rule: "h1-missing", page: "https://shop.example/", message: "No heading." }],
      });
      expect(perf === undefined).to.equal(pillar !== "perf");
      expect(body.warnings).to.deep.equal(["The plan goes without scores."]);
      expect(body.nextActions?.map(({ tool: next }) => next)).to.deep.equal([history]);
      const same = await world.call("get_pillar_report", { pillar });
      expect(same.data).to.deep.equal(body.data);
      const verbose = await world.call(tool, { verbose: true, runId: "run_2" });
      expect(verbose.data.findings[0]).to.deep.include({ evidence: {}, picture: null });
    });

  it("perf_get_latest_report has averages, medians with spread by page, and budgets", async () => {
    const { models } = world;
    await addAudit(models, "run_p", 9, 80, HOME, {
      type: "perf-test",
      perfBudgets: { lcp: 900 },
      extra: { perfBudgetResult: { pass: false, violations: ["LCP 1,000 ms is over the budget of 900 ms"] } },
    });
    const metrics = { lcp: 1_000, lcpSpread: 148.3, lcpRun1: 900, lcpRun2: 1_000, lcpRun3: 1_100, runs: 3 };
    await models.auditPages.updateOne({ _id: "run_p-p0" }, { $set: { metrics } });
    const { data } = await world.call("perf_get_latest_report");
    expect(data.perf).to.deep.equal({
      figures: [{ figure: "lcp", average: 1_000, low: 852, high: 1_148 }],
      pages: [
        {
          url: "https://shop.example/",
          score: 80,
          runs: 3,
          figures: [
            { figure: "lcp", median: 1_000, spread: 148.3 },
            { figure: "score", median: 80, spread: null },
          ],
        },
      ],
      budgets: { lcp: 900 },
      budgetResult: { pass: false, violations: ["LCP 1,000 ms is over the budget of 900 ms"] },
      base: null,
    });
  });

  it("names what new and fixed are counted from, and how the figures stand beside main where the branch began", async () => {
    const { models } = world;
    const against = "main at a1b2c3d, where this branch began";
    const figures = [{ figure: "lcp", from: 1_900, to: 2_600, change: "worse" as const }];
    const base = { runId: "run_m", against, score: 91, pages: 1, figures };
    const comparedWith = [`Compared with ${against}: LCP 1,900 → 2,600 ms is worse.`];
    await addAudit(models, "run_p", 9, 84, HOME, {
      type: "perf-test",
      branch: "cart",
      verdict: "pass",
      summary: summary({ score: 84, new: 2, fixed: 1, against, base, comparedWith }),
    });
    for (const [tool, args] of [
      ["perf_get_latest_report", { runId: "run_p" }],
      ["get_pillar_report", { pillar: "perf", runId: "run_p" }],
    ] as const) {
      const { summary: said, data } = await world.call(tool, args);
      expect(said).to.equal(
        `Performance run run_p passed: Score 84. 2 new findings, 1 fixed since ${against}. ${comparedWith[0]}`,
      );
      expect([data.against, data.perf.base]).to.deep.equal([against, base]);
    }
  });

  it("pages through many findings once each, and bounds the answer before the limit where texts are long", async () => {
    const { models } = world;
    await addAudit(models, "run_s", 9, 10, HOME);
    const records = Array.from(
      { length: 80 },
      (_, order): FindingRecord => ({
        _id: `run_s:${order}`,
        runId: "run_s",
        projectId: "prj_shop",
        pageIndex: 0,
        order,
        fingerprint: String(order),
        pillar: "seo",
        rule: "r",
        severity: "minor",
        outcome: "failed",
        page: `https://shop.example/${"p".repeat(450)}`,
        target: String(order),
        message: "many words ".repeat(80),
        evidence: { html: "some markup ".repeat(80) },
        help: "h",
        isNew: null,
        isNewOnBranch: null,
      }),
    );
    await models.findings.insertMany(records);
    const seen: string[] = [];
    let args: Record<string, unknown> | undefined = { limit: 500, verbose: true };
    for (let calls = 0; args && calls < 30; calls++) {
      const body = await world.call("seo_get_report", args);
      expect(JSON.stringify(body).length).to.be.below(75_000);
      seen.push(...body.data.findings.map((f: { target: string }) => f.target));
      args = body.data.nextCursor && { limit: 500, verbose: true, cursor: body.data.nextCursor };
    }
    expect(seen).to.deep.equal(records.map(({ target }) => target));
    const short = await world.call("seo_get_report", { limit: 1 });
    expect(short.data.findings[0].message).to.have.length(300);
  });

  for (const [pillar, type, tool, history] of PILLARS)
    it(`${history} lists the runs newest first, with scores and the rolling one`, async () => {
      const { models } = world;
      // A run without a branch is on the main branch.
      for (const [i, score] of [70, 80, 90].entries())
        await addAudit(models, `run_${i}`, 7 + i, score, HOME, { type, ...(i === 1 && { branch: null }) });
      await addRun(models, "run_other", { type: "baseline" });
      const part = { scenarios: ["Home"], part: { scenarios: 1, of: 12 } };
      await addAudit(models, "run_cart", 10, 10, HOME, { type, branch: "cart", commitSha: "abc", ...part });
      await addRun(models, "run_going", {
        type,
        branch: "cart",
        status: "running",
        createdAt: new Date("2026-03-10T13:00:00Z"),
      });
      const body = await world.call(history);
      expect(body.data.runs.map((r: { runId: string; score: number | null }) => [r.runId, r.score])).to.deep.equal([
        ["run_going", null],
        ["run_cart", 10],
        ["run_2", 90],
        ["run_1", 80],
        ["run_0", 70],
      ]);
      expect(body.data.runs[1].over).to.equal("1 of 12 scenarios");
      expect(body.data.runs[2]).to.deep.equal({
        runId: "run_2",
        at: "2026-03-09T00:00:00.000Z",
        status: "completed",
        verdict: null,
        score: 90,
        new: 0,
        fixed: 0,
        branch: "main",
      });
      expect(body.data).to.deep.include({
        pillar,
        nextCursor: null,
        rolling: {
          score: 80,
          trend: "Rising by 10 points a day over 3 runs in 2 days.",
          confidence: "low",
          noise: 14.8,
          runs: 3,
        },
      });
      expect(body.nextActions?.map(({ tool: next, args }) => [next, args?.runId])).to.deep.equal([
        ["wait_for_run", "run_going"],
      ]);

      const first = await world.call(history, { limit: 2, branch: "main" });
      expect(first.data.runs.map((r: { runId: string }) => r.runId)).to.deep.equal(["run_2", "run_1"]);
      expect(first.nextActions?.[0]).to.deep.include({ tool, args: { project: "shop", runId: "run_2" } });
      const rest = await world.call(history, {
        limit: 2,
        branch: "main",
        cursor: first.data.nextCursor,
        verbose: true,
      });
      expect(rest.data.runs.map((r: { runId: string }) => r.runId)).to.deep.equal(["run_0"]);
      expect(rest.data.runs[0]).to.deep.include({ pages: 1, commitSha: null, environment: "Production" });
      expect(rest.data.nextCursor).to.equal(null);
    });

  it("histories and reports say what to do where there is nothing", async () => {
    for (const [pillar, , tool, history] of PILLARS) {
      const none = await world.refused(tool, {}, 422, "tool_error");
      expect(none.nextActions?.[0]?.args).to.deep.equal({ project: "shop", pillars: [pillar] });
      const { data, nextActions } = await world.call(history, { environment: "Staging" });
      expect(data).to.deep.include({ runs: [], nextCursor: null });
      expect(nextActions?.[0]?.tool).to.equal("run_full_audit");
      await world.refused(history, { cursor: "abc" }, 400, "validation_error");
      await world.refused(history, { limit: 0 }, 400, "validation_error");
      await world.refused(tool, { verbose: "yes" }, 400, "validation_error");
      const typo = await world.refused(tool, { runId: "run_x" }, 422, "tool_error");
      expect(typo.recoverable).to.equal(true);
    }
  });

  it("a pillar that the plan locks is not suggested: the plans that have it are said", async () => {
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    try {
      const locked = "Security audits are not part of the free plan; the plans with them: hobby, team, enterprise.";
      const report = await world.refused("security_get_report", {}, 422, "tool_error");
      expect(report.error?.message).to.equal(`The project Shop has no completed security audit yet. ${locked}`);
      expect(report.recoverable).to.equal(false);
      const history = await world.call("security_list_history");
      expect(history.summary).to.equal(`There is no run of Security here yet. ${locked}`);
      for (const { nextActions } of [report, history])
        expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
          ["get_project", { project: "shop" }],
        ]);
      expect((await world.call("seo_list_history")).nextActions?.[0]?.tool).to.equal("run_full_audit");
    } finally {
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } });
    }
  });

  it("the runId of a full audit means its part of the pillar", async () => {
    const { models } = world;
    await addRun(models, "run_f", { type: "full-suite" });
    await addAudit(models, "run_f-seo", 9, 71, HOME, { parentRunId: "run_f" });
    for (const [tool, args] of [
      ["get_pillar_report", { pillar: "seo", runId: "run_f" }],
      ["seo_get_report", { runId: "run_f" }],
    ] as const)
      expect((await world.call(tool, args)).data).to.include({ runId: "run_f-seo", score: 71 });
    const none = await world.refused("a11y_get_report", { runId: "run_f" }, 400, "validation_error");
    expect(none.error?.message).to.contain("The full audit run_f has no part for Accessibility.");
  });

  it("get_run_report has signed links to the reports that were asked for, and the findings", async () => {
    const { models } = world;
    await addAudit(models, "run_s", 9, 90, HOME, { verdict: "pass" });
    await addFinding(models, "run_s", "a", {});
    const { data, nextActions, summary: said } = await world.call("get_run_report", { formats: ["html", "pdf"] });
    expect(data).to.deep.include({
      runId: "run_s",
      type: "seo-test",
      status: "completed",
      verdict: "pass",
      environment: "Production",
      error: null,
      total: 1,
      nextCursor: null,
    });
    expect(data.summary.score).to.equal(90);
    expect(said).to.equal("SEO audit run_s passed: Score 90. 0 new findings, 0 fixed.");
    for (const format of ["html", "pdf"])
      expect(data.reports[format]).to.match(/^\/api\/artifacts\/rep-1\?expires=\d+&sig=[\w-]+$/);
    expect(world.engine.rendered).to.have.members(["run_s.html", "run_s.pdf"]);
    expect(nextActions?.map(({ tool, args }) => [tool, args?.pillar])).to.deep.equal([["get_pillar_report", "seo"]]);
  });

  it("get_run_report answers without the link when the report cannot be had, and says why", async () => {
    await addAudit(world.models, "run_s", 9, 90, HOME);
    world.engine.available = false;
    try {
      const { data, warnings } = await world.call("get_run_report", { formats: ["html", "xlsx"] });
      expect(data.reports).to.deep.equal({ html: null, xlsx: null });
      expect(warnings).to.deep.equal([
        "Temporal cannot be reached. Try again shortly.",
        "Only tracking audits have an xlsx report; use html or pdf.",
      ]);
    } finally {
      world.engine.available = true;
    }
  });

  it("a first run reads as the starting point wherever its outcome is told, with its critical findings", async () => {
    const { models } = world;
    const bySeverity = { critical: 13, serious: 2, moderate: 0, minor: 0, info: 0 };
    await addAudit(models, "run_1", 8, 95, HOME, {
      verdict: "pass",
      summary: summary({ score: 95, failed: 15, bySeverity, startingPoint: true }),
      extra: { comparedWith: null },
    });
    const words = "starting point: 13 critical and 2 serious findings";
    const result = "passed: Score 95. Starting point: 13 critical and 2 serious findings.";
    for (const [tool, args, sentence] of [
      ["seo_get_report", {}, `SEO run run_1 ${result}`],
      ["get_pillar_report", { pillar: "seo" }, `SEO run run_1 ${result}`],
      ["get_run_report", { runId: "run_1" }, `SEO audit run_1 ${result}`],
      ["wait_for_run", { runId: "run_1" }, `SEO audit run_1 ${result}`],
      ["get_run_history", {}, `1 run; the latest: SEO audit run_1 ${result}`],
    ] as const)
      expect((await world.call(tool, args)).summary, tool).to.equal(sentence);
    const health = await world.call("get_site_health");
    expect(health.summary).to.match(/At their starting point, without an earlier run: SEO\.$/);
    expect(health.data.remarks).to.include(`SEO is at its ${words}; there is no earlier run to compare with.`);
  });

  it("a failed run with a good score gives its reason in the same sentence", async () => {
    await addAudit(world.models, "run_1", 8, 95, HOME, {
      verdict: "fail",
      summary: summary({ score: 95, verdict: "fail", reasons: ["1 new critical finding."] }),
      extra: { comparedWith: "run_0" },
    });
    const { summary: said } = await world.call("seo_get_report");
    expect(said).to.equal("SEO run run_1 failed: Score 95. 0 new findings, 0 fixed. 1 new critical finding.");
  });

  it("get_run_report tells of visual runs, full audits, baselines and runs that go on", async () => {
    const { models } = world;
    await addRun(models, "run_v", {
      summary: { total: 1, passed: 0, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 },
    });
    await addShot(models, "run_v", 0);
    await addRun(models, "run_f", { type: "full-suite", summary: null, status: "failed", error: "cancelled by\nme" });
    await addRun(models, "run_f-seo", { type: "seo-test", parentRunId: "run_f" });
    await addRun(models, "run_b", { type: "baseline" });
    await addRun(models, "run_g", { type: "seo-test", status: "running" });
    const read = (runId: string) => world.call("get_run_report", { runId });
    const visual = await world.call("get_run_report", { runId: "run_v", formats: ["html", "pdf"] });
    expect(visual.data.total).to.equal(1);
    expect(visual.data.reports).to.have.keys("html", "pdf");
    expect(Object.values(visual.data.reports).every((link) => typeof link === "string")).to.equal(true);
    expect(visual.warnings).to.deep.equal([]);
    const full = await read("run_f");
    expect(full.data).to.deep.include({
      children: [{ runId: "run_f-seo", type: "seo-test", status: "completed" }],
      total: 0,
      error: "cancelled by me",
    });
    expect(full.data.reports.html).to.be.a("string");
    expect(full.nextActions?.map(({ args }) => args?.runId)).to.deep.equal(["run_f-seo"]);
    const baseline = await read("run_b");
    expect(baseline.data).to.deep.include({ total: 0, findings: [], reports: { html: null } });
    expect(baseline.warnings?.[0]).to.match(/^A capture of baselines has no report/);
    const going = await read("run_g");
    expect(going.data.reports).to.deep.equal({ html: null });
    expect(going.warnings).to.deep.equal(["The run is still running: its report is available when it has finished."]);
    expect(going.nextActions?.map(({ tool }) => tool)).to.deep.equal(["wait_for_run"]);
    for (const args of [{ formats: ["doc"] }, { runId: 7 }])
      await world.refused("get_run_report", args, 400, "validation_error");
    await world.refused("get_run_report", { runId: "run_none" }, 422, "tool_error");
  });
});
