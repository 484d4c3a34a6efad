// Limits of an organisation: however many requests arrive at the same time, no more are admitted than the plan allows.
import { expect } from "chai";
import { admitJob, admitRun } from "../../../api/lib/bounds.ts";
import { startJob } from "../../../api/operations/jobs/startJob.ts";
import { createProject } from "../../../api/operations/projects/createProject.ts";
import type { ProductError } from "../../../domain/errors.ts";
import type { JobKind } from "../../../domain/jobs/kinds.ts";
import { PLAN_LIMITS, type PlanName } from "../../../domain/plans.ts";
import { admit, openWork } from "../../../models/bookkeeping/admissions.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { tellPresence } from "../../../models/workerPresence/queries.ts";
import { addRun } from "../support/shots.ts";
import { makeWorld, type World } from "../support/world.ts";

describe("bounds of an organisation", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const onPlan = (plan: PlanName) => world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan } });
  const addRuns = async (count: number) => {
    for (let n = 0; n < count; n++) await addRun(world.models, `run_${n}`, { status: "running" });
  };
  const outcomes = async (asked: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(asked);
    const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as ProductError] : []));
    return { letIn: settled.length - refused.length, refused };
  };

  it("asked by many at once, the last places go to as many as there are", async () => {
    const taken = new Set<string>();
    const ask = async (id: string) => {
      const fits = async (pending: readonly string[]) => new Set([...taken, ...pending]).size < 5;
      // Simulates a separate process, which knows nothing of the requests of others.
      const models = { ...world.models };
      const ok = await admit(models, { orgId: "org_a", what: "runs", id, at: world.clock.at }, fits);
      if (ok) taken.add(id);
      return ok;
    };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(`run_${n}`)));
    expect(answers.filter(Boolean)).to.have.length(5);
  });

  it("asked by many of one process at once, each asks the database once", async () => {
    const many = 20;
    const updates: string[] = [];
    const { models } = world;
    const ask = (id: string) =>
      admit(models, { orgId: "org_a", what: "runs", id, at: world.clock.at }, async (pending) => {
        if (id === "run_7") throw new Error("The database is away");
        return pending.length < many;
      });
    const db = models.admissions.db;
    db.set("debug", (collection: string, method: string) => void updates.push(`${collection} ${method}`));
    const { letIn, refused } = await outcomes(Array.from({ length: many }, (_, n) => ask(`run_${n}`)));
    db.set("debug", false);
    // A failure of one request affects only that request.
    expect([letIn, refused.length]).to.deep.equal([many - 1, 1]);
    expect(updates.filter((one) => one === "admissions updateOne")).to.have.length(many - 1);
  });

  it("forgets what was let in and never written, and counts what was written once", async () => {
    const at = world.clock.at;
    const letIn = (id: string, when: Date, least: number) =>
      admit(world.models, { orgId: "org_a", what: "runs", id, at: when }, async (pending) => {
        return (await openWork(world.models, "org_a", pending)).runs < least;
      });
    expect(await letIn("run_a", at, 1)).to.equal(true);
    expect(await letIn("run_b", at, 1)).to.equal(false);
    await addRun(world.models, "run_a", { status: "running" });
    expect(await letIn("run_b", at, 1)).to.equal(false);
    expect(await letIn("run_b", at, 2)).to.equal(true);
    // run_b was never written.
    expect(await letIn("run_c", new Date(at.getTime() + 61_000), 2)).to.equal(true);
  });

  it("open runs of two calls at once never pass the plan's", async () => {
    await onPlan("free");
    const { openRuns } = PLAN_LIMITS.free;
    await addRuns(openRuns - 1);
    // Parts of a full audit do not count separately, ended runs do not count, and other organisations have their own limit.
    await addRun(world.models, "run_part", { status: "running", parentRunId: "run_1" });
    await addRun(world.models, "run_ended", { status: "completed" });
    await addRun(world.models, "run_other", { status: "running", orgId: "org_b" });
    const key = await world.addKey("ci");
    const start = () => world.client.post("/api/ci/run", { key, body: { type: "seo" } });
    const answers = await Promise.all([start(), start(), start(), start()]);
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([202, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).to.include({
      error: `${openRuns} runs of the organisation have not ended, and the free plan allows ${openRuns}. Try again when some have ended.`,
    });
    expect(refused?.headers.get("retry-after")).to.equal("60");
    const open = await world.models.runs.countDocuments({ orgId: "org_a", status: "running", parentRunId: null });
    expect(open).to.equal(openRuns);
    // A run that ends frees its place.
    await world.models.runs.updateOne({ orgId: "org_a", status: "running" }, { $set: { status: "completed" } });
    expect((await start()).status).to.equal(202);
  });

  it("a run is refused while too much of others waits", async () => {
    await onPlan("free");
    const { queuedShots } = PLAN_LIMITS.free;
    await addRun(world.models, "run_long", {
      status: "running",
      progress: { phase: "capturing", done: 10, total: queuedShots + 10 },
    });
    const { refused } = await outcomes([admitRun(world.ctx, "org_a", { id: "run_next" })]);
    expect(refused[0]).to.include({ code: "rate_limit" });
    expect(refused[0]?.message).to.contain(`${queuedShots} screenshots and pages of the organisation's runs wait`);
    await world.models.runs.updateOne({ _id: "run_long" }, { $set: { "progress.done": 11 } });
    expect((await outcomes([admitRun(world.ctx, "org_a", { id: "run_next" })])).letIn).to.equal(1);
  });

  it("each location is judged by its own queue and its own workers", async () => {
    const ctx = { ...world.ctx, config: { ...world.ctx.config, maxQueueHours: 1 } };
    const waits = (id: string, total: number, location?: string) =>
      addRun(world.models, id, { status: "running", location, progress: { phase: "capturing", done: 0, total } });
    const works = (_id: string, slots: number, location?: string) =>
      tellPresence(world.models, {
        _id,
        queues: ["browser"],
        seenAt: world.clock.at,
        pace: { slots, seconds: 1 },
        ...(location && { location }),
      });
    let asked = 0;
    const refusal = async (location?: string) => {
      // The known load is cached for five seconds.
      world.clock.at = new Date(world.clock.at.getTime() + 6_000);
      asked += 1;
      const { refused } = await outcomes([admitRun(ctx, "org_a", { id: `run_asked_${asked}`, location })]);
      return refused.map(({ code, message, details }) => [code, message.split(":")[0], details.retryAfterMs]);
    };
    await waits("run_eu", 7_200, "eu");
    await works("wrk_home", 1);
    // No worker runs there, so the duration is unknown; and nothing waits in the other location.
    expect([await refusal("eu"), await refusal()]).to.deep.equal([[], []]);
    await works("wrk_eu", 1, "eu");
    const there = "7200 screenshots and pages wait in eu, about 2 hours of work for the workers there";
    expect(await refusal("eu")).to.deep.equal([["rate_limit", there, 3_600_000]]);
    expect(await refusal()).to.deep.equal([]);
    await waits("run_home", 3_900);
    const here = "3900 screenshots and pages wait, about 1.1 hours of work for the workers that run";
    expect(await refusal()).to.deep.equal([["rate_limit", here, 300_000]]);
    // With two more workers there, the waiting work takes less than an hour.
    await works("wrk_eu_2", 2, "eu");
    expect(await refusal("eu")).to.deep.equal([]);
  });

  describe("of jobs that open pages", () => {
    const explore = (key: string, startPath: string) =>
      world.client.post("/api/mcp/v1/invoke", {
        key,
        body: { tool: "frt_explore_site", args: { startPath, confirm: true } },
      });

    it("counts them beside the open runs, and takes no place from a run", async () => {
      await onPlan("hobby");
      const { openRuns } = PLAN_LIMITS.hobby;
      await addRuns(openRuns - 1);
      const key = await world.addKey("mcp_full");
      const answers = await Promise.all(["/a", "/b", "/c"].map((place) => explore(key, place)));
      expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 429, 429]);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body.error).to.deep.equal({
        code: "rate_limit",
        message: `${openRuns - 1} runs and 1 job of the organisation have not ended, and the hobby plan allows ${openRuns}. Try again when some have ended.`,
      });
      expect(refused?.body.retryAfterMs).to.equal(60_000);
      expect(refused?.headers.get("retry-after")).to.equal("60");
      // The job in progress is returned even at the limit.
      const job = (await world.models.jobs.findOne().lean<Job>()) as Job;
      expect(await world.models.jobs.countDocuments()).to.equal(1);
      const { startPath } = job.input as { startPath: string };
      expect((await explore(key, startPath)).status).to.equal(200);
      // It takes the same share of the workers as a run.
      expect(world.engine.jobs.get(job._id)).to.include({ weight: 2 });
      expect((await outcomes([admitRun(world.ctx, "org_a", { id: "run_next" })])).letIn).to.equal(1);
    });

    it("a proof is let in as its run, which is written later; crawls open no page and are not asked", async () => {
      await onPlan("hobby");
      await addRuns(PLAN_LIMITS.hobby.openRuns - 1);
      const project = (await world.models.projects.findById("prj_shop").lean<Project>()) as Project;
      const caller = { kind: "operator", orgId: "org_a" } as const;
      const start = (kind: JobKind, lock: string) =>
        startJob(world.ctx, caller, { kind, project, environment: null, input: {}, lock });
      const proofs = await outcomes(["p1", "p2"].map((lock) => start("tracking_prove_issue_ticket", lock)));
      expect(proofs.letIn).to.equal(1);
      expect(proofs.refused[0]).to.include({ code: "rate_limit" });
      const { letIn } = await outcomes([start("crawl_site", "c"), start("generate_scenarios", "g")]);
      expect(letIn).to.equal(2);
      expect((await outcomes([start("frt_heal_step_def", "h")])).refused[0]).to.include({ code: "rate_limit" });
    });

    it("refuses them too where more waits than the workers of their location do", async () => {
      const ctx = { ...world.ctx, config: { ...world.ctx.config, maxQueueHours: 1 } };
      world.clock.at = new Date(world.clock.at.getTime() + 60_000);
      const pace = { slots: 1, seconds: 1 };
      await tellPresence(world.models, { _id: "wrk_1", queues: ["browser"], seenAt: world.clock.at, pace });
      await addRun(world.models, "run_long", {
        status: "running",
        progress: { phase: "capturing", done: 0, total: 7_200 },
      });
      const { refused } = await outcomes([admitJob(ctx, "org_a", { id: "job_next" })]);
      expect(refused[0]?.message).to.contain("a new job would wait longer than 1 hours");
      expect((await outcomes([admitJob(ctx, "org_a", { id: "job_next", location: "eu" })])).letIn).to.equal(1);
    });
  });

  it("projects of calls at once never pass the plan's", async () => {
    await onPlan("free");
    const projects = PLAN_LIMITS.free.projects ?? 0;
    const there = await world.models.projects.countDocuments({ orgId: "org_a" });
    for (let n = there; n < projects - 2; n++)
      await world.models.projects.create({
        _id: `prj_${n}`,
        orgId: "org_a",
        name: `P${n}`,
        slug: `p-${n}`,
        mainBranch: "main",
        baseUrl: "https://shop.example",
        createdAt: world.clock.at,
      });
    const admin = { kind: "operator", orgId: "org_a" } as const;
    const make = (n: number) => createProject(world.ctx, admin, { name: `New ${n}`, baseUrl: "https://new.example" });
    const { letIn, refused } = await outcomes([make(1), make(2), make(3), make(4), make(5)]);
    expect(letIn).to.equal(2);
    for (const error of refused) expect(error).to.include({ code: "plan_gate" });
    expect(refused[0]?.message).to.equal(
      `The free plan allows ${projects} projects, and the organisation already has that many.`,
    );
    expect(await world.models.projects.countDocuments({ orgId: "org_a" })).to.equal(projects);
  });
});
