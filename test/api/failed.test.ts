import { expect } from "chai";
import { comparableRuns } from "../../models/runs/before.ts";
import type { Run } from "../../models/runs/schema.ts";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

const MAIN = new Date("2020-01-01T10:00:00Z");
const later = (ms: number) => new Date(MAIN.getTime() + ms);

describe("POST /api/ci/run with failed", () => {
  let world: World;
  let key: string;
  const post = (body: Record<string, unknown>) =>
    world.client.post("/api/ci/run", { key, body: { failed: true, ...body } });
  const old = (id: string, patch: Partial<Run>) =>
    addRun(world.models, id, {
      status: "completed",
      verdict: "fail",
      type: "seo-test",
      createdAt: MAIN,
      environmentId: null,
      extra: { planned: 3 },
      ...patch,
    });
  const refusalOf = async (body: Record<string, unknown>): Promise<string> => {
    const before = world.engine.started.size;
    const { status, body: answer } = await post(body);
    expect(status).to.equal(400);
    expect(world.engine.started.size, "nothing is started").to.equal(before);
    return JSON.stringify(answer);
  };
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    key = await world.addKey("ci");
    await old("run_before", { branch: "main", verdict: "pass" });
    await old("run_failed", { branch: "main", createdAt: later(1_000), scenarios: ["Home"], perfBudgets: { lcp: 1 } });
    // The run never had a plan, so nothing can be taken over from it.
    const lost: Partial<Run> = { createdAt: later(2_000), verdict: null, extra: {} };
    const passed: Partial<Run> = { verdict: "pass", summary: { total: 3, passed: 3, failed: 0 } as never };
    await old("run_passed", { ...passed, branch: "lost" });
    await old("run_lost", { ...lost, branch: "lost", status: "failed" });
    await old("run_of_audit", { ...passed, branch: "audit" });
    await old("run_audit", {
      ...lost,
      branch: "audit",
      status: "failed",
      type: "full-suite",
      extra: { pillars: ["seo"] },
    });
    await old("run_good", { ...passed, branch: "good" });
    await old("run_stage", { branch: "staged", environmentId: "env_stage", environmentName: "Staging" });
  });
  after(() => world.close());

  it("takes over from the last run that was planned, is what it was, and is compared with what came before it", async () => {
    const { status, body } = await post({ type: "seo", branch: "main" });
    expect(status).to.equal(202);
    expect(body.message).to.include("Only what failed in run_failed is run again.");
    const run = (await world.models.runs.findById(String(body.runId)).lean<Run>())!;
    expect(run.rerun?.runs["seo-test"]?.runId).to.equal("run_failed");
    expect(run.scenarios).to.deep.equal(["Home"]);
    expect(run.perfBudgets).to.deep.equal({ lcp: 1 });
    expect((await comparableRuns(world.models, run)).previous?._id).to.equal("run_before");
  });

  it("runs all of the last planned run again where a later one failed before it was planned", async () => {
    const { status, body } = await post({ type: "seo", branch: "lost" });
    expect(status).to.equal(202);
    expect(body.message).to.include(
      "All of run_passed is run again, because a later run failed before it was planned.",
    );
    const run = (await world.models.runs.findById(String(body.runId)).lean<Run>())!;
    expect(run.rerun?.runs["seo-test"]).to.include({ runId: "run_passed", all: true });
    expect((await comparableRuns(world.models, run)).previous?._id).to.equal("run_passed");
  });

  it("does so in a full audit too, where the last one failed before its parts were written", async () => {
    const whole = await world.addKey("mcp_full");
    const body = { failed: true, branch: "audit" };
    const answer = await world.client.post("/api/ci/full-audit", { key: whole, body });
    expect(answer.status).to.equal(202);
    expect(answer.body.message).to.include("All of run_of_audit is run again");
    // Other audits of the commit may not have ended, so this one does not stand for their pillars.
    const run = await world.models.runs.findById(String(answer.body.runId)).lean<Run>();
    expect(run?.extra).to.deep.include({ asked: ["seo"], named: true });
  });

  it("is held against what the earlier run was held against, unless it is told otherwise", async () => {
    await old("run_held", { branch: "held", type: "perf-test", worse: { lcp: 0 } });
    const heldBy = async (body: Record<string, unknown>) => {
      const { body: answer } = await post({ type: "perf", branch: "held", ...body });
      return (await world.models.runs.findById(String(answer.runId)).lean<Run>())?.worse;
    };
    expect(await heldBy({})).to.deep.equal({ lcp: 0 });
    expect(await heldBy({ worse: { score: 2 } })).to.deep.equal({ score: 2 });
  });

  it("runs where the last run did, or where the call names a place with a last run", async () => {
    const branch = "placed";
    await old("run_eu", { branch, location: "eu" });
    await old("run_here", { branch, createdAt: later(1_000) });
    const placed = async (body: Record<string, unknown>) => {
      const { body: answer } = await post({ type: "seo", branch, ...body });
      const run = (await world.models.runs.findById(String(answer.runId)).lean<Run>())!;
      return [run.rerun?.runs["seo-test"]?.runId, run.location ?? null];
    };
    expect(await placed({})).to.deep.equal(["run_here", null]);
    expect(await placed({ location: "eu" })).to.deep.equal(["run_eu", "eu"]);
    await old("run_eu_again", { branch, createdAt: later(2_000), location: "eu" });
    expect(await placed({})).to.deep.equal(["run_eu_again", "eu"]);
    expect(await refusalOf({ type: "seo", branch, location: "us" })).to.include(
      "placed in us has no run that has ended",
    );
  });

  it("is no audit of two places at once", async () => {
    const whole = await world.addKey("mcp_full");
    const branch = "places";
    await old("run_seo_eu", { branch, location: "eu" });
    await old("run_perf_here", { branch, type: "perf-test" });
    const body = { failed: true, branch };
    const refused = await world.client.post("/api/ci/full-audit", { key: whole, body });
    expect(refused.status, refused.raw.toString()).to.equal(400);
    expect(String(refused.body.error)).to.include("The last runs have different locations:").and.include("eu");
    const named = await world.client.post("/api/ci/full-audit", { key: whole, body: { ...body, location: "eu" } });
    expect(named.status, named.raw.toString()).to.equal(202);
    const run = await world.models.runs.findById(String(named.body.runId)).lean<Run>();
    expect([run?.location, Object.keys(run?.rerun?.runs ?? {})]).to.deep.equal(["eu", ["seo-test"]]);
  });

  it("is one run where two ask at once, with keys of their own too", async () => {
    const body = { failed: true, type: "seo", branch: "staged", environment: "Staging" };
    const answers = await Promise.all(
      ["one", "two", "three"].map((idempotencyKey) =>
        world.client.post("/api/ci/run", { key, body, headers: { "Idempotency-Key": idempotencyKey } }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202, 202]);
    expect(new Set(answers.map((answer) => answer.body.runId)).size).to.equal(1);
  });

  it("rests on the run of what failed once that has ended, and keeps what the first is compared with", async () => {
    await old("run_again", {
      branch: "chain",
      createdAt: later(9_000),
      rerun: {
        runs: {
          "seo-test": {
            runId: "run_first",
            commitSha: null,
            from: later(500),
            scenarios: null,
            pages: null,
            browsers: ["chromium"],
            perfBudgets: null,
            against: null,
            functional: null,
          },
        },
      },
    });
    const { body } = await post({ type: "seo", branch: "chain" });
    const run = (await world.models.runs.findById(String(body.runId)).lean<Run>())!;
    expect(run.rerun?.runs["seo-test"]?.runId).to.equal("run_again");
    expect(run.rerun?.runs["seo-test"]?.from).to.deep.equal(later(500));
  });

  it("starts nothing where nothing failed, and names the run", async () => {
    const before = world.engine.started.size;
    const { status, body } = await post({ type: "seo", branch: "good" });
    expect(status).to.equal(200);
    expect(body).to.include({ started: false, runId: "run_good", success: true });
    expect(body.message).to.equal("Nothing failed in run_good, so nothing was started.");
    const call = { tool: "run_seo", args: { branch: "good", failed: true, confirm: true } };
    const invoked = await world.client.post("/api/mcp/v1/invoke", { key: await world.addKey("mcp_full"), body: call });
    expect([invoked.status, invoked.body]).to.deep.equal([status, body]);
    expect(world.engine.started.size).to.equal(before);
  });

  for (const { what, body, says } of [
    { what: "an unknown branch", body: { type: "seo", branch: "nowhere" }, says: "nowhere has no run that has ended" },
    { what: "a type that never ran", body: { type: "perf", branch: "main" }, says: "has no run that has ended" },
    { what: "another environment", body: { type: "seo", branch: "staged" }, says: "has no run that has ended" },
    { what: "scenarios", body: { type: "seo", scenarios: ["Home"] }, says: "omit it" },
    { what: "a reference", body: { type: "seo", against: "main" }, says: "omit it" },
    { what: "a capture of baselines", body: { type: "baseline" }, says: "omit failed" },
    { what: "a text", body: { type: "seo", failed: "yes" }, says: "failed" },
  ])
    it(`refuses ${what} and starts nothing`, async () => {
      expect(await refusalOf(body)).to.include(says);
    });
});
