// Schedules on a real Temporal: the record is the source of truth, Temporal's schedule follows it and wakes us; its due times equal ours.
import { type Client, ScheduleNotFoundError } from "@temporalio/client";
import { expect } from "chai";
import { createScheduleActivities } from "../../../activities/schedules/schedules.ts";
import { PRIORITIES } from "../../../domain/durable/turn.ts";
import { dueTimes } from "../../../domain/schedules/cron.ts";
import type { Schedule } from "../../../models/schedules/schema.ts";
import { hasUnaligned } from "../../../models/schedules/unaligned.ts";
import { clockIdOf, putSchedule } from "../../../platform/temporal/scheduleClock.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { eventually } from "../../support/eventually.ts";
import { openFakeWorld } from "../../workflows/fakes.ts";

const START = new Date("2026-03-10T12:00:00Z");
const HOUR = 3_600_000;

describe("schedules on Temporal", function () {
  this.timeout(60_000);
  let world: ActivityWorld;
  let temporal: Awaited<ReturnType<typeof openFakeWorld>>;
  let client: Client;
  let now = START;
  let activities: ReturnType<typeof createScheduleActivities>;
  let names = 0;

  before(async () => {
    temporal = await openFakeWorld();
    client = temporal.client;
    world = await openActivityWorld({ client, now: () => now });
    restart();
    temporal.play({
      noteDue: (input: { scheduleId: string }) => activities.noteDue(input),
      startDue: (input: { scheduleId: string; dueAt: string }) => activities.startDue(input),
      alignSchedules: () => activities.alignSchedules(),
    });
  });
  after(async () => {
    await temporal?.close();
    await world?.close();
  });
  beforeEach(async () => {
    now = START;
    taken.length = 0;
    await world.models.schedules.deleteMany({});
  });

  /** Another worker, which compares everything in its first round. */
  const restart = () => {
    activities = createScheduleActivities({
      ...world.deps,
      queues: temporal.queues,
      async takeDue({ _id }, aheadMs) {
        taken.push(_id);
        const handledUntil = new Date(now.getTime() + aheadMs);
        await world.models.schedules.updateOne({ _id }, { $set: { takeAfter: null, handledUntil } });
      },
    });
  };
  /** Schedules that were handled. */
  const taken: string[] = [];
  const add = async (patch: Partial<Schedule> = {}) => {
    const _id = `sch_${++names}`;
    await world.models.schedules.create({
      _id,
      orgId: "org_a",
      projectId: "prj_shop",
      name: _id,
      cron: "0 * * * *",
      timeZone: "UTC",
      jitterMinutes: 0,
      types: ["test"],
      enabled: true,
      createdBy: "test",
      createdAt: START,
      updatedAt: START,
      rev: 1,
      turn: 0,
      handledUntil: START,
      ...patch,
    });
    return _id;
  };
  const stored = async (id: string) => (await world.models.schedules.findById(id).lean()) as Schedule;
  const handle = (id: string) => client.schedule.getHandle(clockIdOf(temporal.queues, id));
  const isThere = (id: string) =>
    handle(id)
      .describe()
      .catch((error: unknown) => {
        if (error instanceof ScheduleNotFoundError) return null;
        throw error;
      });
  const align = () => activities.alignSchedules();
  const change = (id: string, set: Partial<Schedule>) =>
    world.models.schedules.updateOne({ _id: id }, { $set: set, $inc: { rev: 1 } });

  it("makes Temporal's schedule, brings it in line with changes, and deletes it with the record", async () => {
    const id = await add({ timeZone: "Europe/Berlin", cron: "30 2 * * *", jitterMinutes: 5 });
    expect(await align()).to.deep.equal({ aligned: 1, woken: 0 });
    expect(await stored(id)).to.include({ alignedRev: 1 });
    expect((await isThere(id))?.spec).to.include({ timezone: "Europe/Berlin", jitter: 300_000 });
    expect((await isThere(id))?.policies).to.include({ overlap: "SKIP" });
    // Ahead of all work of runs, however urgent, because a start must not wait for other work.
    const priority = async () => (await isThere(id))?.action.priority?.priorityKey;
    expect(await priority()).to.equal(Math.min(...Object.values(PRIORITIES)));
    expect(await align()).to.deep.equal({ aligned: 0, woken: 0 });
    await change(id, { enabled: false });
    expect((await align()).aligned).to.equal(1);
    expect((await isThere(id))?.state.paused).to.equal(true);
    expect(await priority()).to.equal(Math.min(...Object.values(PRIORITIES)));
    await change(id, { deletedAt: now });
    expect((await align()).aligned).to.equal(1);
    expect([await stored(id), await isThere(id)]).to.deep.equal([null, null]);
  });

  it("repairs what somebody paused or deleted in Temporal, at a worker's start", async () => {
    const [paused, gone] = [await add(), await add()];
    await align();
    await handle(paused).pause();
    await handle(gone).delete();
    restart();
    expect((await align()).aligned).to.equal(2);
    expect((await isThere(paused))?.state.paused).to.equal(false);
    expect(await isThere(gone)).to.not.equal(null);
  });

  it("notes through its workflow that a schedule is due and starts it, and does nothing for one that is paused", async () => {
    const [id, paused] = [await add(), await add({ enabled: false })];
    await align();
    await handle(id).trigger();
    await handle(paused).trigger();
    await eventually(
      "both workflows looked",
      async () => temporal.calls().filter((n) => n === "startDue").length === 2,
    );
    await eventually("it was taken up", async () => taken.length > 0);
    expect([taken, (await stored(paused)).takeAfter]).to.deep.equal([[id], null]);
  });

  it("deletes a schedule of Temporal whose record is gone", async () => {
    const scheduleId = "sch_unknown";
    const rest = { rev: 1, cron: "0 * * * *", timeZone: "UTC", jitterMinutes: 0, enabled: true };
    await putSchedule(client, temporal.queues, { scheduleId, ...rest });
    await activities.noteDue({ scheduleId });
    expect(await isThere(scheduleId)).to.equal(null);
  });

  it("notes a due time itself that Temporal did not tell of", async () => {
    const id = await add({ jitterMinutes: 10 });
    await align();
    now = new Date(START.getTime() + HOUR + 11 * 60_000);
    expect((await align()).woken).to.equal(0);
    now = new Date(START.getTime() + HOUR + 13 * 60_000);
    expect((await align()).woken).to.equal(1);
    expect([taken, (await stored(id)).takeAfter]).to.deep.equal([[id], null]);
  });

  it("takes up what whoever was told left, and nothing that somebody may still be at", async () => {
    const at = (ms: number) => new Date(START.getTime() + ms);
    const [left, fresh] = [await add({ takeAfter: START }), await add({ takeAfter: at(10_000) })];
    await align();
    expect(taken).to.deep.equal([]);
    now = at(31_000);
    expect(await hasUnaligned(world.models, now)).to.equal(true);
    await align();
    expect(taken).to.deep.equal([left]);
    now = at(41_000);
    await align();
    expect(taken).to.deep.equal([left, fresh]);
    expect(await hasUnaligned(world.models, now)).to.equal(false);
  });

  const SAME: [cron: string, timeZone: string, from: string, days: number][] = [
    ["0 6 * * 1-5", "Europe/Berlin", "2026-03-25T00:00:00Z", 10],
    ["0 6 * * SUN", "America/New_York", "2026-10-20T00:00:00Z", 30],
    ["*/20 8-9,17 1 */2 *", "Asia/Kolkata", "2026-01-01T00:00:00Z", 90],
    ["15 * * * *", "UTC", "2026-03-29T00:00:00Z", 1],
    ["0 0 29 2 *", "UTC", "2027-01-01T00:00:00Z", 800],
  ];
  for (const [cron, timeZone, from, days] of SAME)
    it(`is due when Temporal says so: ${cron} in ${timeZone} from ${from}`, async () => {
      const { ours, theirs } = await both(cron, timeZone, from, days);
      expect(theirs).to.deep.equal(ours).and.not.to.be.empty;
    });

  // A time that Temporal skips is noticed by a worker's round two minutes later; a time that Temporal takes later has been handled by then.
  it("is due once a day and every hour where Temporal leaves out or takes later what a clock change moves", async () => {
    const spring = await both("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 3);
    expect(spring.ours).to.have.length(3);
    expect(spring.theirs).to.deep.equal(spring.ours.filter((at) => !at.startsWith("2026-03-29")));
    const autumn = await both("30 2 * * *", "Europe/Berlin", "2026-10-24T00:00:00Z", 3);
    expect(autumn.ours).to.have.length(3);
    expect(autumn.theirs).to.deep.equal(
      autumn.ours.map((at) => (at === "2026-10-25T00:30:00.000Z" ? "2026-10-25T01:30:00.000Z" : at)),
    );
    const hourly = await both("15 * * * *", "Europe/Berlin", "2026-10-24T20:00:00Z", 1);
    expect(hourly.ours).to.have.length(24);
    expect(hourly.ours).to.include.members(hourly.theirs);
  });

  async function both(cron: string, timeZone: string, from: string, days: number) {
    const scheduleId = `sch_${++names}`;
    await putSchedule(client, temporal.queues, {
      scheduleId,
      rev: 1,
      cron,
      timeZone,
      jitterMinutes: 0,
      enabled: false,
    });
    const start = new Date(from);
    const end = new Date(start.getTime() + days * 24 * HOUR);
    const stamp = (at: Date) => ({ seconds: (at.getTime() / 1_000) as never, nanos: 0 });
    const { startTime } = await client.workflowService.listScheduleMatchingTimes({
      namespace: client.options.namespace,
      scheduleId: clockIdOf(temporal.queues, scheduleId),
      startTime: stamp(start),
      endTime: stamp(end),
    });
    const theirs = startTime.map(({ seconds }) => new Date(Number(seconds) * 1_000).toISOString());
    const spec = { cron, timeZone };
    const ours = dueTimes(spec, { after: new Date(start.getTime() - 1), until: end, most: 1_000 });
    return { ours: ours.map((at) => at.toISOString()), theirs };
  }
});
