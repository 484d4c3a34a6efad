// Schedules over HTTP, and what happens when they are due: exactly one run, whoever takes them and whatever is killed.
import { expect } from "chai";
import type { ScheduleDeps } from "../../activities/deps.ts";
import { createScheduleActivities } from "../../activities/schedules/schedules.ts";
import { takeDue } from "../../api/operations/schedules/takeDue.ts";
import type { ScheduleView } from "../../api/operations/schedules/views.ts";
import { takeSchedules } from "../../api/takeSchedules.ts";
import { KEPT_DUES } from "../../domain/schedules/schedule.ts";
import type { Schedule } from "../../models/schedules/schema.ts";
import type { Send } from "./support/client.ts";
import { makeWorld, type World } from "./support/world.ts";

const PATH = "/api/schedules";
const HOUR = 3_600_000;
const START = new Date("2026-03-10T12:00:00Z");

describe("schedules over HTTP", () => {
  let world: World;
  let full: Send;
  let names = 0;
  before(async () => {
    world = await makeWorld();
    full = { key: await world.addKey("mcp_full") };
  });
  after(() => world?.close());
  beforeEach(async () => {
    world.clock.at = START;
    world.engine.available = true;
    await world.models.schedules.deleteMany({});
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } });
  });

  const create = (patch: Record<string, unknown> = {}, by: Send = full) =>
    world.client.post(PATH, {
      ...by,
      body: { name: `schedule ${++names}`, cron: "0 * * * *", types: ["test"], ...patch },
    });
  const made = async (patch: Record<string, unknown> = {}) => {
    const answer = await create(patch);
    expect(answer.status, answer.raw.toString()).to.equal(201);
    return answer.body.schedule as ScheduleView;
  };
  const list = async (): Promise<ScheduleView[]> =>
    (await world.client.get(PATH, full)).body.schedules as ScheduleView[];
  const only = async () => (await list())[0]!;
  const stored = async (id: string) => (await world.models.schedules.findById(id).lean()) as Schedule;
  /** Advances the clock and has Temporal report to a worker that the schedule is due. */
  const due = async (id: string, ms = HOUR) => {
    world.advance(ms);
    await world.models.schedules.updateOne({ _id: id }, { $set: { takeAfter: world.clock.at } });
  };
  /** Runs a worker's round over schedules with the given operation. */
  const worker = () =>
    createScheduleActivities({
      ...world.ctx,
      async takeDue(schedule: Schedule, aheadMs: number) {
        await takeDue({ ...world.ctx, now: () => new Date(world.ctx.now().getTime() + aheadMs) }, schedule);
      },
    } as unknown as ScheduleDeps);
  const runsOf = (id: string) => world.models.runs.countDocuments({ requestedBy: `schedule ${id}` });
  const end = (runId: string | null | undefined, verdict = "pass") =>
    world.models.runs.updateOne({ _id: runId }, { $set: { status: "completed", verdict } });

  it("makes, changes, pauses, resumes and deletes one; Temporal's follows, and the audit log knows", async () => {
    const schedule = await made({ timeZone: "Europe/Berlin", environment: "Staging", jitterMinutes: 5 });
    expect(schedule).to.deep.include({
      cron: "0 * * * *",
      timeZone: "Europe/Berlin",
      environment: "staging",
      jitterMinutes: 5,
      enabled: true,
      types: ["test"],
      scenarios: null,
      browsers: null,
      branch: null,
      last: null,
      recent: [],
      nextAt: "2026-03-10T13:00:00.000Z",
    });
    const { id } = schedule;
    expect(world.engine.schedules.get(id)).to.include({ cron: "0 * * * *", enabled: true });
    expect((await stored(id)).alignedRev).to.equal(1);
    const change = (path: string, body?: object) => world.client.post(`${PATH}/${id}${path}`, { ...full, body });
    const changed = await change("", { cron: "30 6 * * 1-5", scenarios: ["Home"], environment: null });
    expect(changed.status, changed.raw.toString()).to.equal(200);
    expect(changed.body.schedule).to.deep.include({ scenarios: ["Home"], environment: null, jitterMinutes: 5 });
    const { rev } = changed.body.schedule as ScheduleView;
    const stale = await change("", { cron: "0 0 * * *", rev: rev - 1 });
    expect([stale.status, Reflect.get(stale.body.now ?? {}, "cron")]).to.deep.equal([409, "30 6 * * 1-5"]);
    expect((await change("", { location: "eu", rev })).body.schedule).to.include({ location: "eu", rev: rev + 1 });
    expect((await change("/pause")).body.schedule).to.include({ enabled: false, nextAt: null });
    expect(world.engine.schedules.get(id)).to.include({ cron: "30 6 * * 1-5", enabled: false });
    expect((await change("/resume")).body.schedule).to.include({ nextAt: "2026-03-11T05:30:00.000Z" });
    const late = await world.client.del(`${PATH}/${id}?rev=${rev}`, full);
    expect([late.status, Reflect.get(late.body.now ?? {}, "location")]).to.deep.equal([409, "eu"]);
    const seen = Reflect.get(late.body.now ?? {}, "rev");
    expect((await world.client.del(`${PATH}/${id}?rev=${seen}`, full)).status).to.equal(200);
    expect([world.engine.schedules.size, await list(), await stored(id)]).to.deep.equal([0, [], null]);
    expect((await world.client.del(`${PATH}/${id}`, full)).status).to.equal(404);
    const actions = (await world.models.audit.find({ target: id }).lean()).map(({ action }) => action);
    expect(actions).to.deep.equal([
      "schedule.create",
      "schedule.change",
      "schedule.change",
      "schedule.change",
      "schedule.change",
      "schedule.delete",
    ]);
  });

  it("is kept for Temporal while that is unavailable, and frees the name of a deleted one", async () => {
    world.engine.available = false;
    const { id, name } = await made();
    expect((await stored(id)).alignedRev).to.equal(null);
    expect((await world.client.del(`${PATH}/${id}`, full)).status).to.equal(200);
    expect((await stored(id)).deletedAt).to.deep.equal(START);
    await made({ name });
  });

  const REFUSED: [what: string, patch: Record<string, unknown>, message: RegExp, status?: number][] = [
    ["no types", { types: [] }, /types must name at least one of test/],
    ["a baseline", { types: ["baseline"] }, /must be one of test/],
    ["full beside another", { types: ["full", "test"] }, /alone, which starts every pillar/],
    ["a wrong expression", { cron: "every day" }, /cron must have five fields/],
    ["an unknown time zone", { timeZone: "Mars/Olympus" }, /timeZone must be a time zone/],
    ["an unknown scenario", { scenarios: ["Hoem"] }, /no scenario "Hoem".*Home/],
    ["an unknown environment", { environment: "moon" }, /Environment "moon" was not found/, 404],
    ["a name with a line break", { name: "a\nb" }, /name must not/],
    ["an unknown field", { colour: "red" }, /unknown field colour/],
  ];
  for (const [what, patch, message, status = 400] of REFUSED)
    it(`refuses ${what}`, async () => {
      const answer = await create(patch);
      expect([answer.status, answer.body.error]).to.deep.equal([status, answer.body.error]);
      expect(answer.body.error).to.match(message);
    });

  it("refuses a name that is taken, and more than 50", async () => {
    const { name } = await made();
    expect((await create({ name })).status).to.equal(409);
    const one = (await world.models.schedules.findOne({}).lean())!;
    await world.models.schedules.insertMany(
      Array.from({ length: 49 }, (_, at) => ({ ...one, _id: `sch_${at}`, name: `n${at}` })),
    );
    expect((await create()).body.error).to.equal("A project has at most 50 schedules: delete one first.");
  });

  it("is read by viewers, and changed by editors and keys of scope mcp_full alone", async () => {
    const { id } = await made();
    const whoMay: [by: Send, read: number, write: number][] = [
      [{ key: await world.addKey("ci") }, 403, 403],
      [{ key: await world.addKey("mcp_read") }, 200, 403],
      [{ key: await world.addKey("mcp_full", { projectId: "prj_blog" }) }, 404, 404],
      [{ key: await world.addKey("mcp_full", { kind: "org", orgId: "org_b" }) }, 404, 404],
      [{ session: await world.session("viewer") }, 200, 403],
      [{ session: await world.session("editor") }, 200, 200],
    ];
    for (const [by, read, write] of whoMay) {
      const shown = await world.client.get(`${PATH}?project=shop`, by);
      const changed = [
        (await world.client.post(`${PATH}/${id}`, { ...by, body: { branch: "main" } })).status,
        (await world.client.post(`${PATH}/${id}/pause`, by)).status,
      ];
      expect([shown.status, changed]).to.deep.equal([read, [write, write]]);
    }
    const other = { key: await world.addKey("mcp_full", { projectId: "prj_blog" }) };
    expect((await world.client.post(`${PATH}/${id}/run`, other)).status).to.equal(404);
    expect((await world.client.del(`${PATH}/${id}`, other)).status).to.equal(404);
  });

  it("starts its runs once, however many API processes take it up", async () => {
    const { id, name } = await made({ types: ["test", "a11y"], environment: "staging", branch: "main" });
    await due(id);
    await Promise.all(Array.from({ length: 4 }, () => takeSchedules(world.ctx)));
    await takeSchedules(world.ctx);
    expect(await runsOf(name)).to.equal(2);
    const { last, nextAt } = await only();
    expect(nextAt).to.equal("2026-03-10T14:00:00.000Z");
    expect(last).to.deep.include({ at: "2026-03-10T13:00:00.000Z", outcome: "started", by: null, passed: 0 });
    expect(last?.runs.map(({ type, status }) => [type, status])).to.deep.equal([
      ["test", "running"],
      ["a11y", "running"],
    ]);
    const run = await world.models.runs.findById(last?.runs[0]?.runId).lean();
    expect(run).to.include({ type: "vrt-test", environmentId: "env_stage", branch: "main" });
    await end(last?.runs[0]?.runId, "fail");
    expect((await only()).last?.runs[0]).to.include({ status: "completed", verdict: "fail" });
  });

  it("starts its runs once when workers that Temporal told and API processes take it up together", async () => {
    const { id, name } = await made({ types: ["test", "a11y"] });
    world.advance(HOUR);
    const { startDue, noteDue } = worker();
    await noteDue({ scheduleId: id });
    const dueAt = world.clock.at.toISOString();
    const looks = await Promise.all([
      ...Array.from({ length: 3 }, () => startDue({ scheduleId: id, dueAt })),
      ...Array.from({ length: 3 }, () => takeSchedules(world.ctx)),
    ]);
    expect(await runsOf(name)).to.equal(2);
    expect((await only()).recent.map(({ outcome }) => outcome)).to.deep.equal(["started"]);
    // A late caller either finds nothing, or waits for the lease of the faster one.
    for (const look of looks.slice(0, 3)) expect(look?.againMs ?? 0).to.be.within(0, 60_000);
    world.advance(61_000);
    expect(await startDue({ scheduleId: id, dueAt })).to.deep.equal({ againMs: null });
    expect(await runsOf(name)).to.equal(2);
  });

  it("is started by the worker that Temporal tells, also where that worker's clock is behind", async () => {
    const { id, name } = await made();
    world.advance(HOUR - 5_000);
    const { startDue, noteDue } = worker();
    await noteDue({ scheduleId: id });
    const dueAt = new Date(START.getTime() + HOUR + 200).toISOString();
    expect(await startDue({ scheduleId: id, dueAt })).to.deep.equal({ againMs: null });
    expect(await runsOf(name)).to.equal(1);
    expect((await only()).last).to.deep.include({ at: "2026-03-10T13:00:00.000Z", outcome: "started" });
    world.advance(5_000);
    await noteDue({ scheduleId: id });
    await startDue({ scheduleId: id, dueAt });
    expect(await runsOf(name)).to.equal(1);
  });

  for (const [what, change, problem] of [
    ["paused", { enabled: false }, /^The schedule was paused/],
    ["away for a day", {}, /more than six hours/],
  ] as const)
    it(`does not go on with a start that was interrupted when it was ${what}, and keeps the run that was stored`, async () => {
      const { id, name } = await made({ types: ["test", "seo"] });
      world.advance(HOUR);
      const { startDue, noteDue } = worker();
      await noteDue({ scheduleId: id });
      const dueAt = world.clock.at.toISOString();
      const insert = world.models.runs.create.bind(world.models.runs);
      let stored = 0;
      Object.assign(world.models.runs, {
        create: async (...args: Parameters<typeof insert>) => {
          if (stored++ > 0) throw new Error("killed");
          return insert(...args);
        },
      });
      await startDue({ scheduleId: id, dueAt }).catch(() => undefined);
      Object.assign(world.models.runs, { create: insert });
      await world.models.schedules.updateOne({ _id: id }, { $set: change });
      world.advance("enabled" in change ? 61_000 : 23 * HOUR);
      await startDue({ scheduleId: id, dueAt });
      const due = (await only()).recent.find(({ at }) => at === "2026-03-10T13:00:00.000Z");
      const runs = due?.runs.toSorted((a, b) => Number(b.runId !== null) - Number(a.runId !== null));
      expect(runs?.map(({ runId }) => runId !== null)).to.deep.equal([true, false]);
      expect(runs?.[1]?.problem).to.match(problem);
      expect(await runsOf(name)).to.equal(1);
    });

  it("is left to workers for a while, and taken up by an API process when none comes", async () => {
    const { id, name } = await made();
    await due(id);
    await takeSchedules(world.ctx, 15_000);
    expect(await runsOf(name)).to.equal(0);
    world.advance(15_000);
    await takeSchedules(world.ctx, 15_000);
    expect(await runsOf(name)).to.equal(1);
  });

  it("starts each run once when the process that took it is killed between any two writes", async () => {
    const { id, name } = await made({ types: ["test", "a11y"] });
    await due(id);
    const { models } = world;
    // Each write in turn takes effect and then fails; the lease expires, and the next round continues.
    const writes: [collection: "schedules" | "runs" | "idempotency", method: "create" | "updateOne"][] = [
      ["schedules", "updateOne"],
      ["idempotency", "create"],
      ["runs", "create"],
      ["schedules", "updateOne"],
    ];
    for (const [collection, method] of writes) {
      const model = models[collection] as unknown as Record<string, unknown>;
      const whole = model[method] as (...args: unknown[]) => PromiseLike<unknown>;
      model[method] = (...args: unknown[]) => {
        const done = whole.apply(model, args);
        return (async () => {
          await done;
          throw new Error("killed");
        })();
      };
      try {
        await takeSchedules(world.ctx);
      } finally {
        delete model[method];
      }
      world.advance(61_000);
    }
    await takeSchedules(world.ctx);
    expect(await runsOf(name)).to.equal(2);
    expect((await only()).last).to.deep.include({ at: "2026-03-10T13:00:00.000Z", outcome: "started" });
    expect((await stored(id)).takeAfter).to.not.equal(undefined);
  });

  it("is taken up by another process when the one that took it is slow: both mean the same runs", async () => {
    const { id, name } = await made();
    await due(id);
    let slow: Promise<void> = Promise.resolve();
    world.engine.between = async () => {
      world.engine.between = null;
      world.advance(61_000);
      await takeSchedules(world.ctx);
    };
    slow = takeSchedules(world.ctx);
    await slow;
    expect(await runsOf(name)).to.equal(1);
    expect((await only()).recent).to.have.length(1);
  });

  it("is one run for three due times over which the service was down, and says so", async () => {
    const { id, name } = await made();
    await due(id, 3 * HOUR + 60_000);
    await takeSchedules(world.ctx);
    await takeSchedules(world.ctx);
    expect(await runsOf(name)).to.equal(1);
    expect((await only()).last).to.deep.include({
      at: "2026-03-10T15:00:00.000Z",
      outcome: "started",
      passed: 2,
      reason: "2 earlier due times passed while the service was down: this run replaces all.",
    });
  });

  it("is missed when the service comes back too late", async () => {
    const { id, name } = await made({ cron: "30 12 * * *" });
    await due(id, 7 * HOUR);
    await takeSchedules(world.ctx);
    expect(await runsOf(name)).to.equal(0);
    expect((await only()).last).to.deep.include({ at: "2026-03-10T12:30:00.000Z", outcome: "missed", runs: [] });
  });

  it("skips a due time while an earlier run goes on, says which, and goes on after it", async () => {
    const { id, name } = await made();
    await due(id);
    await takeSchedules(world.ctx);
    const first = (await only()).last?.runs[0]?.runId;
    await due(id);
    await takeSchedules(world.ctx);
    expect((await only()).last).to.deep.include({ outcome: "skipped", reason: `Run ${first} is still running.` });
    const now = await world.client.post(`${PATH}/${id}/run`, full);
    expect([now.status, now.body.runId]).to.deep.equal([409, first]);
    await end(first);
    await due(id);
    await takeSchedules(world.ctx);
    expect((await only()).recent.map(({ outcome }) => outcome)).to.deep.equal(["started", "skipped", "started"]);
    expect(await runsOf(name)).to.equal(2);
  });

  it("starts nothing while it is paused, and makes nothing up for afterwards", async () => {
    const { id, name } = await made();
    await world.client.post(`${PATH}/${id}/pause`, full);
    await due(id, 2 * HOUR);
    await takeSchedules(world.ctx);
    await world.client.post(`${PATH}/${id}/resume`, full);
    await due(id, 60_000);
    await takeSchedules(world.ctx);
    expect([await runsOf(name), (await only()).last]).to.deep.equal([0, null]);
  });

  it("stores its run while Temporal is unavailable, and starts no second one", async () => {
    const { id, name } = await made();
    await due(id);
    world.engine.available = false;
    await takeSchedules(world.ctx);
    const { last, startingSince } = await only();
    const [stored] = await world.models.runs.find({ requestedBy: `schedule ${name}` }).lean();
    expect([last?.runs[0]?.runId, startingSince]).to.deep.equal([stored?._id, null]);
    world.engine.available = true;
    world.advance(16_000);
    await takeSchedules(world.ctx);
    expect(await runsOf(name)).to.equal(1);
  });

  it("goes on skipping while the run lasts, however often", async () => {
    const { id, name } = await made();
    for (let dues = 0; dues < KEPT_DUES + 3; dues += 1) {
      await due(id);
      await takeSchedules(world.ctx);
    }
    expect(await runsOf(name)).to.equal(1);
    expect((await only()).recent).to.have.length(KEPT_DUES);
  });

  it("says why a start was refused", async () => {
    const { id } = await made({ types: ["privacy", "test"] });
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    await due(id);
    await takeSchedules(world.ctx);
    const { last } = await only();
    expect(last?.runs[0]).to.deep.include({ type: "privacy", runId: null });
    expect(last?.runs[0]?.problem).to.match(/not part of the free plan/);
    expect(last?.runs[1]?.runId).to.match(/^run_/);
  });

  it("runs now for whoever may change it, also while it is paused", async () => {
    const { id, name } = await made({ types: ["full"], enabled: false });
    const answer = await world.client.post(`${PATH}/${id}/run`, full);
    expect(answer.status, answer.raw.toString()).to.equal(202);
    expect((answer.body.schedule as ScheduleView).last).to.deep.include({
      outcome: "started",
      by: "key project mcp_full",
      at: START.toISOString(),
    });
    expect(await runsOf(name)).to.equal(1);
    expect(await world.models.audit.countDocuments({ action: "schedule.run", target: id })).to.equal(1);
  });
});
