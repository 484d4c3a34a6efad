// A process killed exactly between two writes: the messages of the worker and the API are held back on their way.
import { expect } from "chai";
import { doorOf } from "../support/door.ts";
import { eventually } from "../support/eventually.ts";
import { FAULT_SETTINGS, killWorker, phaseOf, wireWorker } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";
import { startWire, type Wire, WRITES } from "../support/wire.ts";

describe("faults: killed between two writes", function () {
  this.timeout(180_000);
  let world: World;
  let wire: Wire;
  before(async () => {
    world = await startWorld(FAULT_SETTINGS);
    wire = await wireWorker(world);
  });
  after(async () => {
    await world.stop();
    await wire.close();
  });

  const baselined = async (name: string) => {
    const { client, slug } = await world.project({ A: `/page/${name}-a`, B: `/page/${name}-b` });
    await client.wait((await client.run({ type: "baseline" })).runId);
    return { client, slug };
  };

  it("a worker killed while it writes the plan plans again, and leaves no shot twice", async () => {
    const { client } = await world.project({ A: "/page/a", B: "/page/b" });
    const held = wire.hold(WRITES.plan, "answer");
    const { runId } = await client.run({ type: "baseline" });
    await held.reached;
    expect(await eventually("the workflow answers", () => phaseOf(world, runId))).to.equal("planning");
    await killWorker(world);
    held.release();
    expect((await client.wait(runId)).summary).to.include({ total: 2, passed: 2 });
    await expectInvariants(world, runId);
  });

  it("a worker killed in compare compares again, with the picture it had taken", async () => {
    const { client } = await baselined("compared");
    world.site.set("compared-a", "Other words than before.");
    const held = wire.hold(WRITES.comparison);
    const { runId } = await client.run({});
    await held.reached;
    const waiting = await withModels(world, (models) => models.shots.find({ runId, status: "pending" }).lean());
    expect(waiting.some((shot) => shot.captures.length === 1 && shot.mismatchPercent === null)).to.equal(true);
    await killWorker(world);
    held.release();
    const run = await client.wait(runId);
    expect(run.summary).to.include({ total: 2, passed: 1, failed: 1, errors: 0 });
    await expectInvariants(world, runId);
  });

  for (const what of ["message", "answer"] as const)
    it(`a worker killed in a promotion makes one version (the entry ${what === "message" ? "not written yet" : "written"})`, async () => {
      const { client } = await world.project({ A: "/page/a" });
      const held = wire.hold(WRITES.promotion, what);
      const { runId } = await client.run({ type: "baseline" });
      await held.reached;
      await killWorker(world);
      held.release();
      expect((await client.wait(runId)).summary).to.include({ total: 1, passed: 1 });
      const versions = await withModels(world, (models) =>
        models.baselineVersions.countDocuments({ fromRunId: runId }),
      );
      expect(versions).to.equal(1);
      await expectInvariants(world, runId);
    });

  for (const what of ["message", "answer"] as const)
    it(`a worker killed in the last write ends the run once (${what === "message" ? "before it landed" : "after it landed"})`, async () => {
      const { client } = await baselined(`last-${what}`);
      const held = wire.hold(WRITES.endOfSmallRun, what);
      const { runId } = await client.run({});
      await held.reached;
      expect(await phaseOf(world, runId)).to.equal("finishing");
      const read = () => withModels(world, (models) => models.runs.findById(runId).lean());
      const landed = what === "answer";
      if (landed) await eventually("the write landed", async () => (await read())?.status === "completed");
      const before = await read();
      expect(before?.status).to.equal(landed ? "completed" : "running");
      await killWorker(world);
      held.release();
      const run = await client.wait(runId);
      expect(run).to.include({ status: "completed" });
      expect(run.summary).to.include({ total: 2, passed: 2 });
      await expectInvariants(world, runId);
      const after = await read();
      if (landed) expect(after?.finishedAt, "the end is written once").to.deep.equal(before?.finishedAt);
    });

  it("an API killed between the write of a run and the start of its workflow: the run is started by itself", async () => {
    const { client } = await baselined("unstarted");
    const toTemporal = await startWire(doorOf(world.service.stack.temporalAddress), "chunks");
    const { TEMPORAL_ADDRESS } = world.service.env;
    await world.service.api.stop();
    world.service.env.TEMPORAL_ADDRESS = toTemporal.address;
    await world.service.api.start();
    const held = toTemporal.hold((bytes) => bytes.includes("visualRun"));
    const lost = client.run({}).then(
      () => "answered",
      () => "lost",
    );
    await held.reached;
    const [run] = await withModels(world, (models) => models.runs.find({ status: "running", startedAt: null }).lean());
    expect(run?.executionId).to.equal(null);
    await world.service.api.kill();
    expect(await lost).to.equal("lost");
    // The held message is lost with its connection.
    await toTemporal.close();
    world.service.env.TEMPORAL_ADDRESS = TEMPORAL_ADDRESS;
    await world.service.api.start();
    const ended = await client.wait(run?._id ?? "");
    expect(ended.summary).to.include({ total: 2, passed: 2 });
    await expectInvariants(world, run?._id ?? "");
  });

  it("an API killed there loses nothing to a caller who asks again with the same Idempotency-Key", async () => {
    const { client } = await baselined("again");
    const toTemporal = await startWire(doorOf(world.service.stack.temporalAddress), "chunks");
    const { TEMPORAL_ADDRESS } = world.service.env;
    await world.service.api.stop();
    world.service.env.TEMPORAL_ADDRESS = toTemporal.address;
    await world.service.api.start();
    const held = toTemporal.hold((bytes) => bytes.includes("visualRun"));
    const first = client.run({}, { "idempotency-key": "again" }).catch(() => null);
    await held.reached;
    await world.service.api.kill();
    expect(await first).to.equal(null);
    await toTemporal.close();
    world.service.env.TEMPORAL_ADDRESS = TEMPORAL_ADDRESS;
    await world.service.api.start();
    const { runId } = await client.run({}, { "idempotency-key": "again" });
    expect((await client.wait(runId)).summary).to.include({ total: 2, passed: 2 });
    const list = await withModels(world, (models) => models.runs.find({ type: "vrt-test", status: "running" }).lean());
    expect(list).to.deep.equal([]);
    await expectInvariants(world, runId);
  });
});
