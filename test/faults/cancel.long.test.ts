// A cancellation in each phase of a run: the run ends once, names who cancelled it, and its browser contexts are closed immediately.
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { FAULT_SETTINGS, phaseOf, wireWorker } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";
import { TIMEOUT_FACTOR } from "../support/timeoutFactor.ts";
import { withModels } from "../support/watched.ts";
import { type Wire, WRITES } from "../support/wire.ts";

/** The API's guarantee: a context is closed within this time after the cancellation. */
const CONTEXTS_CLOSE_MS = 2_000 * TIMEOUT_FACTOR;

describe("faults: a cancel in each phase", function () {
  this.timeout(180_000);
  let world: World;
  let wire: Wire;
  before(async () => {
    world = await startWorld({
      ...FAULT_SETTINGS,
      SVC_BROWSER_SLOTS: "3",
    });
    wire = await wireWorker(world);
  });
  after(async () => {
    await world.stop();
    await wire.close();
  });

  const read = (runId: string) => withModels(world, (models) => models.runs.findById(runId).lean());
  type Client = Awaited<ReturnType<World["project"]>>["client"];
  const cancel = (client: Client, runId: string) => client.request("POST", `/api/ci/runs/${runId}/cancel`);

  /** The run has ended as cancelled, and nothing writes to it: the reconciler has checked it twice since. */
  const expectCancelled = async (client: Client, runId: string, slug: string) => {
    const run = await client.wait(runId);
    expect(run.status).to.equal("failed");
    expect(run.error).to.match(new RegExp(`^cancelled by .*${slug}`));
    await expectInvariants(world, runId);
    const before = await read(runId);
    const other = await client.run({ type: "baseline", scenarios: ["Plain"] });
    await client.wait(other.runId);
    expect(await read(runId), "it ended once").to.deep.equal(before);
  };

  it("in planning", async () => {
    const { client, slug } = await world.project({ Plain: "/page/plain", Other: "/page/other" });
    const held = wire.hold(WRITES.plan);
    const { runId } = await client.run({ type: "baseline" });
    await held.reached;
    expect(await phaseOf(world, runId)).to.equal("planning");
    await cancel(client, runId);
    held.release();
    await expectCancelled(client, runId, slug);
    expect(world.site.hits.get("/page/other") ?? 0, "nothing was visited").to.equal(0);
  });

  for (const [type, phase] of [
    ["baseline", "capturing"],
    ["test", "testing"],
  ] as const)
    it(`in ${phase}, while pages are open: their contexts are closed within 2 s`, async () => {
      const gates = Object.fromEntries([1, 2, 3].map((n) => [`Gate ${n}`, `/gate/${phase}-${n}`]));
      const { client, slug } = await world.project({ Plain: "/page/plain", ...gates });
      const { runId } = await client.run({ type });
      await eventually("three pages are open", async () => world.site.waiting() === 3);
      expect(await phaseOf(world, runId)).to.equal(phase);
      await cancel(client, runId);
      const asked = performance.now();
      await eventually("the pages are closed", async () => world.site.waiting() === 0);
      expect(performance.now() - asked).to.be.below(CONTEXTS_CLOSE_MS);
      await expectCancelled(client, runId, slug);
    });

  it("in comparing", async () => {
    const { client, slug } = await world.project({ Plain: "/page/plain", Changed: "/page/changed" });
    await client.wait((await client.run({ type: "baseline" })).runId);
    world.site.set("changed", "Other words than before.");
    const held = wire.hold(WRITES.comparison);
    const { runId } = await client.run({});
    await held.reached;
    await cancel(client, runId);
    held.release();
    await expectCancelled(client, runId, slug);
  });

  it("in finishing, where it comes too late: the run ends once, in one way or the other", async () => {
    const { client } = await world.project({ Plain: "/page/plain" });
    const held = wire.hold(WRITES.endOfSmallRun);
    const { runId } = await client.run({ type: "baseline" });
    await held.reached;
    expect(await phaseOf(world, runId)).to.equal("finishing");
    await cancel(client, runId);
    held.release();
    const run = await client.wait(runId);
    expect(run.status === "completed" || /^cancelled by /.test(run.error ?? ""), run.error ?? "").to.equal(true);
    await expectInvariants(world, runId);
    const before = await read(runId);
    await client.wait((await client.run({ type: "baseline" })).runId);
    expect(await read(runId)).to.deep.equal(before);
  });

  it("while the database is unavailable: who asked is not lost, and the cancel is not taken for a failure", async () => {
    const { client, slug } = await world.project({ Plain: "/page/plain", Other: "/page/other" });
    const held = wire.hold(WRITES.plan);
    const { runId } = await client.run({ type: "baseline" });
    await held.reached;
    await cancel(client, runId);
    // The plan fails after the cancellation was requested: Temporal does not retry it.
    await world.service.stack.killMongo();
    await world.service.stack.startMongo();
    held.release();
    await eventually("the API answers again", () => client.status(runId).catch(() => null));
    await expectCancelled(client, runId, slug);
  });
});
