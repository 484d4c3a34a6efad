import { expect } from "chai";
import type { AppRun } from "../../api/endpoints/answers/app/runs.ts";
import type { Run } from "../../models/runs/schema.ts";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("POST /api/frt/run", () => {
  let world: World;
  let session: Awaited<ReturnType<World["session"]>>;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    session = await world.session("editor");
    const at = new Date(0);
    await world.models.features.create({
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
  });
  after(() => world.close());
  const post = (body: unknown, path = "/api/frt/run") => world.client.post(path, { session, body });
  const runOf = (runId: unknown) => world.models.runs.findById(String(runId)).lean<Run>();

  it("starts a run of the feature, with the overlay under both names", async () => {
    for (const asked of [{ verifyTracking: true }, { verifyAnalytics: true }]) {
      const { status, body } = await post({ projectId: "prj_shop", featureId: "basket", ...asked });
      expect(status).to.equal(202);
      expect(body).to.deep.include({ success: true, project: "shop", featureId: "basket" });
      expect(body.message).to.equal('Functional test of Shop started: "Basket".');
      const run = await runOf(body.runId);
      expect(run).to.include({ type: "frt-test", status: "running" });
      expect(run?.extra.functional).to.deep.include({ featureIds: ["basket"], verifyTracking: true, retries: 1 });
      expect(world.engine.started.get(String(body.runId))).to.include({ type: "frt-test" });
    }
  });

  it("takes where, with which browsers and windows, and which scenarios", async () => {
    const { body } = await post({
      projectId: "shop",
      featureId: "basket",
      environment: "Staging",
      browsers: ["firefox"],
      viewports: ["phone", "desktop"],
      tags: "@smoke",
      retries: 0,
    });
    const run = await runOf(body.runId);
    expect(run).to.deep.include({ environmentId: "env_stage", browsers: ["firefox"] });
    expect(run?.extra.functional).to.deep.include({ viewports: ["phone", "desktop"], tags: "@smoke", retries: 0 });
  });

  for (const [what, body, status, error] of [
    ["an unknown feature", { featureId: "none" }, 404, /no feature "none"/],
    ["a body without a feature", {}, 400, /featureId is required/],
    ["a wrong tag expression", { featureId: "basket", tags: "@a @b" }, 400, /tag expression/],
    ["too many retries", { featureId: "basket", retries: 4 }, 400, /retries must be at most 3/],
    [
      "a flag that is none",
      { featureId: "basket", verifyTracking: "perhaps" },
      400,
      /verifyTracking must be true or false/,
    ],
    ["a database operator for an id", { featureId: { $ne: "" } }, 400, /featureId/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const answer = await post({ projectId: "shop", ...body });
      expect(answer.status).to.equal(status);
      expect(answer.body.error).to.match(error);
    });

  it("is a pillar of the full audit, and has a path of its own, where a feature is ready", async () => {
    const named = { featureId: "basket", tags: "@smoke", viewports: ["phone"], retries: 2, verifyTracking: true };
    const one = await post({ projectId: "shop", ...named, branch: "new" });
    const { run, metadata } = (await world.client.get(`/api/app/runs/${one.body.runId}`, { session })).body as AppRun;
    expect([run.branch, metadata.feature]).to.deep.equal(["new", { ...named, part: false }]);
    const all = await post({ project: "shop", pillars: ["functional"] }, "/api/tests/full-suite");
    expect(all.body.pillars).to.deep.equal(["functional"]);
    const alone = await post({ project: "shop" }, "/api/tests/functional");
    expect(await runOf(alone.body.runId)).to.include({ type: "frt-test" });
  });

  it("is read as JUnit when it has ended, and no other run is", async () => {
    const { body } = await post({ projectId: "shop", featureId: "basket", retries: 2 });
    const path = `/api/ci/runs/${body.runId}/junit`;
    expect((await world.client.get(path, { session })).status).to.equal(409);
    await world.models.runs.updateOne({ _id: String(body.runId) }, { $set: { status: "completed", verdict: "pass" } });
    await world.models.scenarioRuns.create({
      _id: `${body.runId}-s00000`,
      runId: String(body.runId),
      projectId: "prj_shop",
      index: 0,
      featureId: "basket",
      featureName: "Basket",
      key: "k",
      scenarioId: "fill",
      name: "Fill <it>",
      browser: "chromium",
      viewport: "desktop",
      plan: "{}",
      status: "passed",
      attempts: 1,
      duration: 10,
    });
    const answer = await world.client.get(path, { session });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("content-type")).to.match(/^application\/xml/);
    expect(answer.headers.get("content-disposition")).to.match(/^attachment/);
    await addRun(world.models, "run_visual");
    expect((await world.client.get("/api/ci/runs/run_visual/junit", { session })).status).to.equal(400);
  });
});
