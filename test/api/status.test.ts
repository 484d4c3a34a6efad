import { expect } from "chai";
import type { Run } from "../../models/runs/schema.ts";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("GET /api/ci/status/{runId}", () => {
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld();
    key = await world.addKey("ci");
  });
  after(() => world.close());
  const start = async (body: unknown = {}) =>
    String((await world.client.post("/api/ci/run", { key, body })).body.runId);
  const read = (runId: string, by = key) => world.client.get(`/api/ci/status/${runId}`, { key: by });
  const set = (runId: string, patch: Partial<Run>) => world.models.runs.updateOne({ _id: runId }, { $set: patch });
  const summary = { total: 3, passed: 2, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };

  it("gives a running run its live progress, and null where there is nothing yet", async () => {
    const runId = await start();
    world.engine.live = { phase: "capturing", done: 1, total: 3, failed: 0 };
    const { status, body } = await read(runId);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      runId,
      projectId: "prj_shop",
      status: "running",
      type: "vrt-test",
      summary: null,
      error: null,
      perfBudgetResult: null,
      progress: { phase: "capturing", done: 1, total: 3 },
    });
  });

  it("gives an ended run its environment, duration and summary, and asks the engine nothing", async () => {
    const runId = await start({ environment: "staging" });
    await set(runId, { status: "completed", duration: 1234, summary });
    world.engine.available = false;
    const { body } = await read(runId);
    world.engine.available = true;
    expect(body).to.deep.equal({
      runId,
      projectId: "prj_shop",
      status: "completed",
      type: "vrt-test",
      environmentId: "env_stage",
      environmentName: "Staging",
      duration: 1234,
      summary: { ...summary, sentence: "1 of 3 screenshots changed." },
      error: null,
      perfBudgetResult: null,
    });
  });

  it("gives a failed run its error", async () => {
    const runId = await start();
    await set(runId, { status: "failed", duration: 5, error: "no page could be reached" });
    expect((await read(runId)).body).to.include({ status: "failed", error: "no page could be reached" });
  });

  it("shows the fields of single run types and nothing else that is kept with them", async () => {
    const runId = await start();
    const perf = { perfScore: 91, perfAvgLcp: 1800.5, perfAvgCls: 0 };
    const perfBudgetResult = { pass: false, violations: ["LCP 1800 ms is over 1500 ms"] };
    await set(runId, {
      status: "completed",
      duration: 5,
      extra: { ...perf, perfBudgetResult, planned: 12, runId: "x" },
    });
    const { body } = await read(runId);
    expect(body).to.include({ runId, ...perf });
    expect(body.perfBudgetResult).to.deep.equal(perfBudgetResult);
    expect(body).not.to.have.property("planned");
  });

  it("says something of budgets whenever they were sent, whatever became of the run", async () => {
    const perfBudgets = { lcp: 2_500, score: 80 };
    const of = async (patch: object) => {
      const runId = await start();
      await set(runId, { type: "perf-test", perfBudgets, ...patch });
      return (await read(runId)).body.perfBudgetResult;
    };
    const ended = { status: "failed", duration: 5 };
    const missed = {
      pass: false,
      violations: [
        "LCP was not measured on any page, so its budget of 2,500 ms is not met.",
        "The performance score was not measured on any page, so its budget of 80 is not met.",
      ],
    };
    expect(await of({})).to.deep.equal({ pass: false, violations: [] });
    expect(await of({ ...ended, error: "cancelled by key x" })).to.deep.equal(missed);
    // The stored result of ended runs that measured nothing.
    expect(await of({ ...ended, extra: { perfBudgetResult: null } })).to.deep.equal(missed);
    const judged = { pass: true, violations: [], warnings: ["LCP passes within the spread."] };
    expect(await of({ status: "completed", extra: { perfBudgetResult: judged } })).to.deep.equal(judged);
    expect(await of({ ...ended, perfBudgets: null })).to.equal(null);
    expect(await of({ ...ended, perfBudgets: {} })).to.equal(null);
    // Only performance runs use budgets.
    expect(await of({ ...ended, type: "seo-test" })).to.equal(null);
  });

  it("answers from the projection and says so when the engine is unavailable", async () => {
    const runId = await start();
    await set(runId, { progress: { phase: "capturing", done: 2, total: 3 } });
    world.engine.available = false;
    const { status, body } = await read(runId);
    world.engine.available = true;
    expect(status).to.equal(200);
    expect(body).to.deep.include({ stale: true, progress: { phase: "capturing", done: 2, total: 3 } });
  });

  it("answers from the projection when the workflow has no progress to tell yet", async () => {
    const runId = await start();
    world.engine.live = null;
    const { body } = await read(runId);
    expect(body).to.deep.include({ progress: { phase: "queued", done: 0, total: 0 } });
    expect(body).not.to.have.property("stale");
  });

  describe("who may read it", () => {
    const error = (runId: string) => `Run "${runId}" was not found.`;
    it("404 names a run that does not exist", async () => {
      const { status, body } = await read("run_nope");
      expect([status, body]).to.deep.equal([404, { error: error("run_nope") }]);
    });
    it("a project key sees its own project only, an org key its organisation only", async () => {
      const runId = await start();
      const cases = [
        [await world.addKey("ci", { projectId: "prj_blog" }), 404],
        [await world.addKey("ci", { kind: "org" }), 200],
        [await world.addKey("ci", { kind: "org", orgId: "org_b" }), 404],
      ] as const;
      for (const [by, status] of cases) {
        const answer = await read(runId, by);
        expect(answer.status).to.equal(status);
        if (status === 404) expect(answer.body).to.deep.equal({ error: error(runId) });
      }
    });
    it("so do signed-in people", async () => {
      const runId = await start();
      const path = `/api/ci/status/${runId}`;
      expect((await world.client.get(path, { session: await world.session("viewer") })).status).to.equal(200);
      expect((await world.client.get(path, { session: await world.session("admin", "org_b") })).status).to.equal(404);
    });
  });
});

describe("GET /api/ci/projects", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());
  const shop = { id: "prj_shop", name: "Shop", slug: "shop", baseUrl: "https://shop.example", scenarioCount: 3 };
  const blog = { id: "prj_blog", name: "Blog", slug: "blog", baseUrl: "https://blog.example", scenarioCount: 0 };

  it("lists the key's own project, or all of the organisation", async () => {
    const list = async (key: string) => (await world.client.get("/api/ci/projects", { key })).body;
    expect(await list(await world.addKey("ci"))).to.deep.equal({ projects: [shop], count: 1 });
    expect(await list(await world.addKey(null, { kind: "org" }))).to.deep.equal({ projects: [blog, shop], count: 2 });
  });
});

describe("GET /api/tests/status/{project}", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  it("answers none, then the most recent run, also of one environment", async () => {
    const session = await world.session("editor");
    const read = async (query = "", project = "shop") =>
      (await world.client.get(`/api/tests/status/${project}${query}`, { session })).body;
    expect(await read()).to.deep.equal({ runId: null, status: "none" });
    const start = async (body: object) =>
      (await world.client.post("/api/tests/test", { session, body: { project: "shop", ...body } })).body.runId;
    const staged = await start({ environment: "staging" });
    const startTime = world.clock.at.toISOString();
    world.advance(1_000);
    const latest = await start({});
    expect(await read()).to.deep.equal({
      runId: latest,
      status: "running",
      type: "vrt-test",
      startTime: world.clock.at.toISOString(),
      summary: null,
    });
    expect(await read("?environmentId=env_stage", "prj_shop")).to.include({ runId: staged, startTime });
    world.advance(1_000);
    await addRun(world.models, "run_full", { type: "full-suite", status: "completed", createdAt: world.clock.at });
    world.advance(1_000);
    await addRun(world.models, "run_part", { type: "seo-test", parentRunId: "run_full", createdAt: world.clock.at });
    // A part of a full audit does not count as the run that was started last.
    expect(await read()).to.include({ runId: "run_full", type: "full-suite" });
    expect((await read("?environmentId=env_blog")).error).to.match(/Environment "env_blog" was not found/);
    expect((await read("?env=1")).error).to.match(/unknown field env/);
    expect((await read("", "foreign")).error).to.equal('Project "foreign" was not found.');
  });
});
