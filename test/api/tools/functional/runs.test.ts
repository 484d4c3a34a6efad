import { expect } from "chai";
import type { StepResult } from "../../../../domain/functional/attempt.ts";
import type { ScenarioAttempt } from "../../../../models/scenarioRuns/schema.ts";
import { addRun } from "../../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const step = (index: number, patch: Partial<StepResult> = {}): StepResult => ({
  index,
  keyword: "When",
  text: `step ${index + 1}`,
  place: { line: index + 2, column: 5 },
  stepDefId: "def",
  status: "passed",
  startedAt: index * 100,
  duration: 100,
  failure: null,
  drift: [],
  fingerprints: {},
  url: "https://shop.example/",
  screenshotId: null,
  console: [],
  network: [],
  events: [],
  ...patch,
});

const LOCATOR = { by: "role" as const, value: "button", name: "Empty" };
const EMPTY = { action: { op: "click", target: { locators: [LOCATOR] } }, stepDefId: "builtin.click-button", index: 0 };

describe("tools of functional runs", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    const { models } = world;
    const at = new Date(0);
    await models.features.create({
      _id: "prj_shop:basket",
      projectId: "prj_shop",
      featureId: "basket",
      name: "Basket",
      gherkin: "Feature: Basket\n",
      status: "ready",
      origin: "written",
      coverage: { pages: [], elements: [], events: [], variables: [] },
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: "test",
    });
    const summary = {
      total: 2,
      passed: 1,
      failed: 1,
      approved: 0,
      errors: 0,
      flaky: 0,
      noBaseline: 0,
      undefined: 0,
    } as const;
    await addRun(models, "run_frt", { type: "frt-test", verdict: "fail", summary });
    const scenario = (index: number, name: string, status: "passed" | "failed") => ({
      _id: `run_frt-s0000${index}`,
      runId: "run_frt",
      projectId: "prj_shop",
      index,
      featureId: "basket",
      featureName: "Basket",
      key: `k${index}`,
      scenarioId: name.toLowerCase(),
      name,
      browser: "chromium" as const,
      viewport: "desktop" as const,
      plan: JSON.stringify({ steps: [{ actions: [] }, { actions: [EMPTY] }] }),
      status,
      attempts: 1,
      message: status === "failed" ? "No element was found." : null,
    });
    await models.scenarioRuns.create([scenario(0, "Fill", "passed"), scenario(1, "Empty", "failed")]);
    const failure = {
      message: "No element was found.",
      action: 0,
      op: "click",
      stepDefId: "builtin.click-button",
      matches: [{ locator: LOCATOR, count: 0 }],
      expected: null,
      actual: null,
      url: "https://shop.example/",
      timedOut: true,
    };
    const event = { provider: "dataLayer", name: "view_cart", at: 20, attributes: { "ep.currency": "EUR" } };
    const attempt = (index: number, status: "passed" | "failed", steps: StepResult[]): ScenarioAttempt => ({
      error: null,
      tracking: "[]",
      notes: [],
      _id: `run_frt-s0000${index}-1`,
      scenarioRunId: `run_frt-s0000${index}`,
      runId: "run_frt",
      projectId: "prj_shop",
      attempt: 1,
      status,
      startedAt: at.toISOString(),
      duration: 200,
      traceId: "a".repeat(64),
      steps: JSON.stringify(steps),
    });
    await models.scenarioAttempts.create([
      attempt(0, "passed", [step(0), step(1, { events: [event] })]),
      attempt(1, "failed", [
        step(0),
        step(1, { status: "failed", failure, screenshotId: "b".repeat(64) }),
        step(2, { status: "skipped" }),
      ]),
    ]);
  });
  after(() => world.close());

  it("run_frt_feature starts a run of a feature, and of none that does not exist", async () => {
    const { data, summary, nextActions } = await world.call("run_frt_feature", {
      confirm: true,
      featureId: "basket",
      verifyTracking: true,
      tags: "@smoke",
      environment: "Staging",
    });
    expect(summary).to.equal('Functional test of Shop on Staging started: "Basket".');
    expect(nextActions?.[0]).to.deep.include({ tool: "wait_for_run", args: { project: "shop", runId: data.runId } });
    const run = await world.models.runs.findById(data.runId).lean();
    expect(run?.extra.functional).to.deep.include({ featureIds: ["basket"], verifyTracking: true, tags: "@smoke" });
    await world.refused("run_frt_feature", { confirm: true, featureId: "none" }, 422, "tool_error");
  });

  it("frt_list_runs tells what each feature came to", async () => {
    const { data } = await world.call("frt_list_runs", { featureId: "basket" });
    const { runId, verdict, features } = data.runs[0];
    expect([runId, verdict]).to.deep.equal(["run_frt", "fail"]);
    const counts = { status: "failed", total: 2, passed: 1, failed: 1, errors: 0, flaky: 0 };
    expect(features).to.deep.equal([{ featureId: "basket", name: "Basket", ...counts }]);
    expect((await world.call("frt_list_runs", { featureId: "other" })).data.runs).to.deep.equal([]);
  });

  it("frt_get_run_timeline shows the scenario that failed first, or the one that is named", async () => {
    const { data, summary, nextActions } = await world.call("frt_get_run_timeline", {});
    expect(summary).to.equal('"Empty" (attempt 1 of 1): failed; 1 of 3 steps passed.');
    expect(data.steps.map(({ status }: StepResult) => status)).to.deep.equal(["passed", "failed", "skipped"]);
    expect(data.traceUrl).to.match(/\/api\/artifacts\/a{64}\?expires=/);
    expect(nextActions?.map(({ tool }) => tool)).to.deep.equal(["frt_explain_failure"]);
    const named = await world.call("frt_get_run_timeline", { runId: "run_frt", scenario: "Fill" });
    expect(named.data.steps[1].events[0]).to.deep.include({ name: "view_cart", attributes: { "ep.currency": "EUR" } });
    await world.refused("frt_get_run_timeline", { scenario: "Fil" }, 422, "tool_error");
    await world.refused("frt_get_run_timeline", { scenario: "Fill", attempt: 2 }, 422, "tool_error");
  });

  it("frt_explain_failure names step, cause and evidence, and leads on", async () => {
    const { data, summary, nextActions } = await world.call("frt_explain_failure", { featureId: "basket" });
    expect(summary).to.equal('1 of 2 scenarios failed. "Empty": The step\'s locator finds no element.');
    const [failure] = data.failures;
    expect(failure).to.deep.include({
      scenario: "Empty",
      cause: "locator",
      healable: false,
      evidence: ["No element was found."],
    });
    expect(failure.step).to.deep.include({ index: 1, stepDefId: "builtin.click-button" });
    expect(nextActions?.map(({ tool }) => tool)).to.include("run_frt_feature");
    const passed = await world.call("frt_explain_failure", { scenario: "Fill" });
    expect(passed.summary).to.equal('"Fill" did not fail.');
    for (const choice of [{ scenario: "Fil" }, { browser: "webkit" }, { scenario: "Fill", viewport: "phone" }])
      await world.refused("frt_explain_failure", { runId: "run_frt", ...choice }, 422, "tool_error");
  });

  it("frt_explain_failure of a run that ended before its scenarios says why", async () => {
    const error = 'No scenario matches the tag expression "@none".';
    const plan = { type: "frt-test", status: "failed", verdict: null, summary: null, error } as const;
    await addRun(world.models, "run_unplanned", plan);
    const { summary } = await world.call("frt_explain_failure", { runId: "run_unplanned" });
    expect(summary).to.equal(error);
    await world.models.runs.deleteOne({ _id: "run_unplanned" });
  });
});
