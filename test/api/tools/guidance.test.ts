// The guidance tools over seeded projects, with exact responses.
import { expect } from "chai";
import { MAX_ANSWER_TOKENS } from "../../../api/tools/answerSize.ts";
import { callView, TOOL_OF } from "../../../api/tools/areas/guidance/calls.ts";
import { intentsOfTools } from "../../../api/tools/intents.ts";
import { callOf } from "../../../domain/guidance/calls.ts";
import { intentsOf } from "../../../domain/guidance/intent.ts";
import type { Models } from "../../../models/index.ts";
import { tokensOf } from "../../support/tokens.ts";
import { addAudit, addFinding, auditSummary } from "../health/support.ts";
import { addRun, addShot, keepProblems } from "../support/shots.ts";
import { makeToolWorld, TOOLS, type ToolWorld } from "./harness.ts";

const VIEWPORTS = ["phone", "tablet", "desktop"] as const;
const LABELS = { scn_home: "/", scn_about_us: "/about", scn_product_page: "/products/1" };
const AUDITS = ["a11y-test", "perf-test", "seo-test", "security-test", "tracking-test", "privacy-test"] as const;
const at = (day: number) => new Date(Date.UTC(2026, 2, day));

/** Gives each scenario of the Shop its own address. */
async function place(models: Models) {
  for (const [_id, url] of Object.entries(LABELS)) await models.scenarios.updateOne({ _id }, { $set: { url } });
}

async function addBaselines(models: Models, scenarioIds: string[] = Object.keys(LABELS)) {
  for (const scenarioId of scenarioIds)
    for (const viewport of VIEWPORTS)
      await models.baselines.create({
        _id: `bsl_${scenarioId}_${viewport}`,
        projectId: "prj_shop",
        environmentId: "env_prod",
        scenarioId,
        viewport,
        browser: "chromium",
        branch: "main",
        version: 1,
        versionId: "bsv_1",
        picture: {},
        updatedAt: at(1),
      });
}

const addVisual = (models: Models, id: string, day: number, passed: number, approved = 0) =>
  addRun(models, id, {
    branch: "main",
    createdAt: at(day),
    finishedAt: at(day),
    verdict: passed === 3 ? "pass" : "fail",
    summary: { total: 3, passed, failed: 3 - passed, approved, errors: 0, flaky: 0, noBaseline: 0 },
  });

async function addPlan(models: Models) {
  await models.trackingPages.create({
    _id: "prj_shop:home",
    projectId: "prj_shop",
    id: "home",
    label: "Home",
    pageType: "home",
    path: "/",
    createdAt: at(1),
  });
}

/** Adds a crawl that found these pages, each with its depth and template group. */
async function addCrawl(models: Models, ...pages: [path: string, depth: number, group: string, title?: string][]) {
  await models.jobs.create({
    _id: "job_1",
    orgId: "org_a",
    projectId: "prj_shop",
    projectSlug: "shop",
    kind: "crawl_site",
    status: "completed",
    lock: "job_1",
    baseUrl: "https://shop.example",
    input: {},
    requestedBy: "test",
    createdAt: at(9),
    finishedAt: at(9),
    seq: 3,
    progress: { done: 1, total: 1, phase: "completed" },
    result: {},
  });
  for (const [index, [path, depth, group, title = ""]] of pages.entries())
    await models.crawlAddresses.create({
      _id: `job_1:${index}`,
      jobId: "job_1",
      projectId: "prj_shop",
      url: `https://shop.example${path}`,
      key: path,
      depth,
      weight: depth,
      state: "page",
      status: 200,
      title,
      group,
    });
}

/** Adds every audit, completed on this day of March with this score. */
async function addAudits(models: Models, day: number, score = 100, prefix = "run") {
  for (const type of AUDITS) await addAudit(models, `${prefix}_${type}`, day, score, Object.keys(LABELS), { type });
}

describe("guidance", () => {
  let world: ToolWorld;
  const seeded = (name: string, seed: (models: Models) => Promise<unknown>, tests: () => void) =>
    describe(name, () => {
      before(async () => {
        world = await makeToolWorld();
        await place(world.models);
        await seed(world.models);
        await keepProblems(world.models);
      });
      after(() => world.close());
      tests();
    });
  const data = async (tool: string, args: Record<string, unknown> = {}) => (await world.call(tool, args)).data;

  seeded(
    "of a project in which nothing was done",
    async () => {},
    () => {
      const blog = (tool: string) => world.call(tool, { project: "blog" }, world.keys.org);

      it("recommends to crawl first, then a scenario and audits", async () => {
        const body = await blog("recommend_next_action");
        expect(body.summary).to.equal(
          "Find the site's pages: Blog has no scenario and was never crawled, so its pages are not known.",
        );
        expect(body.data).to.deep.include({
          code: "crawl",
          effort: "call",
          figures: { scenarios: 0, knownPages: 1 },
          gain: { sentence: "The pages to choose scenarios from, with their template groups.", points: null },
          call: { tool: "crawl_site", args: { project: "blog" }, needsConfirm: true },
        });
        expect(body.nextActions).to.deep.equal([
          { label: "Crawl the site", tool: "crawl_site", args: { project: "blog" }, needsConfirm: true },
          {
            label: 'Create the scenario "Home"',
            tool: "create_scenario",
            args: { project: "blog", label: "Home", url: "/", captureBaseline: true },
            needsConfirm: true,
          },
          {
            label: "Run the audits",
            tool: "run_full_audit",
            args: { project: "blog", pillars: ["a11y", "perf", "seo", "security", "privacy"] },
            needsConfirm: true,
          },
        ]);
        expect(body.warnings).to.deep.equal([]);
      });

      it("has no issues, a plan of three steps, and no verdict about a release", async () => {
        expect((await blog("prioritize_issues")).data).to.deep.include({ total: 0, issues: [], nextCursor: null });
        const plan = await blog("generate_action_plan");
        expect(plan.data.steps.map((step: { order: number; code: string }) => [step.order, step.code])).to.deep.equal([
          [1, "crawl"],
          [2, "first_scenario"],
          [3, "missing_audits"],
        ]);
        expect([plan.data.total, plan.data.qualityScore]).to.deep.equal([3, null]);
        const release = await blog("identify_blockers_for_release");
        expect(release.summary).to.equal(
          "The release check is inconclusive: 0 block, 1 inconclusive, 0 to review. There are 0 runs for the branch main, so the result is inconclusive.",
        );
        expect(release.data).to.deep.include({
          verdict: "undecided",
          counts: { blocks: 0, undecided: 1, warns: 0, clear: 0 },
        });
      });

      it("suggests its first page, and says what is not known", async () => {
        const body = await blog("suggest_quick_scenarios");
        expect(body.data.suggestions).to.deep.equal([
          {
            label: "Home",
            url: "/",
            kind: "home",
            points: 70,
            alike: 1,
            why: "It is where visits begin.",
            call: {
              tool: "create_scenario",
              args: { project: "blog", label: "Home", url: "/", captureBaseline: true },
              needsConfirm: true,
            },
          },
        ]);
        expect(body.warnings).to.have.lengthOf(1);
        expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal(["create_scenario", "crawl_site"]);
      });

      it("tells of no run", async () => {
        const body = await blog("analyze_results");
        expect([body.summary, body.data]).to.deep.equal(["There is no run yet.", { runs: [] }]);
        expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal(["recommend_next_action"]);
      });

      it("says that a caller who may only read cannot make the call", async () => {
        const body = await world.call("recommend_next_action", {}, world.keys.mcp_read);
        expect(body.warnings).to.deep.equal([
          "This caller may only read: run_baseline, run_full_audit, tracking_discover_from_pages, crawl_site need a key with the scope mcp_full and a plan of Hobby or above.",
        ]);
      });
    },
  );

  seeded("of a project with baselines alone", addBaselines, () => {
    it("recommends the first visual test", async () => {
      const found = await data("recommend_next_action");
      expect(found.code).to.equal("first_visual_test");
      expect(found.call).to.deep.equal({ tool: "run_vrt", args: { project: "shop" }, needsConfirm: true });
      expect(found.why).to.equal("3 scenarios have baselines, and no visual test was completed on main.");
      expect(found.after.map((step: { code: string }) => step.code)).to.deep.equal([
        "missing_audits",
        "tracking_plan",
        "unknown_pages",
      ]);
    });

    it("recommends the missing baseline before that", async () => {
      await world.models.baselines.deleteOne({ _id: "bsl_scn_home_phone" });
      const found = await data("recommend_next_action", { environment: "staging" });
      expect(found.why).to.equal(
        "1 of 3 scenarios lacks 1 baseline on main, so a visual test has nothing to compare with.",
      );
      expect(found.call.args).to.deep.equal({ project: "shop", environment: "staging", scenarios: ["Home"] });
      await addBaselines(world.models, []);
    });
  });

  seeded(
    "of a project whose visual test fails",
    async (models) => {
      await addBaselines(models);
      await addPlan(models);
      await addVisual(models, "run_v1", 8, 3);
      await addVisual(models, "run_v2", 9, 1);
      await addShot(models, "run_v1", 0, { status: "passed", mismatchPercent: 0 });
      await addShot(models, "run_v2", 0, { fingerprint: "f" });
      await addShot(models, "run_v2", 1, {
        scenarioId: "scn_about_us",
        scenarioLabel: "About us",
        url: "https://shop.example/about",
        mismatchPercent: 30,
        fingerprint: "f",
      });
      await addShot(models, "run_v2", 2, {
        scenarioId: "scn_product_page",
        scenarioLabel: "Product page",
        status: "passed",
      });
      await addAudits(models, 9);
    },
    () => {
      it("recommends to look at the worst picture of the one cause", async () => {
        const body = await world.call("recommend_next_action");
        expect(body.data.code).to.equal("visual_failures");
        expect(body.data.why).to.equal(
          '2 of 3 screenshots changed. The first: "Pixels differ" on "Home, About us · desktop".',
        );
        expect(body.data.figures).to.deep.equal({ pictures: 2, of: 3, causes: 1, score: 37.6 });
        expect(body.nextActions?.[0]).to.deep.equal({
          label: 'Explain "About us" on desktop',
          tool: "explain_vrt_failure",
          args: { project: "shop", scenarioLabel: "About us", viewport: "desktop", runId: "run_v2" },
        });
      });

      it("has one issue with its factors", async () => {
        const { issues, formula, total } = await data("prioritize_issues");
        expect([total, formula.startsWith("score = severity (critical 10")]).to.deep.equal([1, true]);
        // 30 % is critical; two of the three screenshots; new; on the home page.
        expect(issues[0]).to.deep.include({
          rank: 1,
          rule: "mismatch",
          pillar: "visual",
          severity: "critical",
          score: 37.6,
          factors: { severity: 10, reach: 1.67, newness: 1.5, importance: 1.5 },
          why: "Critical, on 2 of 3 places, new. Its most important page is /.",
          pages: ["/", "/about"],
        });
        const { issues: long } = await data("prioritize_issues", { verbose: true });
        expect(long[0]).to.include({
          runId: "run_v2",
          help: "Fix it, or approve all 2 screenshots if the change is intended.",
        });
      });

      it("blocks the release, and says what does not", async () => {
        const body = await world.call("identify_blockers_for_release");
        expect(body.summary).to.equal(
          "The release is blocked: 1 block, 0 inconclusive, 0 to review. Visual on Production: 2 of 3 screenshots changed.",
        );
        expect(body.data.counts).to.deep.equal({ blocks: 1, undecided: 0, warns: 0, clear: 6 });
        expect(body.data.items[0].call).to.deep.equal({
          tool: "get_run_failures",
          args: { project: "shop", runId: "run_v2" },
          needsConfirm: false,
        });
        expect(body.nextActions).to.have.lengthOf(1);
      });

      it("tells what happened, what changed and what to look at first", async () => {
        const body = await world.call("analyze_results", { runId: "run_v2" });
        const [story] = body.data.runs;
        expect(story.happened).to.deep.equal([
          "Visual test: 2 of 3 screenshots changed.",
          "2 of 2 come from 1 shared cause.",
          "Since run_v1: 1 appeared, 0 gone, 0 stayed; the score went from 100 to 33.3.",
          "The run ended 1 day ago.",
        ]);
        expect(story.changes.examples.appeared).to.deep.equal(["Pixels differ. (Home, About us · desktop)"]);
        expect(story.clusters[0]).to.deep.include({
          cause: "Pixels differ.",
          count: 2,
          places: ["Home · desktop · chromium", "About us · desktop · chromium"],
        });
        expect(story.lookFirst.why).to.match(/^2 cases, at worst critical: 100 % of the weight/);
        expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal(["explain_vrt_failure"]);
      });

      it("tells of the newest run of every type when none is named", async () => {
        const body = await world.call("analyze_results");
        expect(body.data.runs.map((run: { runId: string }) => run.runId)).to.deep.equal([
          "run_a11y-test",
          "run_perf-test",
          "run_privacy-test",
          "run_security-test",
          "run_seo-test",
          "run_tracking-test",
          "run_v2",
        ]);
        expect(body.summary).to.match(/^Visual test: 2 of 3 screenshots changed\./);
        expect((await data("analyze_results", { environment: "staging" })).runs).to.deep.equal([]);
      });

      it("a run that there is not is named with the nearest", async () => {
        const body = await world.refused("analyze_results", { runId: "run_v3" }, 422, "tool_error");
        expect(body.error?.message).to.contain('"run_v1"').and.contain('"run_v2"');
        expect(body.recoverable).to.equal(true);
      });

      it("the same data gives the same answer", async () => {
        for (const tool of ["generate_action_plan", "analyze_results", "identify_blockers_for_release"])
          expect(await world.call(tool)).to.deep.equal(await world.call(tool));
      });
    },
  );

  seeded(
    "of a project with new critical findings",
    async (models) => {
      await addBaselines(models);
      await addPlan(models);
      await addVisual(models, "run_v1", 9, 3);
      await addAudits(models, 8, 95, "old");
      await addAudits(models, 9, 70);
      const seo = { pillar: "seo", rule: "title-missing", help: "Give it one." } as const;
      await addFinding(models, "old_seo-test", "stays", { ...seo, page: "https://shop.example/about", isNew: null });
      await addFinding(models, "old_seo-test", "gone", { ...seo, isNew: null });
      await addFinding(models, "run_seo-test", "stays", {
        ...seo,
        severity: "moderate",
        page: "https://shop.example/about",
        isNew: false,
      });
      await addFinding(models, "run_seo-test", "fresh", {
        ...seo,
        page: "https://shop.example/products/1",
        isNew: true,
        message: 'The page\nhas no title: <img src=x onerror="alert(1)">',
      });
      await addFinding(models, "run_a11y-test", "alt", {
        pillar: "a11y",
        rule: "image-alt",
        severity: "serious",
        isNew: false,
        message: "An image has no text.",
      });
      await addFinding(models, "run_a11y-test", "warned", {
        pillar: "a11y",
        rule: "w",
        outcome: "warning",
        isNew: true,
      });
      await models.runs.updateOne(
        { _id: "run_perf-test" },
        {
          $set: {
            verdict: "fail",
            summary: { ...auditSummary(70), verdict: "fail", reasons: ["LCP is 4.1 s; the budget is 2.5 s."] },
            extra: { perfBudgetResult: { pass: false, violations: ["LCP is 4.1 s; the budget is 2.5 s."] } },
          },
        },
      );
    },
    () => {
      it("ranks them over pillars, and keeps what pages say to data", async () => {
        const { issues, total } = await data("prioritize_issues");
        const rows = issues.map((issue: Record<string, unknown>) => [
          issue.rule,
          issue.score,
          issue.count,
          issue.newCount,
        ]);
        // 10 × (1 + 1/3) × 1.5 × 1.3; 6 × (1 + 1/3) × 1 × 1.5; 3 × (1 + 1/3) × 1 × 1.1.
        expect([total, rows]).to.deep.equal([
          3,
          [
            ["title-missing", 25.9, 1, 1],
            ["image-alt", 12, 1, 0],
            ["title-missing", 4.4, 1, 0],
          ],
        ]);
        expect(issues[0].message).to.equal('The page has no title: <img src=x onerror="alert(1)"> (/products/1)');
        expect((await data("prioritize_issues", { pillar: "a11y" })).issues).to.have.lengthOf(1);
      });

      it("pages through them", async () => {
        const first = await data("prioritize_issues", { limit: 1 });
        const second = await data("prioritize_issues", { limit: 2, cursor: first.nextCursor });
        expect([first.issues[0].rank, second.issues[0].rank, second.nextCursor]).to.deep.equal([1, 2, null]);
        await world.refused("prioritize_issues", { cursor: "nonsense" }, 400, "validation_error");
      });

      it("plans: the new finding, the budget, the old one, with gains", async () => {
        const { steps } = await data("generate_action_plan");
        expect(steps.map((step: { code: string; title: string }) => [step.code, step.title])).to.deep.equal([
          ["new_findings", 'Fix "Page has no title" (SEO)'],
          ["budget_broken", "Get back within the performance budget"],
          ["open_findings", 'Fix "Image has no alt text" (Accessibility)'],
          ["unknown_pages", "Find pages that no scenario covers"],
        ]);
        expect(steps[0].why).to.equal(
          '1 new finding of 2, at worst critical, on 2 pages. The first: "Page has no title" on "/products/1".',
        );
        expect(steps[0].gain.points).to.be.within(1, 5);
        const { steps: looks, total } = await data("generate_action_plan", { effort: "look" });
        expect([looks, total]).to.deep.equal([[], 0]);
        const cut = await world.call("generate_action_plan", { maxSteps: 1 });
        expect([cut.data.steps.length, cut.data.total, cut.warnings]).to.deep.equal([
          1,
          4,
          ["3 steps not listed: maxSteps may be up to 20, and effort lists those of one class."],
        ]);
      });

      it("blocks for the finding, the budget and the fall of the scores", async () => {
        const { verdict, items } = await data("identify_blockers_for_release");
        expect(verdict).to.equal("blocked");
        const blocking = items.filter(({ level }: { level: string }) => level === "blocks");
        expect(blocking.map((item: { code: string; pillar: string }) => [item.code, item.pillar])).to.deep.equal([
          ["budget_broken", "perf"],
          ["new_critical", "seo"],
        ]);
      });

      it("follows the project's thresholds", async () => {
        const gate = { newCritical: { warn: 1, fail: 2 } };
        await world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { settings: { gate } } });
        const { items, thresholds } = await data("identify_blockers_for_release");
        await world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { settings: {} } });
        expect(thresholds.newCritical).to.deep.equal(gate.newCritical);
        const [critical] = items.filter(({ code }: { code: string }) => code === "new_critical");
        expect(critical.level).to.equal("warns");
      });

      it("tells what changed since the run before", async () => {
        const { runs } = await data("analyze_results", { runId: "run_seo-test" });
        expect(runs[0].happened).to.deep.equal([
          "SEO audit: Score 70. 0 new findings, 0 fixed.",
          "No new failure.",
          "Since old_seo-test: 1 appeared, 1 gone, 1 stayed; the score went from 95 to 70.",
          "The run ended 1 day ago.",
        ]);
        expect(runs[0].clusters[0]).to.deep.include({
          cause: "Page has no title",
          severity: "critical",
          count: 1,
          places: ["/products/1"],
          hint: null,
        });
      });
    },
  );

  seeded(
    "of a site that lives at www. of its base URL",
    async (models) => {
      await addCrawl(models, ["/", 0, "/"], ["/pricing", 1, "/pricing", "Pricing"], ["/terms", 1, "/terms"]);
      for (const { _id, key } of await models.crawlAddresses.find().lean())
        await models.crawlAddresses.updateOne({ _id }, { $set: { url: `https://www.shop.example${key}` } });
      await models.scenarios.create({
        _id: "scn_terms",
        projectId: "prj_shop",
        label: "Terms",
        url: "https://www.shop.example/terms",
        createdAt: at(1),
      });
    },
    () => {
      it("knows the pages that were crawled, and those that have a scenario", async () => {
        const { suggestions, knownPages, uncovered } = await data("suggest_quick_scenarios");
        expect(suggestions.map(({ url }: { url: string }) => url)).to.deep.equal(["/pricing"]);
        expect([knownPages, uncovered]).to.deep.equal([3, 1]);
      });
    },
  );

  seeded(
    "of a project in good order",
    async (models) => {
      await addBaselines(models);
      await addPlan(models);
      await addVisual(models, "run_v1", 9, 3, 1);
      await addAudits(models, 9);
      await addCrawl(models, ["/", 0, "/"], ["/about", 1, "/about"], ["/products/1", 1, "/products/{n}"]);
    },
    () => {
      it("recommends nothing but to ask the gate", async () => {
        const body = await world.call("recommend_next_action");
        expect(body.data).to.deep.include({
          code: "all_green",
          why: "7 of 7 pillars have a run of the last 14 days; 0 problems are open.",
          figures: { pillars: 7, of: 7, score: 100 },
          after: [],
        });
        expect(body.nextActions).to.deep.equal([
          { label: "Ask the gate", tool: "gate_pr_quality", args: { project: "shop" } },
        ]);
      });

      it("finds nothing against the release, and says why", async () => {
        const body = await world.call("identify_blockers_for_release");
        expect(body.summary).to.equal("Nothing blocks the release: 0 block, 0 inconclusive, 0 to review.");
        expect(body.data.items.map(({ message }: { message: string }) => message)).to.deep.equal([
          "Visual on Production: 3 screenshots passed. 1 approved.",
          "Accessibility on Production: 0 new critical and 0 new serious findings.",
          "Performance on Production: 0 new critical and 0 new serious findings.",
          "SEO on Production: 0 new critical and 0 new serious findings.",
          "Security on Production: 0 new critical and 0 new serious findings.",
          "Tracking on Production: 0 new critical and 0 new serious findings.",
          "Privacy on Production: 0 new critical and 0 new serious findings.",
        ]);
        expect(body.nextActions).to.deep.equal([]);
      });

      it("goes by the main branch and by runs without a branch, not by others", async () => {
        await addRun(world.models, "run_feature", {
          branch: "feature",
          createdAt: at(10),
          summary: { total: 3, passed: 0, failed: 3, approved: 0, errors: 0, flaky: 0, noBaseline: 0 },
        });
        expect((await data("identify_blockers_for_release")).verdict).to.equal("ready");
        await addRun(world.models, "run_plain", {
          createdAt: at(10),
          status: "failed",
          error: "The site is unavailable.",
        });
        const found = await data("recommend_next_action");
        expect([found.code, found.call.tool]).to.deep.equal(["run_failed", "check_setup_health"]);
        expect((await data("identify_blockers_for_release")).verdict).to.equal("undecided");
        const cancelled = { error: "cancelled by key ci" };
        await world.models.runs.updateOne({ _id: "run_plain" }, { $set: cancelled });
        expect((await data("recommend_next_action")).call.tool).to.equal("run_vrt");
        await addRun(world.models, "run_now", { createdAt: at(10), status: "running" });
        expect((await data("recommend_next_action")).call.args).to.deep.equal({ project: "shop", runId: "run_now" });
        await world.models.runs.deleteMany({ _id: { $in: ["run_plain", "run_now"] } });
      });

      it("is out of date two weeks later", async () => {
        world.advance(15 * 86_400_000);
        const found = await data("recommend_next_action");
        expect([found.code, found.figures]).to.deep.equal(["stale", { pillars: 7, days: 16, staleAfter: 14 }]);
        expect(found.call.args.pillars).to.deep.equal([
          "visual",
          "a11y",
          "perf",
          "seo",
          "security",
          "tracking",
          "privacy",
        ]);
        const { verdict, counts } = await data("identify_blockers_for_release");
        expect([verdict, counts]).to.deep.equal(["undecided", { blocks: 0, undecided: 1, warns: 6, clear: 7 }]);
      });
    },
  );

  seeded(
    "of messages and of pages",
    async (models) => {
      await addRun(models, "run_v1");
      await addAudit(models, "run_seo", 9, 90, Object.keys(LABELS));
      for (const [index, key] of ["/pricing", "/contact", "/blog/one", "/blog/two", "/legal"].entries())
        await models.auditPages.create({
          _id: `run_seo-q${index}`,
          runId: "run_seo",
          projectId: "prj_shop",
          pillar: "seo",
          index: 10 + index,
          url: `https://shop.example${key}`,
          key,
          status: "passed",
        });
      await addPlan(models);
      await models.trackingPages.create({
        _id: "prj_shop:cart",
        projectId: "prj_shop",
        id: "cart",
        label: "Cart",
        pageType: "cart",
        path: "https://shop.example/cart",
        createdAt: at(2),
      });
    },
    () => {
      it("ranks tools with args from what the message names", async () => {
        const body = await world.call("analyze_user_intent", { message: "Why did Product page fail on phone?" });
        expect(body.summary).to.match(/^explain_vrt_failure \(95 %\): likely causes of a visual difference\.$/);
        expect(body.data.matches[0]).to.deep.equal({
          tool: "explain_vrt_failure",
          does: "likely causes of a visual difference",
          confidence: 0.95,
          args: { project: "shop", scenarioLabel: "Product page", viewport: "phone" },
          filled: [],
          missing: [],
          because: ["explain", "fail"],
          needsConfirm: false,
        });
        expect(body.data.named).to.deep.equal({ scenarios: ["Product page"], viewports: ["phone"] });
        expect(body.nextActions?.[0]).to.deep.equal({
          label: "likely causes of a visual difference",
          tool: "explain_vrt_failure",
          args: { project: "shop", scenarioLabel: "Product page", viewport: "phone" },
        });
      });

      for (const [message, unclear] of [
        ["Approve the changes", "approve_vrt_results needs scenarios, which the message does not name."],
        [
          "Why did Home and About us fail on phone?",
          "explain_vrt_failure takes one scenarioLabel, and the message names several: About us and Home.",
        ],
        ['Why did "Hom" fail on phone?', 'There is no scenario "Hom". Did you mean "Home"?'],
        ["What failed in run_v9?", 'The project has no run "run_v9"; get_run_history lists them.'],
        [
          "Good morning",
          "No intent was recognised. Name an action and its object, for example: run the visual test of Home.",
        ],
      ] as const)
        it(`says what is unclear: ${message}`, async () => {
          expect((await data("analyze_user_intent", { message })).unclear).to.include(unclear);
        });

      it("fills the place of the failure that a question means, and says so", async () => {
        await addShot(world.models, "run_v1", 0, { viewport: "phone", mismatchPercent: 2 });
        await addShot(world.models, "run_v1", 1, { viewport: "tablet", mismatchPercent: 7 });
        await addShot(world.models, "run_v1", 2, { scenarioLabel: "About us", scenarioId: "scn_about_us" });
        for (const [message, args] of [
          ["why did the home page fail", { scenarioLabel: "Home", viewport: "tablet" }],
          ["Is this flaky?", { scenarioLabel: "About us", viewport: "desktop" }],
          ["Why is run_v1 red on phone?", { runId: "run_v1", scenarioLabel: "Home", viewport: "phone" }],
        ] as const) {
          const { data: said, nextActions } = await world.call("analyze_user_intent", { message });
          expect(nextActions?.[0], message).to.deep.include({ tool: "explain_vrt_failure" });
          expect(nextActions?.[0]?.args).to.deep.equal({ project: "shop", ...args });
          const place = `${args.scenarioLabel} on ${args.viewport}`;
          expect(said.unclear.join(" ")).to.contain(`${place} is the worst failure that fits.`);
          await world.call("explain_vrt_failure", nextActions?.[0]?.args);
        }
        const { nextActions } = await world.call("analyze_user_intent", { message: "What broke?" });
        expect(nextActions?.[0]).to.deep.include({ tool: "get_run_failures", args: { project: "shop" } });
        await world.models.shots.deleteMany({});
      });

      it("falls back on what to do now, and refuses an empty message", async () => {
        const body = await world.call("analyze_user_intent", { message: "Good morning" });
        expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal(["recommend_next_action"]);
        await world.refused("analyze_user_intent", {}, 400, "validation_error");
        await world.refused("analyze_user_intent", { message: "x".repeat(2_001) }, 400, "validation_error");
      });

      it("suggests audited and planned pages that no scenario covers", async () => {
        const body = await world.call("suggest_quick_scenarios");
        expect(
          body.data.suggestions.map((s: Record<string, unknown>) => [s.label, s.url, s.points, s.alike]),
        ).to.deep.equal([
          ["Cart", "/cart", 85, 1],
          ["Pricing", "/pricing", 50, 1],
          ["Contact", "/contact", 40, 1],
          ["One", "/blog/one", 18, 2],
          ["Legal", "/legal", 0, 1],
        ]);
        expect([body.data.knownPages, body.data.uncovered]).to.deep.equal([7, 6]);
        expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal([
          "create_scenario",
          "create_scenario",
          "create_scenario",
          "create_scenario",
          "crawl_site",
        ]);
        expect((await data("suggest_quick_scenarios", { limit: 3 })).suggestions).to.have.lengthOf(3);
        await world.refused("suggest_quick_scenarios", { limit: 6 }, 400, "validation_error");
      });

      it("goes by the crawl's template groups once there is a crawl", async () => {
        await addCrawl(
          world.models,
          ["/", 0, "/", "Shop"],
          ["/products/1", 1, "/products/{n}", "Chair | Shop"],
          ["/products/2", 1, "/products/{n}", "Table | Shop"],
          ["/checkout", 1, "/checkout", "Pay\n here | Shop"],
          ["/blog/one", 2, "/blog/{slug}", "One – Blog"],
          ["/blog/two", 2, "/blog/{slug}"],
        );
        const body = await world.call("suggest_quick_scenarios", { limit: 5 });
        const rows = body.data.suggestions.map((s: Record<string, unknown>) => [
          s.label,
          s.url,
          s.points,
          s.alike,
          s.why,
        ]);
        expect(rows.slice(0, 2)).to.deep.equal([
          ["Cart", "/cart", 85, 1, "Visitors pay here. The tracking plan names it."],
          ["Pay here", "/checkout", 70, 1, "Visitors pay here. It is 1 click from the first page."],
        ]);
        expect(rows.map(([label]: string[]) => label)).to.deep.equal(["Cart", "Pay here", "Pricing", "Contact", "One"]);
        expect([body.data.crawled, body.warnings, body.data.uncovered]).to.deep.equal([true, [], 8]);
      });

      it("tells what concerns the whole site, what was not measured, and the pillars of a full audit", async () => {
        const other = { branch: "feature", environmentId: "env_stage", baseUrl: "https://staging.shop.example" };
        await addRun(world.models, "run_full", { ...other, type: "full-suite" });
        const child = { ...other, type: "security-test", parentRunId: "run_full" } as const;
        await addAudit(world.models, "run_full-security", 10, 60, [], child);
        await addRun(world.models, "run_full-perf", {
          ...other,
          type: "perf-test",
          parentRunId: "run_full",
          status: "failed",
          error: "The lab is unavailable.",
        });
        const security = { pillar: "security", page: "https://staging.shop.example/" } as const;
        await addFinding(world.models, "run_full-security", "site", { ...security, rule: "hsts", pageIndex: -1 });
        await addFinding(world.models, "run_full-security", "page", { ...security, rule: "csp", severity: "minor" });
        await world.models.auditPages.create({
          _id: "run_full-security-p0",
          runId: "run_full-security",
          projectId: "prj_shop",
          pillar: "security",
          index: 0,
          url: "https://staging.shop.example/down",
          key: "/down",
          status: "not_measured",
          reason: "The page answered\n503.",
        });
        const body = await world.call("analyze_results", { runId: "run_full" });
        const [perf, ofSecurity] = body.data.runs;
        expect(perf.happened).to.deep.equal(["Performance audit: The lab is unavailable."]);
        expect(perf.lookFirst.call.tool).to.equal("check_setup_health");
        expect(ofSecurity.happened).to.deep.equal([
          "Security audit: Score 60. 0 new findings, 0 fixed.",
          "No new failure.",
          '1 page could not be measured. The first, "/down": The page answered 503.',
        ]);
        expect(ofSecurity.clusters.map((c: { cause: string; places: string[] }) => [c.cause, c.places])).to.deep.equal([
          ["HSTS is disabled, invalid or too short", ["the whole site"]],
          ["The page has no title.", ["/"]],
        ]);
        expect(body.summary).to.match(/^Performance audit: The lab/);
      });

      it("many issues of long texts stay within an answer, page by page", async () => {
        for (let n = 0; n < 120; n++)
          await addFinding(world.models, "run_seo", `many${n}`, {
            rule: `rule-${String(n).padStart(3, "0")}`,
            message: `${n} ${"long text of a page ".repeat(100)}`,
            page: `https://shop.example/${"deep/".repeat(200)}${n}`,
          });
        await keepProblems(world.models);
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const body = await world.call("prioritize_issues", { limit: 500, verbose: true, ...(cursor && { cursor }) });
          expect(tokensOf(body)).to.be.below(MAX_ANSWER_TOKENS);
          expect(body.warnings).to.deep.equal([]);
          seen.push(...body.data.issues.map(({ id }: { id: string }) => id));
          cursor = body.data.nextCursor ?? undefined;
        } while (cursor);
        expect([seen.length, new Set(seen).size]).to.deep.equal([120, 120]);
        for (const tool of ["analyze_results", "generate_action_plan", "identify_blockers_for_release"])
          expect(tokensOf(await world.call(tool)), tool).to.be.below(MAX_ANSWER_TOKENS);
        await world.models.findings.deleteMany({ runId: "run_seo" });
      });

      it("refuses what it does not know", async () => {
        await world.refused("prioritize_issues", { pillar: "beauty" }, 400, "validation_error");
        await world.refused("generate_action_plan", { effort: "none" }, 400, "validation_error");
        await world.refused("generate_action_plan", { maxSteps: 21 }, 400, "validation_error");
        for (const tool of ["recommend_next_action", "analyze_results"]) {
          await world.refused(tool, { project: "foreign" }, 422, "project_resolution_error");
          await world.refused(tool, { environment: "nowhere" }, 422, "project_resolution_error");
        }
      });
    },
  );
});

describe("the table of intents", () => {
  const example = {
    "add a scenario": 'Add a scenario "Pricing" for /pricing',
    all: 'Why did "X" fail? Approve Home on phone in run_1 and job_1 at /a, ignore .b, a11y, as pdf, PR 3, branch c, commit 0a1b2c3d on Production in Chrome',
  };
  it("names the environment that was asked for, but not where the tool has none", () => {
    const place = { project: "shop", environment: "staging" };
    const view = (action: keyof typeof TOOL_OF) => callView(callOf(place, "Do it", action));
    expect(view("runVisualTest")).to.deep.equal({ tool: "run_vrt", args: place, needsConfirm: true });
    expect(view("readReport")).to.deep.equal({ tool: "get_pillar_report", args: place, needsConfirm: false });
    expect(view("planTrackedPages").args).to.deep.equal({ project: "shop" });
  });

  for (const [action, tool] of Object.entries(TOOL_OF))
    it(`${action}: ${tool} exists`, () => {
      expect(TOOLS.map(({ name }) => name)).to.include(tool);
    });

  it("fills args that the tools accept", () => {
    const vocabulary = {
      scenarios: ["Home"],
      environments: [{ slug: "production", name: "Production" }],
      project: "shop",
    };
    for (const message of Object.values(example))
      for (const { tool, args, missing } of intentsOf(message, vocabulary, intentsOfTools(TOOLS)).matches) {
        const found = TOOLS.find(({ name }) => name === tool);
        if (missing.length > 0 || !found) continue;
        found.schema.validateSync(found.mutating ? { confirm: true, ...args } : args, { strict: true });
      }
  });
});
