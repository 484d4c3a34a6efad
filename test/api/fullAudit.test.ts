import { expect } from "chai";
import type { AppRun } from "../../api/endpoints/answers/app/runs.ts";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("full audits", () => {
  let world: World;
  let session: Awaited<ReturnType<World["session"]>>;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    session = await world.session("editor");
  });
  after(() => world.close());
  afterEach(() => world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } }));
  const plan = (name: string) => world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: name } });
  const post = (path: string, body: unknown) => world.client.post(path, { session, body });

  for (const path of ["/api/tests/full-suite", "/api/quality-score/full-audit"])
    it(`POST ${path} starts every unlocked pillar and says what does not run`, async () => {
      const { status, body } = await post(path, { project: "shop" });
      expect(status).to.equal(202);
      expect(body).to.include({ success: true, project: "shop", message: "Full audit of Shop started." });
      expect(body.pillars).to.have.members(["visual", "a11y", "perf", "seo", "security", "tracking", "privacy"]);
      expect(body.skipped).to.deep.equal([
        { pillar: "functional", message: "The project has no feature that is ready to be run." },
      ]);
      expect(world.engine.started.get(String(body.runId))).to.include({ type: "full-suite" });
    });

  for (const [what, named, chosen] of [
    ["the pillars that were named", { pillars: ["seo", "a11y"] }, ["seo", "a11y"]],
    ["what the project has, of which no pillar is called chosen", {}, []],
  ] as const)
    it(`runs ${what}`, async () => {
      const { body } = await post("/api/tests/full-suite", { project: "prj_shop", ...named });
      const run = await world.models.runs.findById(String(body.runId)).lean();
      expect(run?.extra).to.deep.include({ pillars: body.pillars, named: chosen.length > 0 });
      if (chosen.length > 0) expect(body.pillars).to.deep.equal(chosen);
      const { run: told } = (await world.client.get(`/api/app/runs/${body.runId}`, { session })).body as AppRun;
      expect(told.chosen).to.deep.equal(chosen);
    });

  it("refuses a named pillar that the plan has locked, and writes nothing", async () => {
    await plan("free");
    const before = await world.models.runs.countDocuments({});
    const { status, body } = await post("/api/tests/full-suite", { project: "shop", pillars: ["seo", "privacy"] });
    expect(status).to.equal(403);
    expect(body.error).to.equal("Privacy audits are not part of the free plan; the plans with them: team, enterprise.");
    expect(await world.models.runs.countDocuments({})).to.equal(before);
  });

  it("skips locked pillars that were not named", async () => {
    await plan("free");
    const { status, body } = await post("/api/tests/full-suite", { project: "shop" });
    expect(status).to.equal(202);
    expect(body.pillars).to.have.members(["visual", "a11y", "perf", "seo"]);
    expect((body.skipped as { pillar: string }[]).map((s) => s.pillar)).to.have.members([
      "functional",
      "security",
      "tracking",
      "privacy",
    ]);
  });

  for (const [name, pillars, error] of [
    [
      "an unknown pillar",
      ["speed"],
      /^pillars\[0\] must be one of visual, functional, a11y, perf, seo, security, tracking, privacy \(/,
    ],
    ["a mistyped pillar", ["privcy"], /\(did you mean "privacy"\?\)$/],
    ["one that has nothing to run", ["functional"], /no feature that is ready/],
  ] as const)
    it(`refuses ${name}`, async () => {
      const { status, body } = await post("/api/tests/full-suite", { project: "shop", pillars });
      expect(status).to.equal(400);
      expect(body.error).to.match(error);
    });

  it("with Temporal away the refusal names the audit that is kept", async () => {
    world.engine.available = false;
    try {
      const { status, body } = await post("/api/tests/full-suite", { project: "shop", branch: "away" });
      expect(status).to.equal(503);
      const run = await world.models.runs.findById(String(body.runId)).lean();
      expect(run).to.include({ type: "full-suite", status: "running", startedAt: null });
      expect(body.statusUrl).to.equal(`/api/ci/status/${body.runId}`);
    } finally {
      world.engine.available = true;
    }
  });

  describe("with a key", () => {
    const byKey = (key: string, body: unknown, headers = {}) =>
      world.client.post("/api/ci/full-audit", { key, body, headers });

    it("POST /api/ci/full-audit starts what is named of the key's project, once for an Idempotency-Key", async () => {
      const key = await world.addKey("mcp_full");
      const wish = { pillars: ["privacy"], environment: "staging", branch: "cart", prNumber: "7" };
      const { status, body, headers } = await byKey(key, wish, { "idempotency-key": "build-1" });
      expect(status).to.equal(202);
      expect(body).to.include({ success: true, project: "shop", statusUrl: `/api/ci/status/${body.runId}` });
      expect(body.pillars).to.deep.equal(["privacy"]);
      expect(headers.get("location")).to.equal(body.statusUrl);
      const run = await world.models.runs.findById(String(body.runId)).lean();
      expect(run).to.include({ type: "full-suite", environmentId: "env_stage", branch: "cart", prNumber: 7 });
      expect((await byKey(key, wish, { "idempotency-key": "build-1" })).body.runId).to.equal(body.runId);
      expect((await world.client.get(String(body.statusUrl), { key })).status).to.equal(200);
    });

    it("an org key names the project", async () => {
      const key = await world.addKey("mcp_full", { kind: "org" });
      expect((await byKey(key, {})).body.error).to.equal("project is required: it is the project slug.");
      expect((await byKey(key, { project: "blog" })).body.project).to.equal("blog");
      expect((await byKey(key, { project: "foreign" })).status).to.equal(404);
    });

    it("needs the plan that the tool needs", async () => {
      const key = await world.addKey("mcp_full");
      await plan("free");
      const { status, body } = await byKey(key, {});
      expect(status).to.equal(403);
      expect(body.error).to.match(/^A full audit changes things, which the free plan does not allow agents; the plans/);
      await plan("hobby");
      expect((await byKey(key, { pillars: ["privacy"] })).body.error).to.match(
        /^Privacy audits are not part of the hobby/,
      );
    });
  });

  it("needs a session", async () => {
    const key = await world.addKey("mcp_full");
    expect((await world.client.post("/api/tests/full-suite", { key, body: { project: "shop" } })).status).to.equal(401);
  });

  it("a single run of a locked pillar is refused", async () => {
    await plan("free");
    const key = await world.addKey("ci");
    const { status, body } = await world.client.post("/api/ci/run", { key, body: { type: "security" } });
    expect(status).to.equal(403);
    expect(body.error).to.match(/^Security audits are not part of the free plan/);
    for (const path of ["security", "tracking", "analytics"])
      expect((await post(`/api/tests/${path}`, { project: "shop" })).status, path).to.equal(403);
  });

  for (const [path, type] of [
    ["a11y", "a11y-test"],
    ["perf", "perf-test"],
    ["seo", "seo-test"],
    ["security", "security-test"],
    ["analytics", "tracking-test"],
    ["tracking", "tracking-test"],
    ["privacy", "privacy-test"],
  ] as const)
    it(`POST /api/tests/${path} starts a ${type}`, async () => {
      const { status, body } = await post(`/api/tests/${path}`, { project: "shop", scenarios: ["Home"] });
      expect(status).to.equal(202);
      expect(Object.keys(body)).to.have.members(["success", "message", "project", "runId"]);
      expect(world.engine.started.get(String(body.runId))?.type).to.equal(type);
    });

  it("the status and the results name the children", async () => {
    const key = await world.addKey("ci");
    await addRun(world.models, "run_suite", { type: "full-suite", extra: { pillars: ["seo", "perf"] } });
    await addRun(world.models, "run_suite-perf", { type: "perf-test", parentRunId: "run_suite", status: "running" });
    await addRun(world.models, "run_suite-seo", { type: "seo-test", parentRunId: "run_suite" });
    const children = [
      { runId: "run_suite-perf", type: "perf-test", status: "running" },
      { runId: "run_suite-seo", type: "seo-test", status: "completed" },
    ];
    expect((await world.client.get("/api/ci/status/run_suite", { key })).body.children).to.deep.equal(children);
    expect((await world.client.get("/api/ci/runs/run_suite/results", { key })).body).to.deep.equal({
      runId: "run_suite",
      children,
      nextCursor: null,
    });
    expect((await world.client.get("/api/ci/status/run_suite-seo", { key })).body).not.to.have.property("children");
  });

  it("a cancel names who asked on the children too", async () => {
    const key = await world.addKey("ci", { name: "robot" });
    await addRun(world.models, "run_c", { type: "full-suite", status: "running" });
    await addRun(world.models, "run_c-seo", { type: "seo-test", status: "running", parentRunId: "run_c" });
    await world.client.post("/api/ci/runs/run_c/cancel", { key });
    expect((await world.models.runs.findById("run_c-seo").lean())?.cancelledBy).to.equal("key robot");
  });
});
