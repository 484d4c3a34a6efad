// What a worker counts of the due times that it takes: alerts read its registry, and no other one.
import { expect } from "chai";
import { Registry } from "prom-client";
import type { Schedule } from "../../models/schedules/schema.ts";
import { createTakeDue } from "../../workers/startDue.ts";
import { makeWorld, type World } from "../api/support/world.ts";

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
    const queues = { orchestration: "o", browser: "b", lab: "l" };
    // A due time that was missed starts nothing, so no Temporal is asked.
    const takeDue = createTakeDue({ ...world.ctx, client: {} } as never, queues, registry);
    const missed = async () => {
      const text = await registry.metrics();
      return Number(/^plumbline_schedule_dues_total\{outcome="missed"\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await missed();
    const midnight = new Date(world.clock.at);
    midnight.setUTCHours(24, 0, 0, 0);
    await takeDue(schedule, new Date(midnight.getTime() + 7 * 3_600_000));
    expect(await missed()).to.equal(before + 1);
    expect(await registry.metrics()).to.include("plumbline_runs_started_total");
  });
});
