// The location of a run's browsers, from the settings to its status, and the error if a location has no worker.
import { expect } from "chai";
import { workerWaitOfJob } from "../../api/lib/workerWaits.ts";
import { missingWorkers } from "../../api/operations/missingWorkers.ts";
import { readiness } from "../../api/operations/readiness.ts";
import { takeSchedules } from "../../api/takeSchedules.ts";
import type { QueueRole } from "../../domain/workflowNames.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { tellPresence } from "../../models/workerPresence/queries.ts";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";
import { makeToolWorld, type ToolWorld } from "./tools/harness.ts";

describe("the location of a run", () => {
  let world: World;
  let key: string;
  beforeEach(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());

  const start = async (body: Record<string, unknown>, path = "/api/ci/run") => {
    const answer = await world.client.post(path, { key, body });
    expect(answer.status, answer.raw.toString()).to.equal(202);
    const runId = String(answer.body.runId);
    return { runId, run: await world.models.runs.findById(runId).lean(), started: world.engine.started.get(runId) };
  };
  const worker = (id: string, queues: QueueRole[], location: string | null = null) =>
    tellPresence(world.models, { _id: id, queues, location, seenAt: world.clock.at });
  const phaseOf = async (runId: string) =>
    ((await world.client.get(`/api/ci/status/${runId}`, { key })).body.progress as { phase: string }).phase;

  it("is the call's, else its environment's, else none", async () => {
    await world.models.environments.updateOne({ _id: "env_stage" }, { $set: { location: "eu" } });
    for (const [body, location] of [
      [{}, undefined],
      [{ environment: "staging" }, "eu"],
      [{ environment: "staging", location: "us-east-1" }, "us-east-1"],
      [{ location: "" }, undefined],
    ] as const) {
      const { runId, run, started } = await start(body);
      expect([run?.location ?? undefined, started?.location]).to.deep.equal([location, location]);
      const { body: status } = await world.client.get(`/api/ci/status/${runId}`, { key });
      expect(status.location).to.equal(location);
    }
    const { started } = await start({ location: "eu" }, "/api/ci/full-audit");
    expect(started?.location).to.equal("eu");
  });

  it("is refused where it could be no queue's", async () => {
    const { status, body } = await world.client.post("/api/ci/run", { key, body: { location: "Europe West" } });
    expect([status, String(body.error)]).to.deep.equal([
      400,
      "location must be 1 to 32 lower-case letters, digits and hyphens, such as eu or us-east-1",
    ]);
  });

  it("is a schedule's for the runs that it starts, after those that people wait for", async () => {
    const made = await world.client.post("/api/schedules", {
      key,
      body: { name: "Nightly", cron: "0 * * * *", types: ["test"], location: "eu" },
    });
    const { id, location } = made.body.schedule as { id: string; location: string };
    expect(location).to.equal("eu");
    world.advance(3_600_000);
    await world.models.schedules.updateOne({ _id: id }, { $set: { takeAfter: world.clock.at } });
    await takeSchedules(world.ctx);
    const [started] = world.engine.started.values();
    expect(started).to.include({ location: "eu", urgency: "scheduled" });
  });

  it("is changed with its environment's settings", async () => {
    const session = await world.session("admin");
    const one = "/api/app/projects/shop/environments/env_stage";
    const change = (location: string | null) => world.client.post(one, { session, body: { location } });
    expect((await change("eu")).body.location).to.equal("eu");
    expect((await change("E U")).status).to.equal(400);
    expect((await change("")).body.location).to.equal(undefined);
  });

  it("without a worker there is said in the run's status, and by readiness and health", async () => {
    const running = { status: "running", startedAt: null, progress: { phase: "queued", done: 0, total: 0 } } as const;
    await addRun(world.models, "run_eu", { ...running, location: "eu" });
    await addRun(world.models, "run_here", running);
    await addRun(world.models, "run_lab", { ...running, type: "perf-test" });
    const seo = { type: "seo-test", location: "eu", startedAt: null } as const;
    await addRun(world.models, "run_seo", { ...running, ...seo });
    await addRun(world.models, "run_last", { ...running, ...seo, progress: { phase: "auditing", done: 3, total: 3 } });
    expect(await phaseOf("run_eu")).to.equal("queued, waiting for a browser worker in eu");
    expect(await phaseOf("run_here"), "of a service without any worker readiness tells").to.equal("queued");
    expect(await missingWorkers(world.ctx)).to.deep.equal(["orchestration", "browser", "lab", "browser@eu", "lab@eu"]);

    await worker("wrk_a", ["orchestration", "browser"]);
    world.advance(3_000);
    expect(await phaseOf("run_eu")).to.equal("queued, waiting for a browser worker in eu");
    expect(await phaseOf("run_here")).to.equal("queued");
    expect(await phaseOf("run_lab")).to.equal("queued, waiting for a lab worker");
    expect(await missingWorkers(world.ctx)).to.deep.equal(["lab", "browser@eu", "lab@eu"]);
    const { workers } = (await readiness(world.ctx)).parts;
    expect(workers).to.deep.equal({
      ok: true,
      detail:
        "Workers serve every queue. These locations have no worker: eu (browser), eu (lab). Runs that need one wait.",
    });

    await worker("wrk_eu", ["browser"], "eu");
    world.advance(3_000);
    expect(await phaseOf("run_eu")).to.equal("queued");
    expect(await missingWorkers(world.ctx)).to.deep.equal(["lab", "lab@eu"]);
    expect(await phaseOf("run_seo"), "Lighthouse measures a page of it").to.equal(
      "queued, waiting for a lab worker in eu",
    );
    expect(await phaseOf("run_last")).to.equal("auditing, waiting for a lab worker in eu");
    await worker("wrk_eu", ["browser", "lab"], "eu");
    world.advance(3_000);
    expect(await phaseOf("run_last")).to.equal("auditing");
    world.advance(60_000);
    expect(await phaseOf("run_eu"), "silent for a minute").to.equal("queued, waiting for a browser worker in eu");
  });
});

describe("the location of an environment", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
    await world.models.environments.updateOne({ _id: "env_stage" }, { $set: { location: "eu" } });
  });
  afterEach(() => world.close());
  const comes = () =>
    tellPresence(world.models, { _id: "wrk_eu", queues: ["browser"], location: "eu", seenAt: world.clock.at });
  const AWAY = "No worker in eu can open pages. Start one, or change the location of the environment.";

  it("is where its pages are inspected, and without a worker there that is said at once", async () => {
    const args = { url: "/", environment: "staging" };
    const { error } = await world.refused("inspect_page_dom", args, 503, "unavailable");
    expect(error?.message).to.equal(AWAY);
    expect(world.engine.looked).to.have.length(0);
    await comes();
    await world.send("inspect_page_dom", args);
    await world.send("inspect_page_dom", { url: "/" });
    expect(world.engine.lookedFrom).to.deep.equal(["eu", undefined]);
  });

  it("has no worker where those that stand there have another version than new work", async () => {
    world.engine.current = { build: "new", pollers: { orchestration: 1, browser: 1, lab: 1 } };
    const seen = { queues: ["browser" as const], location: "eu", seenAt: world.clock.at };
    await tellPresence(world.models, { _id: "wrk_old", ...seen, build: "old" });
    const args = { url: "/", environment: "staging" };
    expect((await world.refused("inspect_page_dom", args, 503, "unavailable")).error?.message).to.equal(AWAY);
    await tellPresence(world.models, { _id: "wrk_new", ...seen, build: "new" });
    await world.send("inspect_page_dom", args);
    expect(world.engine.lookedFrom).to.deep.equal(["eu"]);
  });

  it("is where a recording's page is opened, turn after turn", async () => {
    const args = { goal: "A walk", environment: "staging", confirm: true };
    const { error } = await world.refused("agent_start_recording", args, 503, "unavailable");
    expect(error?.message).to.equal(AWAY);
    await comes();
    await world.send("agent_start_recording", args);
    await world.send("agent_start_recording", { goal: "A walk", environment: "production", confirm: true });
    expect(world.engine.recordingStarts.map(({ location }) => location)).to.deep.equal(["eu", undefined]);
    expect(await world.models.recordings.distinct("location")).to.deep.equal(["eu"]);
  });

  it("is where its pages are explored; without a worker there the job says what it waits for", async () => {
    const { data } = await world.call("frt_explore_site", { environment: "staging" });
    expect(world.engine.jobs.get(data.jobId)?.location).to.equal("eu");
    const phase = async () => (await world.call("get_job_status", { jobId: data.jobId })).data.progress.phase as string;
    expect(await phase()).to.equal("queued, waiting for a browser worker in eu");
    const job = await world.models.jobs.findById(data.jobId).lean<Job>();
    const at = (name: string, done: number, total: number) =>
      workerWaitOfJob(world.ctx, job!, { phase: name, done, total });
    expect(await at("exploring", 3, 9)).to.equal("waiting for a browser worker in eu");
    expect(await at("exploring", 9, 9), "no page is left").to.equal(null);
    expect(await at("reading robots.txt, waiting for its turn at the site", 0, 0), "for one thing").to.equal(null);
    await comes();
    world.advance(3_000);
    await comes();
    expect(await phase()).to.equal("queued");
  });
});

describe("a start while more waits than is done in days", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld({ maxQueueHours: 1 });
  });
  afterEach(() => world.close());

  it("is refused with the time after which it is worth asking again, by what the workers do", async () => {
    const key = await world.addKey("ci");
    const progress = { phase: "testing", done: 100, total: 7_400 };
    await addRun(world.models, "run_large", { status: "running", orgId: "org_b", progress });
    const pace = { slots: 3, seconds: 3 };
    await tellPresence(world.models, { _id: "wrk_a", queues: ["browser"], pace, seenAt: world.clock.at });
    const start = () => world.client.post("/api/ci/run", { key, body: {} });
    const refused = await start();
    // 7,300 wait at one per second, and 3,600 may wait: 3,700 s, but at most an hour is reported.
    expect([refused.status, refused.headers.get("retry-after")]).to.deep.equal([429, "3600"]);
    expect(String(refused.body.error)).to.include("7300 screenshots and pages wait, about 2 hours of work");

    await tellPresence(world.models, { _id: "wrk_b", queues: ["browser"], pace, seenAt: world.clock.at });
    world.advance(6_000);
    expect((await start()).headers.get("retry-after"), "100 too many at two a second").to.equal("60");
    await tellPresence(world.models, { _id: "wrk_c", queues: ["browser"], pace, seenAt: world.clock.at });
    world.advance(6_000);
    expect((await start()).status).to.equal(202);
  });
});
