import { expect } from "chai";
import { comparableRuns } from "../../models/runs/before.ts";
import type { Run } from "../../models/runs/schema.ts";
import { addRun, addShot } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

const DONE = { status: "completed", verdict: "pass" } as const;
const BEFORE = new Date("2020-01-01T10:00:00Z");

describe("POST /api/ci/run with against", () => {
  let world: World;
  let key: string;
  const post = (body: Record<string, unknown>) => world.client.post("/api/ci/run", { key, body });
  const old = (id: string, patch: Partial<Run>) =>
    addRun(world.models, id, { ...DONE, type: "seo-test", createdAt: BEFORE, commitSha: "a1b2c3d4e5f6", ...patch });
  const refusalOf = async (body: Record<string, unknown>): Promise<string> => {
    const before = world.engine.started.size;
    const { status, body: answer } = await post(body);
    expect(status).to.equal(400);
    expect(answer.fields).to.have.length(1);
    expect(world.engine.started.size, "nothing is started").to.equal(before);
    return JSON.stringify(answer);
  };
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    key = await world.addKey("ci");
    await old("run_main", { branch: "main" });
    await old("run_older", { branch: "main", createdAt: new Date(BEFORE.getTime() - 1_000) });
    await old("run_part", { branch: "limited", scenarios: ["Home"] });
    await old("run_stage", { branch: "feature/y", environmentId: "env_stage", environmentName: "Staging" });
    await old("run_lost", { branch: "main", status: "failed", verdict: null });
    await old("run_vrt", { type: "vrt-test", branch: "main" });
    await addShot(world.models, "run_vrt", 0, { viewport: "desktop", browser: "chromium" });
  });
  after(() => world.close());

  for (const { against, kind, runId, reference } of [
    { against: "run_older", kind: "run", runId: "run_older", reference: "run run_older of main at a1b2c3d" },
    { against: "main", kind: "branch", runId: "run_main", reference: "the newest run of main at a1b2c3d (run_main)" },
    {
      against: "environment:staging",
      kind: "environment",
      runId: "run_stage",
      reference: "the newest run on Staging at a1b2c3d (run_stage)",
    },
  ])
    it(`names the ${kind} that is used in the answer and in the status, and compares with it`, async () => {
      const answer = await post({ type: "seo", branch: "feature/x", against });
      expect(answer.status).to.equal(202);
      expect(answer.body.message).to.equal(`SEO audit of Shop started. Compared with ${reference}.`);
      const started = String(answer.body.runId);
      const { body } = await world.client.get(`/api/ci/status/${started}`, { key });
      expect(body.against).to.deep.equal({ kind, reference, runId });
      const run = await world.models.runs.findById(started).lean<Run>();
      const compared = await comparableRuns(world.models, run!);
      expect(compared.previous?._id).to.equal(runId);
      expect(compared.base?._id).to.equal(runId);
      expect(compared.against).to.equal(reference);
    });

  it("compares screenshots with the baselines of a branch", async () => {
    const { body } = await post({ against: "main" });
    expect(body.message).to.equal("Visual test of Shop started. Compared with the newest baselines of main.");
  });

  for (const { what, body, says } of [
    { what: "an unknown run", body: { type: "seo", against: "run_none" }, says: "has no run run_none" },
    { what: "an unknown name", body: { type: "seo", against: "nowhere" }, says: "nowhere" },
    { what: "an unknown branch", body: { type: "seo", against: "branch:staging" }, says: "has no branch" },
    { what: "a run of another type", body: { type: "perf", against: "run_main" }, says: "cannot be compared" },
    { what: "a run that did not complete", body: { type: "seo", against: "run_lost" }, says: "is failed" },
    { what: "a run over fewer scenarios", body: { type: "seo", against: "run_part" }, says: "other scenarios" },
    { what: "a branch without a full run", body: { type: "seo", against: "limited" }, says: "same scenarios" },
    { what: "a branch that was never measured", body: { type: "perf", against: "main" }, says: "no completed run" },
    {
      what: "a run without the browser",
      body: { browsers: ["firefox"], against: "run_vrt" },
      says: "no screenshots of firefox",
    },
    { what: "a baseline run", body: { type: "baseline", against: "main" }, says: "omit against" },
  ])
    it(`refuses ${what} and starts nothing`, async () => {
      expect(await refusalOf(body)).to.include(says);
    });

  it("asks which is meant where a branch has the name of an environment", async () => {
    await old("run_named", { branch: "staging" });
    expect(await refusalOf({ type: "seo", against: "staging" })).to.include("branch:staging");
    expect((await post({ type: "seo", against: "branch:staging" })).status).to.equal(202);
  });
});
