// What planning writes: shots, pages, and the runs of a full audit. Planning twice has the same result.
import { expect } from "chai";
import type { LabTools } from "../../../activities/audit/pillar.ts";
import { loadPillars } from "../../../activities/audit/pillars.ts";
import type { AuditDeps } from "../../../activities/deps.ts";
import { createPlanAuditActivities } from "../../../activities/plan/planAudit.ts";
import { createPlanActivities } from "../../../activities/plan/planRun.ts";
import { projectWindow } from "../../../activities/plan/projectWindow.ts";
import { createSuiteActivities } from "../../../activities/plan/suite.ts";
import type { Models } from "../../../models/index.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");

describe("planning", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: AuditDeps;
  before(async () => {
    database = await openDatabase();
    models = database.models;
    deps = {
      models,
      now: () => AT,
      log: () => undefined,
      metrics: { run: () => undefined },
      client: {},
      // Planning does not use the lab.
      pillars: await loadPillars({} as LabTools),
    } as unknown as AuditDeps;
    for (const plan of ["hobby", "free"] as const)
      await models.organisations.create({ _id: `org_${plan}`, name: plan, slug: plan, plan, createdAt: AT });
    for (const [_id, orgId] of [
      ["prj_shop", "org_hobby"],
      ["prj_empty", "org_hobby"],
      ["prj_free", "org_free"],
    ] as const)
      await models.projects.create({
        _id,
        orgId,
        name: _id,
        slug: _id,
        baseUrl: "https://shop.example",
        createdAt: AT,
      });
    await addScenario("scn_1", { label: "Home", url: "/", selectors: ["#top", "#end"], viewports: ["phone"] });
    await addScenario("scn_2", { label: "Cart", url: "/cart#sum", viewports: ["phone", "desktop"] });
    await addScenario("scn_3", { label: "Full cart", url: "/cart", viewports: ["desktop"] });
    await models.comparisonRules.create({
      _id: "crl_1",
      projectId: "prj_shop",
      scenarioLabel: "Cart",
      selector: ".ad",
      mode: "ignore",
      createdAt: AT,
    });
  });
  after(() => database.drop());

  const addScenario = (_id: string, patch: Partial<Scenario>) =>
    models.scenarios.create({ _id, projectId: "prj_shop", label: _id, url: "/", createdAt: AT, ...patch });
  const add = (runId: string, patch: Partial<Run> = {}) =>
    addRun(models, runId, { status: "running", orgId: "org_hobby", seq: 0, executionId: null, ...patch });
  const refusal = (work: () => Promise<unknown>): Promise<string> =>
    withActivity(work).then(
      () => "nothing",
      (error: { message: string; nonRetryable?: boolean }) =>
        error.nonRetryable ? error.message : `tried again: ${error.message}`,
    );

  describe("a visual run", () => {
    const plan = (runId: string) => createPlanActivities(deps).planRun({ runId, executionId: "e" });

    it("is every scenario, selector, viewport and browser, in an order of its own, with the rules as they stand", async () => {
      const runId = await add("run_v", { browsers: ["chromium", "firefox"] });
      expect(await withActivity(() => plan(runId))).to.deep.equal({ total: 10, window: 12 });
      const shots = await models.shots.find({ runId }).sort({ index: 1 }).lean();
      const said = shots.map((s) => [s.scenarioLabel, s.selector, s.viewport, s.browser].join(" ").replace("  ", " "));
      expect(said.slice(0, 5)).to.deep.equal([
        "Home #top phone chromium",
        "Home #top phone firefox",
        "Home #end phone chromium",
        "Home #end phone firefox",
        "Cart phone chromium",
      ]);
      expect(shots.map(({ _id }) => _id).at(-1)).to.equal("run_v-00009");
      expect(shots[4]).to.include({ url: "https://shop.example/cart#sum", status: "pending", kind: "visual" });
      const rules = shots[4]?.spec.comparisonRules;
      expect(rules).to.deep.equal([{ id: "crl_1", selector: ".ad", mode: "ignore" }]);
      expect(shots[0]?.spec.comparisonRules).to.deep.equal([]);
    });

    it("keeps its plan when it is planned again, whatever scenarios there are by then", async () => {
      const runId = await add("run_again", { scenarios: ["Full cart"] });
      await withActivity(() => plan(runId));
      await models.scenarios.updateOne({ _id: "scn_3" }, { $set: { viewports: ["phone", "tablet", "desktop"] } });
      expect(await withActivity(() => plan(runId))).to.include({ total: 1 });
      await models.scenarios.updateOne({ _id: "scn_3" }, { $set: { viewports: ["desktop"] } });
      expect(await models.shots.countDocuments({ runId })).to.equal(1);
    });

    it("makes a half-written plan again, and counts its snapshots once", async () => {
      const runId = await add("run_half", { scenarios: ["Cart"] });
      const used = async () =>
        (await models.usage.findOne({ orgId: "org_hobby", what: "snapshots" }).lean())?.count ?? 0;
      const before = await used();
      await withActivity(() => plan(runId));
      await models.shots.deleteOne({ runId, index: 1 });
      expect(await withActivity(() => plan(runId))).to.include({ total: 2 });
      expect(await models.shots.countDocuments({ runId })).to.equal(2);
      expect(await used()).to.equal(before + 2);
    });

    it("takes a scenario in each of its modes, each with a baseline of its own and the old one without", async () => {
      await models.projects.updateOne(
        { _id: "prj_shop" },
        { $set: { modes: { dark: { colorScheme: "dark", scale: 2 } }, settings: { visual: { modes: ["dark"] } } } },
      );
      await models.scenarios.updateOne({ _id: "scn_3" }, { $set: { modes: ["default", "dark"] } });
      const runId = await add("run_modes", { scenarios: ["Full cart", "Home"] });
      await withActivity(() => plan(runId));
      const shots = await models.shots.find({ runId }).sort({ index: 1 }).lean();
      expect(shots.map(({ scenarioLabel, mode, spec }) => [scenarioLabel, mode, spec.viewport.scale])).to.deep.equal([
        ["Home", "dark", 2],
        ["Home", "dark", 2],
        ["Full cart", undefined, 1],
        ["Full cart", "dark", 2],
      ]);
      expect(shots[3]?.spec.mode).to.deep.equal({ name: "dark", colorScheme: "dark", scale: 2 });
      expect(shots[2]?.baselineKey).to.not.have.property("mode");
      expect(shots[3]?.baselineKey).to.deep.equal({ ...shots[2]?.baselineKey, mode: "dark" });

      await models.runs.updateMany({}, { $set: { status: "completed" } });
      const audit = await add("run_mode_seo", { type: "seo-test", scenarios: ["Home"] });
      await withActivity(() => createPlanAuditActivities(deps).planAudit({ runId: audit, executionId: "e" }));
      const [page] = await models.auditPages.find({ runId: audit }).lean();
      expect(page?.mode).to.deep.equal({ name: "dark", colorScheme: "dark", scale: 2 });

      await models.projects.updateOne({ _id: "prj_shop" }, { $set: { modes: {} } });
      const gone = await add("run_gone", { scenarios: ["Full cart"] });
      expect(await refusal(() => plan(gone))).to.match(
        /"Full cart" asks for the mode "dark", which the project does not/,
      );
      await models.projects.updateOne({ _id: "prj_shop" }, { $set: { settings: {} } });
      await models.scenarios.updateOne({ _id: "scn_3" }, { $unset: { modes: 1 } });
    });

    it("of a baseline has shots that become baselines", async () => {
      const runId = await add("run_b", { type: "baseline", scenarios: ["Full cart"] });
      await withActivity(() => plan(runId));
      expect(await models.shots.findOne({ runId }).lean()).to.include({ kind: "baseline" });
    });

    it("without scenarios is refused", async () => {
      const runId = await add("run_empty", { projectId: "prj_empty" });
      expect(await refusal(() => plan(runId))).to.match(/^The project has no scenarios to run/);
    });
  });

  describe("an audit", () => {
    const plan = (runId: string) => createPlanAuditActivities(deps).planAudit({ runId, executionId: "e" });

    it("is each address once, with the scenarios that name it", async () => {
      await models.runs.updateMany({}, { $set: { status: "completed" } });
      const runId = await add("run_seo", { type: "seo-test" });
      expect(await withActivity(() => plan(runId))).to.deep.equal({ total: 2, window: 6 });
      const pages = await models.auditPages.find({ runId }).sort({ index: 1 }).lean();
      expect(pages.map(({ url, scenarioLabels }) => [url, ...scenarioLabels])).to.deep.equal([
        ["https://shop.example/", "Home"],
        ["https://shop.example/cart", "Cart", "Full cart"],
      ]);
      expect(pages[1]).to.deep.include({ key: "/cart", status: "pending", pillar: "seo" });
      expect(await withActivity(() => plan(runId))).to.include({ total: 2 });
      expect(await models.auditPages.countDocuments({ runId })).to.equal(2);
    });

    it("goes without what the plan lacks, and says so", async () => {
      const runId = await add("run_sec", { type: "security-test" });
      await withActivity(() => plan(runId));
      const run = await models.runs.findById(runId).lean();
      expect(run?.extra).to.deep.include({ options: { cveScan: false }, planned: 2 });
      expect(run?.extra.planWarnings).to.deep.equal([
        "The hobby plan does not include the scan for libraries with known vulnerabilities; the run goes without.",
      ]);
    });

    it("of a project without scenarios visits its address", async () => {
      const runId = await add("run_home", { type: "a11y-test", projectId: "prj_empty" });
      expect(await withActivity(() => plan(runId))).to.include({ total: 1 });
      expect(await models.auditPages.findOne({ runId }).lean()).to.include({ url: "https://shop.example" });
    });
  });

  describe("an audit of a crawled site", () => {
    const activities = () => createPlanAuditActivities(deps);
    const plan = (runId: string) => withActivity(() => activities().planAudit({ runId, executionId: "e" }));
    const addCrawl = async (_id: string, patch: Partial<Job> = {}, pages: readonly [string, string][] = []) => {
      const baseUrl = patch.baseUrl ?? "https://shop.example";
      const counts = { pages: pages.length, groups: new Set(pages.map(([, group]) => group)).size };
      await models.jobs.create({
        _id,
        orgId: "org_hobby",
        projectId: "prj_shop",
        projectSlug: "prj_shop",
        kind: "crawl_site",
        status: "completed",
        lock: _id,
        baseUrl,
        createdAt: AT,
        finishedAt: AT,
        requestedBy: "test",
        seq: 1,
        input: { startUrl: `${baseUrl}/`, maxPages: 30, depth: 4, include: [], exclude: ["/private"] },
        result: { startUrl: `${baseUrl}/`, counts, groups: [{ group: "/p/{id}", example: `${baseUrl}/p/2` }] },
        progress: { phase: "completed", done: 1, total: 1 },
        ...patch,
      });
      for (const [at, [path, group]] of pages.entries())
        await models.crawlAddresses.create({
          _id: `${_id}:${at}`,
          jobId: _id,
          projectId: "prj_shop",
          url: baseUrl + path,
          key: path,
          group,
          depth: 1,
          weight: at,
          state: "page",
        });
    };
    const HOUR = 3_600_000;
    const ago = (hours: number) => new Date(AT.getTime() - hours * HOUR);
    const pagesOf = async (runId: string) =>
      (await models.auditPages.find({ runId }).sort({ index: 1 }).lean()).map(({ url }) => url.slice(20));
    afterEach(async () => {
      await models.jobs.deleteMany({});
      await models.crawlAddresses.deleteMany({});
    });

    it("visits what the newest crawl of its site found, and says which crawl that was", async () => {
      await addCrawl("job_other", { baseUrl: "https://staging.example" }, [["/x", "/x"]]);
      await addCrawl("job_old", { createdAt: ago(2), finishedAt: ago(2) }, [["/gone", "/gone"]]);
      await addCrawl("job_new", { createdAt: ago(1), finishedAt: ago(1) }, [
        ["/", "/"],
        ["/p/1", "/p/{id}"],
        ["/p/2", "/p/{id}"],
      ]);
      await models.runs.updateMany({}, { $set: { status: "completed" } });
      const all = await add("run_site_all", { type: "seo-test", pages: "crawl" });
      expect(await plan(all)).to.deep.equal({ total: 4, window: 6 });
      // Two runs of a project share its window.
      await add("run_site_beside", { type: "seo-test", pages: "crawl" });
      expect(await plan(all)).to.deep.equal({ total: 4, window: 3 });
      expect(await pagesOf(all)).to.deep.equal(["/", "/cart", "/p/1", "/p/2"]);
      const one = await add("run_site_one", { type: "seo-test", pages: "templates" });
      await plan(one);
      expect(await pagesOf(one)).to.deep.equal(["/", "/cart", "/p/2"]);
      const { extra } = (await models.runs.findById(one).lean()) as unknown as Run;
      expect(extra.planWarnings).to.deep.equal([
        "3 pages: those of the scenarios, and one of each template that the crawl job_new of 2026-03-10 found (3 pages in 2 templates).",
      ]);
    });

    it("keeps to the pages of the plan, and performance to a sample", async () => {
      const many = Array.from({ length: 60 }, (_, at): [string, string] => [`/t${at}`, `/t${at}`]);
      await addCrawl("job_many", { orgId: "org_free", projectId: "prj_free" }, many);
      const of = { orgId: "org_free", projectId: "prj_free", pages: "crawl" } as const;
      expect(await plan(await add("run_free", { ...of, type: "seo-test" }))).to.include({ total: 50 });
      expect(await plan(await add("run_free_perf", { ...of, type: "perf-test" }))).to.include({ total: 10 });
    });

    it("waits for a crawl where there is none of the last day: its own, as the last one was, or the one under way", async () => {
      await addCrawl("job_old", { createdAt: ago(30), finishedAt: ago(30) }, [["/", "/"]]);
      const runId = await add("run_wait", { type: "seo-test", pages: "crawl" });
      for (const _ of [1, 2])
        expect(await plan(runId)).to.deep.include({ total: 0, crawl: { jobId: "job_wait", own: true } });
      const own = (await models.jobs.findById("job_wait").lean()) as Job;
      expect(own.input).to.deep.equal({
        startUrl: "https://shop.example/",
        maxPages: 30,
        depth: 4,
        include: [],
        exclude: ["/private"],
      });
      expect(own).to.include({ status: "queued", lock: "crawl_site:prj_shop:shop.example" });
      const second = await add("run_second", { type: "a11y-test", pages: "crawl" });
      expect(await plan(second)).to.deep.include({ crawl: { jobId: "job_wait", own: false } });
      const ended = () => refusal(() => activities().crawlEnded({ jobId: "job_wait" }));
      expect(await ended()).to.equal("tried again: The crawl is still running.");
      await models.jobs.updateOne({ _id: "job_wait" }, { $set: { status: "failed", error: "No answer.", lock: "x" } });
      expect(await ended()).to.equal("nothing");
      // Its own crawl failed, but an older one exists.
      expect(await plan(runId)).to.include({ total: 2 });
      const { extra } = (await models.runs.findById(runId).lean()) as unknown as Run;
      expect((extra.planWarnings as string[])[0]).to.equal("The site could not be crawled again: No answer.");
      expect(await plan(second)).to.deep.include({ crawl: { jobId: "job_second", own: true } });
    });

    it("ends with the next step where the site cannot be crawled and never was", async () => {
      const runId = await add("run_none", { type: "seo-test", pages: "templates" });
      await plan(runId);
      await models.jobs.updateOne({ _id: "job_none" }, { $set: { status: "failed", error: "No answer." } });
      expect(await refusal(() => plan(runId))).to.equal(
        "The site could not be crawled: No answer. Call crawl_site to see what it finds, or start the run with pages: scenarios.",
      );
    });
  });

  describe("a full audit", () => {
    const activities = () => createSuiteActivities(deps);
    const ofSuite = {
      type: "full-suite",
      branch: "feature",
      extra: { pillars: ["visual", "functional", "seo"] },
    } as const;

    it("is a run for each pillar that can be run, made of the audit's own, once", async () => {
      const runId = await add("run_all", ofSuite);
      const plans = await Promise.all([1, 2].map(() => withActivity(() => activities().planSuite({ runId }))));
      for (const plan of plans) expect(plan).to.deep.equal({ total: 3, window: 8 });
      const parts = await models.runs.find({ parentRunId: runId }).sort({ _id: 1 }).lean();
      expect(parts.map(({ _id, type }) => [_id, type])).to.deep.equal([
        ["run_all-functional", "frt-test"],
        ["run_all-seo", "seo-test"],
        ["run_all-visual", "vrt-test"],
      ]);
      expect(parts[1]).to.include({ status: "running", branch: "feature", seq: 0, projectId: "prj_shop" });
      expect(parts[1]?.requestedBy).to.equal("the full audit run_all (SEO)");
      expect(parts[1]?.extra).to.deep.equal({});
      const index = 2;
      const second = await withActivity(() => activities().childOf({ runId, index }));
      expect(second).to.deep.equal({ runId: "run_all-visual", type: "vrt-test" });
      expect(await refusal(() => activities().childOf({ runId, index: 3 }))).to.match(/no child number 3/);
    });

    it("of some scenarios has parts that know of how many, but for those that take features", async () => {
      const of = await models.scenarios.countDocuments({ projectId: "prj_shop" });
      const runId = await add("run_some", { ...ofSuite, scenarios: ["Home"], part: { scenarios: 1, of } });
      await withActivity(() => activities().planSuite({ runId }));
      const parts = await models.runs.find({ parentRunId: runId }).sort({ _id: 1 }).lean();
      expect(parts.map(({ part }) => part)).to.deep.equal([null, { scenarios: 1, of }, { scenarios: 1, of }]);
    });

    it("gives its parts one window of the project together, and those that are planned later what others gave back", async () => {
      await models.runs.updateMany({}, { $set: { status: "completed" } });
      const pillars = ["visual", "functional", "perf", "seo", "a11y", "security", "tracking", "privacy"];
      const runId = await add("run_eight", { ...ofSuite, extra: { pillars } });
      await withActivity(() => activities().planSuite({ runId }));
      const windows = async () => {
        const open = await models.runs.find({ parentRunId: runId, status: "running" }).sort({ _id: 1 }).lean<Run[]>();
        return Promise.all(open.map((run) => projectWindow(models, run)));
      };
      expect(await windows()).to.deep.equal([2, 1, 1, 2, 1, 1, 1, 3]);
      const planned = async () => {
        const audit = await createPlanAuditActivities(deps).planAudit({ runId: `${runId}-privacy`, executionId: "e" });
        const visual = await createPlanActivities(deps).planRun({ runId: `${runId}-visual`, executionId: "e" });
        return [audit.window, visual.window];
      };
      expect(await withActivity(planned)).to.deep.equal([2, 3]);
      await models.runs.updateOne({ _id: `${runId}-visual` }, { $set: { status: "completed" } });
      expect(await windows()).to.deep.equal([2, 2, 1, 3, 2, 1, 1]);
      // Next to another run each part continues with the minimum.
      await add("run_beside", { type: "seo-test" });
      expect(await windows()).to.deep.equal([1, 1, 1, 1, 1, 1, 1]);
      await models.runs.updateMany({}, { $set: { status: "completed" } });
    });

    it("waits for a part that goes on, and reads how one ended", async () => {
      const runId = await add("run_part", { type: "seo-test", parentRunId: "run_none" });
      const ended = () => activities().childEnded({ runId });
      expect(await refusal(ended)).to.equal("tried again: The run is still running.");
      await models.runs.updateOne({ _id: runId }, { $set: { status: "completed", verdict: "pass" } });
      expect(await withActivity(ended)).to.equal(false);
      await models.runs.updateOne({ _id: runId }, { $set: { verdict: "fail" } });
      expect(await withActivity(ended)).to.equal(true);
    });

    it("ends with the verdicts and scores of its parts", async () => {
      const runId = await add("run_sum", ofSuite);
      await withActivity(() => activities().planSuite({ runId }));
      await models.runs.updateOne(
        { _id: "run_sum-seo" },
        {
          $set: {
            status: "completed",
            verdict: "fail",
            summary: { pages: 2, score: 61, new: 1, fixed: 0, reasons: ["1 new critical finding."] },
          },
        },
      );
      for (const _id of ["run_sum-visual", "run_sum-functional"])
        await models.runs.updateOne({ _id }, { $set: { status: "completed", verdict: "pass" } });
      const finish = () => activities().finishSuite({ runId, executionId: "e", seq: 1 });
      expect(await withActivity(finish)).to.deep.equal({ status: "completed", verdict: "fail" });
      const run = await models.runs.findById(runId).lean();
      expect(run?.summary).to.deep.include({
        total: 3,
        passed: 2,
        failed: 1,
        reasons: ["SEO audit failed: Score 61. 1 new finding, 0 fixed. 1 new critical finding."],
      });
      expect(run?.progress).to.deep.equal({ done: 3, total: 3, phase: "completed" });
    });

    it("without a pillar that can be run is refused", async () => {
      const runId = await add("run_nothing", { type: "full-suite", extra: { pillars: [] } });
      const seo = await add("run_no_suite", { type: "seo-test" });
      expect(await refusal(() => activities().planSuite({ runId }))).to.equal("No pillar of this audit can be run.");
      expect(await refusal(() => activities().planSuite({ runId: seo }))).to.match(/no full audit/);
    });
  });
});
