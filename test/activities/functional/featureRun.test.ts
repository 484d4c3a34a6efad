// The activities of a functional run, called in the same order as by their workflow: real features, a real browser.
import { expect } from "chai";
import { createFinishFeatureRunActivities } from "../../../activities/functional/finishFeatureRun.ts";
import { createPlanFeatureRunActivities } from "../../../activities/functional/planFeatureRun.ts";
import { createScenarioActivities } from "../../../activities/functional/runScenarioAttempt.ts";
import type { StepResult } from "../../../domain/functional/attempt.ts";
import type { FeatureRunOptions } from "../../../domain/functional/runOptions.ts";
import { closeRun } from "../../../models/runs/writes.ts";
import type { ScenarioAttempt, ScenarioRun } from "../../../models/scenarioRuns/schema.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { warmPool } from "../../support/warmPool.ts";
import { SLOW_MS, useSite } from "../capture/engine/harness.ts";

const FEATURE = `Feature: Basket

  Background:
    Given I am on "/shop"

  @smoke
  Scenario: Add a product
    When I click the "Add to cart" button
    Then the status says "1 in the basket"

  Scenario Outline: Prices
    Then the page contains "<price>"

    Examples:
      | price |
      | 12    |
      | 13    |

  Scenario: A dance
    When I dance
    Then the page contains "12"
`;

describe("the activities of a functional run", function () {
  this.timeout(SLOW_MS);
  const sites = useSite();
  let world: ActivityWorld;
  let loads = 0;
  let shop: "page" | "503" | "none" = "page";
  before(async () => {
    world = await openActivityWorld({ visit: { pool: warmPool(), limits: {} } });
    sites.site.on("/shop", (request, response) => {
      loads += 1;
      if (shop === "none") return void request.socket.destroy();
      if (shop === "503") return void response.writeHead(503).end("Later.");
      response.writeHead(200, { "content-type": "text/html" }).end(
        `<!doctype html><title>Shop</title><p>12</p><button onclick="dataLayer.push({event:'add_to_cart',currency:'EUR'});document.querySelector('[role=status]').textContent='1 in the basket'">Add to cart</button>
         <div role=status></div><script>window.dataLayer = window.dataLayer || []</script>`,
      );
    });
    await feature("basket", FEATURE);
    await feature("draft", "Feature: Draft\n  Scenario: None\n    When I dance\n", "draft");
  });
  after(() => world.close());

  async function feature(featureId: string, gherkin: string, status: "ready" | "draft" = "ready") {
    const at = new Date(0);
    const none = { pages: [], elements: [], events: [], variables: [] };
    await world.models.features.create({
      _id: `prj_shop:${featureId}`,
      projectId: "prj_shop",
      featureId,
      name: featureId,
      gherkin,
      status,
      origin: "written",
      coverage: none,
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: "test",
    });
  }
  const start = (runId: string, functional: Partial<FeatureRunOptions> = {}) =>
    addRun(world.models, runId, {
      type: "frt-test",
      status: "running",
      seq: 0,
      baseUrl: sites.site.origin,
      environmentId: null,
      environmentName: null,
      extra: { functional: { trace: false, ...functional } },
    });
  const plan = (runId: string) =>
    withActivity(() => createPlanFeatureRunActivities(world.deps).planFeatureRun({ runId, executionId: "e" }));
  const attempt = (scenarioRunId: string, number: number) =>
    withActivity(() => createScenarioActivities(world.deps).runScenarioAttempt({ scenarioRunId, attempt: number }));
  const finish = (runId: string) =>
    withActivity(() =>
      createFinishFeatureRunActivities(world.deps).finishFeatureRun({ runId, executionId: "e", seq: 9 }),
    );
  const scenarios = (runId: string) =>
    world.models.scenarioRuns.find({ runId }).sort({ index: 1 }).lean<ScenarioRun[]>();
  /** Runs the activities like the workflow. */
  const runAll = async (runId: string) => {
    await plan(runId);
    for (const { _id } of await scenarios(runId))
      for (let number = 1; ; number += 1) if (!(await attempt(_id, number)).again) break;
    return finish(runId);
  };

  it("plan every scenario of the ready features as they stand, once, by tags, browsers and windows", async () => {
    await start("run_all");
    expect(await plan("run_all")).to.deep.equal({ total: 4, window: 6 });
    expect((await scenarios("run_all")).map(({ name }) => name)).to.deep.equal([
      "Add a product",
      "Prices",
      "Prices",
      "A dance",
    ]);
    await world.models.features.updateOne({ featureId: "basket" }, { $set: { gherkin: "Feature: Other\n" } });
    expect(await plan("run_all")).to.deep.equal({ total: 4, window: 6 });
    await world.models.features.updateOne({ featureId: "basket" }, { $set: { gherkin: FEATURE } });
    const named = ["Add a product", "Prices", "A dance"].map((name) => ({ name }));
    await world.models.features.updateOne({ featureId: "basket" }, { $set: { scenarios: named } });
    await start("run_smoke", { tags: "@smoke", viewports: ["desktop", "phone"] });
    await plan("run_smoke");
    const partOf = async (runId: string) => (await world.models.runs.findById(runId).lean())?.part;
    expect(await partOf("run_smoke"), "of how many").to.deep.equal({ scenarios: 1, of: 3 });
    expect(await partOf("run_all")).to.equal(undefined);
    expect((await scenarios("run_smoke")).map(({ name, viewport }) => [name, viewport])).to.deep.equal([
      ["Add a product", "desktop"],
      ["Add a product", "phone"],
    ]);
    const keys = (await scenarios("run_smoke")).map(({ key }) => key);
    expect(new Set(keys).size).to.equal(2);
  });

  for (const [what, options, message] of [
    ["no scenario has the tags", { tags: "@none" }, /No scenario of these features matches the tag expression/],
    ["the feature is gone", { featureIds: ["none"] }, /The feature was deleted/],
    ["the tag expression cannot be read", { tags: "@a @b" }, /tag expression cannot be read/],
  ] as const)
    it(`are refused for good where ${what}`, async () => {
      const runId = await start(`run_${what.replaceAll(" ", "_")}`, options as Partial<FeatureRunOptions>);
      const refused = await plan(runId).then(
        () => null,
        (error: unknown) => error,
      );
      expect(refused).to.include({ nonRetryable: true });
      expect(String((refused as Error).message)).to.match(message);
    });

  it("run it, keep every attempt, and add up", async () => {
    await start("run_basket", { featureIds: ["basket"] });
    expect(await runAll("run_basket")).to.deep.equal({ status: "completed", verdict: "fail" });
    const found = await scenarios("run_basket");
    expect(found.map(({ status, attempts, failedStep }) => [status, attempts, failedStep])).to.deep.equal([
      ["passed", 1, null],
      ["passed", 1, null],
      ["failed", 2, 1],
      ["undefined", 1, 1],
    ]);
    expect(found[2]?.message).to.match(/^The page's text: expected "13"/);
    expect(found[3]?.message).to.equal('No step definition fits "I dance".');
    const run = await world.models.runs.findById("run_basket").lean();
    expect(run?.summary).to.deep.equal({
      total: 4,
      passed: 2,
      failed: 2,
      approved: 0,
      errors: 0,
      flaky: 0,
      noBaseline: 0,
      undefined: 1,
    });
    expect(run?.extra.warnings).to.deep.equal([
      "1 scenario could not be run: a sentence has no step definition of its own.",
    ]);
    const attempts = await world.models.scenarioAttempts
      .find({ scenarioRunId: found[2]?._id })
      .lean<ScenarioAttempt[]>();
    expect(attempts.map(({ attempt: number, status }) => [number, status])).to.deep.equal([
      [1, "failed"],
      [2, "failed"],
    ]);
    const print = await world.models.elementPrints.findOne({ stepDefId: "builtin.click-button" }).lean();
    expect(JSON.parse(print?.fingerprint ?? "{}")).to.include({ role: "button", name: "Add to cart" });
    expect(JSON.parse(print?.beside ?? "")).to.deep.equal([{ role: "status", name: "", href: "", type: "" }]);
  });

  it("an attempt that is kept is not run again, and a scenario that is decided stays so", async () => {
    await start("run_twice", { tags: "@smoke" });
    await plan("run_twice");
    const [scenario] = await scenarios("run_twice");
    const id = scenario?._id ?? "";
    expect(await attempt(id, 1)).to.deep.equal({ status: "passed", again: false });
    const before = loads;
    expect(await attempt(id, 1)).to.deep.equal({ status: "passed", again: false });
    await world.models.scenarioRuns.updateOne({ _id: id }, { $set: { status: "pending" } });
    expect(await attempt(id, 1)).to.deep.equal({ status: "passed", again: false });
    expect(loads).to.equal(before);
  });

  it("a site that is away is waited for; one that answered before and answers with an error has become worse", async () => {
    const ask = (scenarioRunId: string, away: "wait" | "final") =>
      withActivity(() => createScenarioActivities(world.deps).runScenarioAttempt({ scenarioRunId, attempt: 1, away }));
    for (const [name, answer, status] of [
      ["run_gateway", "503", "failed"],
      ["run_refused", "none", "error"],
    ] as const) {
      await start(name, { tags: "@smoke" });
      await plan(name);
      const [{ _id }] = (await scenarios(name)) as [ScenarioRun];
      shop = answer;
      expect(await ask(_id, "wait")).to.deep.equal({ status: "error", again: false, away: true });
      expect((await scenarios(name))[0]?.status).to.equal("pending");
      expect(await ask(_id, "final")).to.deep.equal({ status, again: false });
      shop = "page";
    }
    expect(await finish("run_gateway")).to.deep.equal({ status: "completed", verdict: "fail" });
    expect(await finish("run_refused"))
      .to.include({ status: "failed", verdict: null })
      .and.have.property("error")
      .that.is.a("string");
  });

  it("a scenario that passed after it had failed is flaky", async () => {
    let asked = 0;
    sites.site.on("/moody", (_request, response) => {
      asked += 1;
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><p>${asked > 1 ? "fine" : "poor"}</p>`);
    });
    await feature(
      "moody",
      'Feature: Moody\n  Scenario: Moods\n    Given I am on "/moody"\n    Then the page contains "fine"\n',
    );
    await start("run_moody", { featureIds: ["moody"] });
    expect(await runAll("run_moody")).to.deep.equal({ status: "completed", verdict: "pass" });
    const [scenario] = await scenarios("run_moody");
    expect(scenario).to.include({ status: "passed", flaky: true, attempts: 2 });
    const run = await world.models.runs.findById("run_moody").lean();
    expect(run?.summary).to.include({ passed: 1, flaky: 1 });
  });

  it("hold linked events of the tracking plan against what a step sends", async () => {
    const link = { featureId: "basket", stepIndex: 1, stepText: 'I click the "Add to cart" button' };
    const event = (id: string, eventType: string, expected: string) => ({
      _id: `prj_shop:${id}`,
      projectId: "prj_shop",
      id,
      label: id,
      eventType,
      pageId: null,
      trigger: null,
      attributes: [{ name: "currency", expected }],
      frtLinks: [link],
      count: 1,
      createdAt: new Date(0),
    });
    await world.models.trackingEvents.create([
      event("add", "add_to_cart", "EUR"),
      event("wrong", "add_to_cart", "USD"),
    ]);
    await start("run_tracked", { tags: "@smoke", verifyTracking: true, retries: 0 });
    expect(await runAll("run_tracked")).to.deep.equal({ status: "completed", verdict: "fail" });
    const kept = await world.models.scenarioAttempts.findOne({ runId: "run_tracked" }).lean<ScenarioAttempt>();
    const steps = JSON.parse(kept?.steps ?? "[]") as StepResult[];
    expect(steps[1]?.events.map(({ name, attributes }) => [name, attributes])).to.deep.equal([
      ["add_to_cart", { currency: "EUR" }],
    ]);
    expect(steps[1]?.failure?.message).to.equal('"currency" of "add_to_cart" is not USD.');
    const verdicts = JSON.parse(kept?.tracking ?? "[]") as { planEventId: string; status: string }[];
    expect(verdicts.map(({ planEventId, status }) => [planEventId, status])).to.deep.equal([
      ["add", "pass"],
      ["wrong", "fail"],
    ]);
  });

  it("a run that is closed leaves no scenario open", async () => {
    await start("run_closed", { tags: "@smoke" });
    await plan("run_closed");
    await closeRun(world.models, {
      runId: "run_closed",
      status: "failed",
      error: "The workflow is gone.",
      at: new Date(),
    });
    const [scenario] = await scenarios("run_closed");
    expect(scenario).to.include({ status: "error" });
    expect(scenario?.message).to.include("The workflow is gone.");
    expect(await attempt(scenario?._id ?? "", 1)).to.deep.equal({ status: "error", again: false });
    const run = await world.models.runs.findById("run_closed").lean();
    expect(run?.summary).to.include({ total: 1, errors: 1 });
  });
});
