import { expect } from "chai";
import { IDEMPOTENCY_TTL_MS } from "../../../../domain/idempotency.ts";
import { VIEWPORT_NAMES, type ViewportName } from "../../../../domain/visual/shot.ts";
import { baselineIdOf } from "../../../../models/baselines/key.ts";
import { artifactLink } from "../../../../platform/artifactLinks.ts";
import { addRun, addShot } from "../../support/shots.ts";
import { everything, makeToolWorld, type ToolWorld } from "../harness.ts";
import { RENDERER, SIZE } from "./support.ts";

const ARGS = { label: "Pricing", url: "/pricing", confirm: true };

describe("scenarios as tools", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.close());

  async function addBaseline(scenarioId: string, viewport: ViewportName, patch: { selector?: string } = {}) {
    const { selector = "" } = patch;
    const at = { environmentId: "env_prod", scenarioId, selector, viewport };
    const key = { projectId: "prj_shop", ...at, browser: "chromium", branch: "main" } as const;
    const picture = { artifactId: "a", mapId: null, frameSha256: "f", pixelSha256: "p", ...SIZE, renderer: RENDERER };
    const current = { version: 1, versionId: "bsv_1", picture, updatedAt: world.clock.at };
    await world.models.baselines.create({ _id: baselineIdOf(key), ...key, ...current });
  }

  describe("create_scenario", () => {
    it("stores the scenario with what was given and the defaults for the rest", async () => {
      const given = { selectors: ["#plans"], delay: 100, misMatchThreshold: 1, viewports: ["phone"] };
      const quiet = {
        readySelector: "#on",
        dismissSelectors: ["#no"],
        hideSelectors: [".ad"],
        removeSelectors: ["#x"],
      };
      const args = { ...ARGS, ...given, ...quiet };
      const { data, summary, nextActions, warnings } = await world.call("create_scenario", args);
      const { id, ...scenario } = data.scenario;
      expect(scenario).to.deep.equal({ label: "Pricing", url: "/pricing", ...given });
      expect(data).to.not.have.property("baselineRunId");
      expect(await world.models.scenarios.findById(id).lean()).to.deep.include({
        projectId: "prj_shop",
        label: "Pricing",
        ...given,
        ...quiet,
        steps: [],
        stabilisers: {},
      });
      expect(summary).to.equal('Scenario "Pricing" was created.');
      expect(warnings).to.deep.equal([]);
      expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
        ["run_baseline", { project: "shop", scenarios: ["Pricing"] }],
      ]);
      const [entry] = await world.models.audit.find({ action: "scenario.create" }).lean();
      expect(entry).to.deep.include({ target: id, details: { project: "shop", label: "Pricing", url: "/pricing" } });
      expect(world.engine.started.size).to.equal(0);
    });

    it("captures its baseline when asked, on the environment that was named", async () => {
      const { data, nextActions } = await world.call("create_scenario", {
        ...ARGS,
        captureBaseline: true,
        environment: "Staging",
        selectors: [],
      });
      const run = await world.models.runs.findById(data.baselineRunId).lean();
      expect(run).to.deep.include({ type: "baseline", scenarios: ["Pricing"], environmentId: "env_stage" });
      expect([...world.engine.started.keys()]).to.deep.equal([data.baselineRunId]);
      expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
        ["wait_for_run", { project: "shop", runId: data.baselineRunId }],
      ]);
    });

    it("with an Idempotency-Key, the same call again or at the same time returns the first answer, and another one is refused", async () => {
      const headers = { "Idempotency-Key": "pricing-1" };
      const args = { ...ARGS, selectors: ["#plans"], captureBaseline: true };
      const send = (patch: Record<string, unknown> = {}) =>
        world.client.post("/api/mcp/v1/invoke", {
          key: world.keys.mcp_full,
          headers,
          body: { tool: "create_scenario", args: { ...args, ...patch } },
        });
      const [first, twin] = await Promise.all([send(), send()]);
      expect(first.status, first.raw.toString()).to.equal(200);
      for (const equal of [twin, await send()])
        expect([equal.status, equal.body.data]).to.deep.equal([200, first.body.data]);
      for (const other of [{ label: "Plans" }, { selectors: ["#other"] }])
        expect((await send(other)).status).to.equal(422);
      expect(await world.models.scenarios.countDocuments({ projectId: "prj_shop", label: "Pricing" })).to.equal(1);
      world.clock.at = new Date(world.clock.at.getTime() + IDEMPOTENCY_TTL_MS);
      expect((await send()).status, "the key has expired").to.equal(422);
      expect(await world.models.runs.countDocuments({ type: "baseline" })).to.equal(1);
    });

    it("keeps the scenario, and the baseline run that cannot start yet, and says what becomes of it", async () => {
      world.engine.available = false;
      const { data, warnings, nextActions } = await world.call("create_scenario", { ...ARGS, captureBaseline: true });
      const run = await world.models.runs.findById(data.baselineRunId).lean();
      expect(run).to.include({ type: "baseline", startedAt: null });
      expect(warnings?.[0]).to.match(/^The baseline run could not be started: Temporal cannot be reached\./);
      expect(warnings?.[0]).to.contain(`Run ${data.baselineRunId} is stored and starts automatically`);
      expect(nextActions?.map(({ tool, args }) => [tool, args?.runId])).to.deep.equal([
        ["wait_for_run", data.baselineRunId],
      ]);
    });

    it("warns of an address on another site", async () => {
      const { warnings } = await world.call("create_scenario", { ...ARGS, url: "https://elsewhere.example/x" });
      expect(warnings?.[0]).to.match(/^The address is on https:\/\/elsewhere\.example, not on the project's site/);
    });

    it("of one label 20 at once makes one, and tells the others that it is taken", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => world.send("create_scenario", ARGS)));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      for (const { status, body } of answers.filter((answer) => answer.status !== 200))
        expect([status, body.error]).to.deep.equal([
          422,
          {
            code: "tool_error",
            message: 'The project "shop" already has a scenario "Pricing": choose another label, or use that one.',
          },
        ]);
      expect(await world.models.scenarios.countDocuments({ label: "Pricing" })).to.equal(1);
    });

    it("counts toward the plan, also of 10 at once", async () => {
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "hobby" } });
      for (let i = 0; i < 46; i++)
        await world.models.scenarios.create({
          _id: `scn_${i}`,
          projectId: "prj_blog",
          label: `Post ${i}`,
          url: "/",
          createdAt: world.clock.at,
        });
      const count = () => world.models.scenarios.countDocuments({});
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => world.send("create_scenario", { ...ARGS, label: `Pricing ${i}` })),
      );
      expect(await count()).to.be.at.most(50);
      expect(answers.filter(({ status }) => status === 200)).to.have.length((await count()) - 49);
      for (let i = await count(); i < 50; i++) await world.call("create_scenario", { ...ARGS, label: `More ${i}` });
      const before = await everything(world.models);
      const body = await world.refused("create_scenario", { ...ARGS, captureBaseline: true }, 403, "plan_gate");
      expect(body.error?.message).to.equal("The plan hobby has 50 scenarios; 50 exist and 1 more were requested.");
      expect(body.recoverable).to.equal(false);
      expect(await everything(world.models)).to.equal(before);
    });

    it("writes nothing when the month's snapshots are used up and a baseline is wished for", async () => {
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "hobby" } });
      const usage = { orgId: "org_a", what: "snapshots", period: "2026-03", count: 10_000 };
      await world.models.usage.create({ _id: "org_a:snapshots:2026-03", ...usage });
      const before = await everything(world.models);
      await world.refused("create_scenario", { ...ARGS, captureBaseline: true }, 403, "plan_gate");
      expect(await everything(world.models)).to.equal(before);
      await world.call("create_scenario", ARGS);
    });

    for (const [what, args, message] of [
      ["no label", { url: "/" }, /^label is required/],
      ["no address", { label: "A" }, /^url is required/],
      ["an address of another kind", { ...ARGS, url: "javascript:alert(1)" }, /url: must be an http or https address/],
      ["a password in the address", { ...ARGS, url: "https://a:b@shop.example/" }, /url: must not contain a user name/],
      ["a space before the label", { ...ARGS, label: " A" }, /label: must not begin or end with a space/],
      ["a delay without end", { ...ARGS, delay: 60_001 }, /^delay must be at most 60000/],
      ["a delay in words", { ...ARGS, delay: "5" }, /^delay must be a number/],
      ["a threshold over 100", { ...ARGS, misMatchThreshold: 101 }, /^misMatchThreshold must be at most 100/],
      ["a threshold below 0", { ...ARGS, misMatchThreshold: -1 }, /^misMatchThreshold must be 0 or more/],
      ["selectors that are no list", { ...ARGS, selectors: "#a" }, /^selectors must be a list/],
      ["an empty selector", { ...ARGS, selectors: [""] }, /^selectors\[0\] is required/],
      ["the same part twice", { ...ARGS, selectors: ["#a", "#a"] }, /selectors: must not contain duplicates/],
      ["an unknown viewport", { ...ARGS, viewports: ["tv"] }, /^viewports\[0\] must be one of phone/],
      ["a wish that is no flag", { ...ARGS, captureBaseline: "yes" }, /^captureBaseline must be true or false/],
    ] as const)
      it(`refuses ${what} and writes nothing`, async () => {
        const before = await everything(world.models);
        const body = await world.refused("create_scenario", { ...args, confirm: true }, 400, "validation_error");
        expect(body.error?.message).to.match(message);
        expect(await everything(world.models)).to.equal(before);
      });
  });

  describe("list_scenarios", () => {
    it("tells uploaded pictures from scenarios that runs visit, and proposes no run for them or for those of a branch", async () => {
      const _id = "scn_uploaded";
      const { at: createdAt } = world.clock;
      const project = "blog";
      await world.models.scenarios.create({
        _id,
        projectId: "prj_blog",
        label: "Receipt",
        url: "/",
        viewports: ["desktop"],
        source: "upload",
        createdAt,
      });
      await world.models.scenarios.create({
        _id: "scn_of_branch",
        projectId: "prj_blog",
        label: "New page",
        url: "/new",
        onlyBranches: ["new-page"],
        createdAt,
      });
      try {
        const { data, nextActions } = await world.call("list_scenarios", { project }, world.keys.org);
        expect(data.scenarios[1]).to.include({ label: "Receipt", source: "upload", baseline: "none" });
        expect(nextActions).to.deep.equal([]);
        const one = { project, scenarioLabel: "Receipt" };
        const details = await world.call("get_scenario_details", one, world.keys.org);
        expect(details.data.settings).to.include({ source: "upload" });
        expect(details.nextActions).to.deep.equal([]);
      } finally {
        await world.models.scenarios.deleteMany({ projectId: "prj_blog" });
      }
    });

    it("tells addresses, viewports, baselines and the last verdict", async () => {
      for (const viewport of VIEWPORT_NAMES) await addBaseline("scn_home", viewport);
      await addBaseline("scn_about_us", "phone");
      const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));
      await addRun(world.models, "run_1", { createdAt: at(1) });
      await addShot(world.models, "run_1", 0);
      await addShot(world.models, "run_1", 1, { scenarioLabel: "About us", scenarioId: "scn_about_us" });
      await addRun(world.models, "run_2", { createdAt: at(2) });
      await addShot(world.models, "run_2", 0, { status: "approved" });
      await addRun(world.models, "run_3", { createdAt: at(3), status: "running" });
      await addShot(world.models, "run_3", 0);
      const { data, summary, nextActions } = await world.call("list_scenarios");
      const common = { url: "/", viewports: ["phone", "tablet", "desktop"] };
      expect(data).to.deep.equal({
        total: 3,
        scenarios: [
          { label: "About us", ...common, baseline: "partial", lastVerdict: "fail" },
          { label: "Home", ...common, baseline: "complete", lastVerdict: "pass" },
          { label: "Product page", ...common, baseline: "none", lastVerdict: null },
        ],
        nextCursor: null,
      });
      expect(summary).to.equal("3 scenarios; 1 failing and 2 without all baselines.");
      expect(nextActions?.[0]?.args).to.deep.equal({ project: "shop", scenarios: ["About us", "Product page"] });
      const more = (await world.call("list_scenarios", { verbose: true })).data.scenarios;
      expect(more[0]).to.deep.include({
        id: "scn_about_us",
        delay: 0,
        misMatchThreshold: 0,
        selectors: [],
        baselines: { state: "partial", have: 1, of: 3 },
        lastTest: { runId: "run_1", verdict: "fail", passed: 0, failed: 1 },
      });
      expect(more[2].lastTest).to.equal(null);
    });

    it("pages by label, each scenario once", async () => {
      const labels: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, warnings } = await world.call("list_scenarios", { limit: 2, ...(cursor && { cursor }) });
        expect(warnings).to.have.length(data.nextCursor === null ? 0 : 1);
        labels.push(...data.scenarios.map((one: { label: string }) => one.label));
        cursor = data.nextCursor ?? undefined;
      } while (cursor);
      expect(labels).to.deep.equal(["About us", "Home", "Product page"]);
    });

    it("of an empty project says so, and stays within its bounds with 500", async () => {
      expect((await world.call("list_scenarios", { project: "blog" }, world.keys.org)).summary).to.equal(
        "The project has no scenarios yet.",
      );
      await world.models.scenarios.insertMany(
        Array.from({ length: 500 }, (_, i) => ({
          _id: `scn_${i}`,
          projectId: "prj_blog",
          label: `Post number ${i}`,
          createdAt: world.clock.at,
          url: `/a/path/of/usual/length/${i}`,
        })),
      );
      const { data } = await world.call("list_scenarios", { project: "blog", limit: 500 }, world.keys.org);
      expect(data.scenarios).to.have.length(500);
      expect(JSON.stringify(data).length / 4).to.be.below(25_000);
    });
  });

  describe("get_scenario_details", () => {
    it("tells the settings, rules, baselines and last results", async () => {
      await addBaseline("scn_home", "desktop");
      await addRun(world.models, "run_1");
      await addShot(world.models, "run_1", 0);
      const rule = { projectId: "prj_shop", scenarioLabel: "Home", selector: ".price", createdAt: world.clock.at };
      await world.models.comparisonRules.create({ _id: "crl_1", ...rule, mode: "dynamic" });
      await world.models.contentRules.create({ _id: "cnt_1", ...rule, normalize: "price" });
      const { data, summary, nextActions } = await world.call("get_scenario_details", { scenarioLabel: "Home" });
      expect(data).to.deep.include({
        id: "scn_home",
        label: "Home",
        url: "/",
        viewports: ["phone", "tablet", "desktop"],
        comparisonRules: [{ id: "crl_1", selector: ".price", mode: "dynamic" }],
        contentRules: [{ id: "cnt_1", selector: ".price", normalize: "price" }],
        baselines: { state: "partial", have: 1, of: 3 },
        baselinePictures: [
          {
            viewport: "desktop",
            browser: "chromium",
            selector: null,
            branch: "main",
            environmentId: "env_prod",
            version: 1,
            updatedAt: "2026-03-10T12:00:00.000Z",
            picture: artifactLink(world.ctx, "a"),
          },
        ],
        nextCursor: null,
        lastTest: { runId: "run_1", verdict: "fail", passed: 0, failed: 1 },
        lastResults: [
          { viewport: "desktop", browser: "chromium", selector: null, status: "failed", mismatchPercent: 12.5 },
        ],
      });
      expect(data.settings).to.deep.include({ delay: 0, misMatchThreshold: 0, steps: [], readySelector: null });
      expect(summary).to.equal('"Home": 1 of 3 baselines, 2 rules, last test fail.');
      expect(nextActions?.map(({ tool }) => tool)).to.deep.equal(["run_baseline"]);
    });

    it("pages through the baselines, and counts the results that it does not list", async () => {
      for (const viewport of VIEWPORT_NAMES) await addBaseline("scn_home", viewport);
      const viewports: string[] = [];
      let cursor: string | undefined;
      do {
        const args = { scenarioLabel: "Home", limit: 2, ...(cursor && { cursor }) };
        const { data } = await world.call("get_scenario_details", args);
        viewports.push(...data.baselinePictures.map((one: { viewport: string }) => one.viewport));
        cursor = data.nextCursor ?? undefined;
      } while (cursor);
      expect(viewports).to.have.members(["phone", "tablet", "desktop"]);
      await addRun(world.models, "run_1");
      for (let i = 0; i < 61; i++) await addShot(world.models, "run_1", i, { selector: `#part-${i}` });
      const { data, warnings } = await world.call("get_scenario_details", { scenarioLabel: "Home" });
      expect(data.lastResults).to.have.length(60);
      expect(warnings).to.deep.equal([
        "1 more result of run_1 not listed; get_run_failures pages through those that failed.",
      ]);
    });

    it("refuses an unknown label with the nearest, and none", async () => {
      const body = await world.refused("get_scenario_details", { scenarioLabel: "Produkt page" }, 422, "tool_error");
      expect(body.error?.message).to.equal(
        'There is no scenario "Produkt page" in this project. Did you mean "Product page"?',
      );
      await world.refused("get_scenario_details", {}, 400, "validation_error");
    });
  });
});
