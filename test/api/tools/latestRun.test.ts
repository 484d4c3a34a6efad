// Tools that name a feature or a scenario but no run read its own latest run, not the newest of all.
import { expect } from "chai";
import type { ScenarioRun } from "../../../models/scenarioRuns/schema.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";

const ONE_FAILED = { total: 1, passed: 0, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
const at = (hour: number) => ({ createdAt: new Date(Date.UTC(2026, 2, 10, hour)) });

describe("tools without a run read the latest that is meant", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    const { models } = world;
    const none = { pages: [], elements: [], events: [], variables: [] };
    for (const featureId of ["basket", "search", "idle"])
      await models.features.create({
        _id: `prj_shop:${featureId}`,
        projectId: "prj_shop",
        featureId,
        name: featureId,
        gherkin: "Feature: F\n",
        status: "ready",
        origin: "written",
        coverage: none,
        version: 1,
        updatedBy: "test",
        createdAt: new Date(0),
        updatedAt: new Date(0),
      });
    const run = async (_id: string, hour: number, featureId: string, status: ScenarioRun["status"], patch = {}) => {
      await addRun(models, _id, {
        type: "frt-test",
        ...at(hour),
        summary: status === "failed" ? ONE_FAILED : null,
        ...patch,
      });
      await models.scenarioRuns.create({
        _id: `${_id}-s00000`,
        runId: _id,
        projectId: "prj_shop",
        index: 0,
        featureId,
        featureName: featureId,
        key: "k",
        scenarioId: "one",
        name: `The ${featureId}`,
        browser: "chromium",
        viewport: "desktop",
        plan: "{}",
        status,
        attempts: 0,
        message: status === "failed" ? "No element was found." : null,
      });
    };
    await run("run_01", 1, "basket", "passed");
    await run("run_02", 2, "basket", "failed");
    await run("run_03", 3, "basket", "passed", { environmentId: "env_other", environmentName: "Other" });
    await run("run_04", 4, "search", "passed");
    await run("run_05", 5, "basket", "pending", { status: "running" });
    await addRun(models, "run_11", at(11));
    await addShot(models, "run_11", 0, { scenarioLabel: "Home" });
    await addRun(models, "run_12", at(12));
    await addShot(models, "run_12", 0, { scenarioLabel: "About us", scenarioId: "scn_about" });
  });
  after(() => world.close());

  const production = { environment: "Production" };
  for (const [tool, args, runId] of [
    ["frt_explain_failure", { featureId: "basket", ...production }, "run_02"],
    ["frt_explain_failure", { featureId: "basket" }, "run_03"],
    ["frt_explain_failure", { featureId: "search" }, "run_04"],
    ["frt_explain_failure", {}, "run_04"],
    ["frt_get_run_timeline", { featureId: "basket", ...production }, "run_02"],
    ["frt_get_run_timeline", { featureId: "search" }, "run_04"],
    ["get_diff_stats", { scenarioLabel: "Home", viewport: "desktop" }, "run_11"],
    ["get_diff_stats", { scenarioLabel: "About us", viewport: "desktop" }, "run_12"],
    ["explain_vrt_failure", { scenarioLabel: "Home", viewport: "desktop" }, "run_11"],
  ] as const)
    it(`${tool} ${JSON.stringify(args)}: ${runId}`, async () => {
      const { data } = await world.call(tool, args);
      expect(data.runId).to.equal(runId);
    });

  it("say of a feature that failed in its own run that it failed, whatever passed since", async () => {
    const { data, summary } = await world.call("frt_explain_failure", { featureId: "basket", ...production });
    expect(data.failed).to.equal(1);
    expect(summary).to.match(/^1 of 1 scenario failed/);
  });

  it("say nothing of a feature that did not run", async () => {
    const idle = await world.refused("frt_explain_failure", { featureId: "idle" }, 422, "tool_error");
    expect(idle.nextActions?.map(({ tool }) => tool)).to.deep.equal(["run_frt_feature"]);
    await world.refused("frt_explain_failure", { featureId: "baskt" }, 422, "tool_error");
    const other = await world.refused(
      "frt_explain_failure",
      { runId: "run_04", featureId: "basket" },
      422,
      "tool_error",
    );
    expect(other.error?.message).to.match(/has no feature "basket"/);
  });
});
