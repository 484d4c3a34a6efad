// A due time needs only Temporal, the database and a worker.
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { FAULT_SETTINGS, withTemporal } from "../support/faults.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

describe("a schedule of a service", function () {
  this.timeout(240_000);
  let world: World;
  before(async () => {
    world = await startWorld(FAULT_SETTINGS);
  });
  after(async () => world?.stop());

  /** Fires Temporal's schedule for a due time that has just passed. */
  const fire = async (id: string) => {
    const before = new Date(Date.now() - 600_000);
    await withModels(world, ({ schedules }) => schedules.updateOne({ _id: id }, { $set: { handledUntil: before } }));
    await withTemporal(world, async (client) => {
      for await (const { scheduleId } of client.schedule.list())
        if (scheduleId.endsWith(id)) await client.schedule.getHandle(scheduleId).trigger();
    });
  };
  const runsOf = (name: string) =>
    withModels(world, ({ runs }) =>
      runs.find({ requestedBy: `schedule ${name}` }, { status: 1, startedAt: 1 }).lean<{ status: string }[]>(),
    );

  it("starts its run while no API process lives, once, and says so when one is back", async () => {
    const { client } = await world.project({ A: "/page/a" });
    const name = "Often";
    // Once an hour, so that no other due time comes during the test.
    const cron = `${new Date(Date.now() - 120_000).getUTCMinutes()} * * * *`;
    const made = await client.request("POST", "/api/schedules", { name, cron, types: ["test"] });
    const { id } = (made as { schedule: { id: string } }).schedule;
    await world.service.api.stop();
    await fire(id);
    await eventually(
      "the run is started and ends",
      async () => (await runsOf(name))[0]?.status === "completed",
      120_000,
    );
    await world.service.api.start();
    const listed = await client.request("GET", "/api/schedules");
    const { last } = (listed as { schedules: { last: { outcome: string; by: null; runs: object[] } }[] }).schedules[0]!;
    expect(last).to.deep.include({ outcome: "started", by: null });
    expect(last.runs).to.have.length(1);
    expect(await runsOf(name)).to.have.length(1);
  });
});
