// What a worker starts for a schedule: the API's operation, on this worker's own clock.
import type { Client } from "@temporalio/client";
import { expect } from "chai";
import { Registry } from "prom-client";
import type { Run } from "../../models/runs/schema.ts";
import type { Schedule } from "../../models/schedules/schema.ts";
import { createTakeDue } from "../../workers/startDue.ts";
import { makeWorld, type World } from "../api/support/world.ts";

const HOUR = 3_600_000;
/** Time that Temporal takes for a start. */
const SLOW_MS = 20_000;
const QUEUES = { orchestration: "o", browser: "b", lab: "l" };

describe("what a worker starts for a schedule", () => {
  let world: World;
  let schedule: Schedule;
  let takeDue: ReturnType<typeof createTakeDue>;
  const started: string[] = [];
  before(async () => {
    world = await makeWorld();
    const key = await world.addKey("mcp_full");
    const body = { name: "nightly", cron: "0 * * * *", types: ["test", "seo"] };
    expect((await world.client.post("/api/schedules", { key, body })).status).to.equal(201);
    schedule = (await world.models.schedules.findOne({}).lean()) as Schedule;
    const client = {
      withDeadline: (_at: number, work: () => Promise<unknown>) => work(),
      workflow: {
        async start(_type: string, { workflowId }: { workflowId: string }) {
          started.push(workflowId);
          world.advance(SLOW_MS);
        },
      },
    } as unknown as Client;
    takeDue = createTakeDue({ ...world.ctx, client } as never, QUEUES, new Registry());
  });
  after(() => world?.close());

  const read = async () => (await world.models.schedules.findById(schedule._id).lean()) as Schedule;

  it("starts what is due by Temporal's clock, and dates each step when it happens", async () => {
    const due = new Date(schedule.createdAt.getTime() + HOUR);
    const early = 5_000;
    world.advance(HOUR - early);
    const began = world.clock.at.getTime();
    await takeDue(schedule, 0);
    expect([started, (await read()).recent]).to.deep.equal([[], []]);
    await takeDue(await read(), early);
    expect(started).to.have.length(2);
    const runs = await world.models.runs.find({}).sort({ createdAt: 1 }).lean<Run[]>();
    const since = (at: Date | null) => (at?.getTime() ?? 0) - began - early;
    expect(runs.map(({ createdAt, startedAt }) => [since(createdAt), since(startedAt)])).to.deep.equal([
      [0, SLOW_MS],
      [SLOW_MS, 2 * SLOW_MS],
    ]);
    const { recent, takeAfter, starting } = await read();
    expect(recent).to.have.length(1);
    expect(recent[0]).to.deep.include({
      at: due,
      outcome: "started",
      handledAt: new Date(due.getTime() + 2 * SLOW_MS),
    });
    // No due time falls into the period of the lease, so no further look is needed.
    expect([takeAfter, starting]).to.deep.equal([null, null]);
  });

  it("looks again where the next due time came while it started", async () => {
    const last = await read();
    world.advance(2 * HOUR - 5_000 - 2 * SLOW_MS - 1_000);
    const { handledUntil } = last;
    await world.models.runs.updateMany({}, { $set: { status: "completed", verdict: "pass" } });
    await takeDue(last, 0);
    const { recent, takeAfter } = await read();
    expect(recent).to.have.length(2);
    // The work began two hours after the last due time, a second before the third one, which is due now.
    expect(recent[0]?.at.getTime()).to.be.greaterThan(handledUntil.getTime());
    expect(takeAfter).to.deep.equal(world.clock.at);
  });
});

// Alerts read only the worker's registry.
describe("due times that a worker takes", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  it("are in its own metrics", async () => {
    const key = await world.addKey("mcp_full");
    const made = await world.client.post("/api/schedules", {
      key,
      body: { name: "Nightly", cron: "0 0 * * *", types: ["test"] },
    });
    expect(made.status, made.raw.toString()).to.equal(201);
    const schedule = (await world.models.schedules.findOne({ name: "Nightly" }).lean()) as Schedule;
    const registry = new Registry();
    // A missed due time starts nothing, so Temporal is not called.
    const takeDue = createTakeDue({ ...world.ctx, client: {} } as never, QUEUES, registry);
    const missed = async () => {
      const text = await registry.metrics();
      return Number(/^plumbline_schedule_dues_total\{outcome="missed"\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await missed();
    const midnight = new Date(world.clock.at);
    midnight.setUTCHours(24, 0, 0, 0);
    await takeDue(schedule, midnight.getTime() + 7 * HOUR - world.clock.at.getTime());
    expect(await missed()).to.equal(before + 1);
    expect(await registry.metrics()).to.include("plumbline_runs_started_total");
  });
});
