// Faults and cancellations of functional runs, with real processes on one stack: one verdict, no scenario twice, no browser left.
import path from "node:path";
import { expect } from "chai";
import { type Child, startChild } from "../../temporal-dev/children.ts";
import { eventually } from "../support/eventually.ts";
import {
  alive,
  browsersBelow,
  FAULT_SETTINGS,
  killWorker,
  letThrough,
  phaseOf,
  wireWorker,
} from "../support/faults.ts";
import { addFeature, featureResults } from "../support/features.ts";
import { expectFunctionalInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";
import { TIMEOUT_FACTOR } from "../support/timeoutFactor.ts";
import { withModels } from "../support/watched.ts";
import { type Wire, WRITES } from "../support/wire.ts";

/** The API's guarantee: a context is closed within this time after the cancellation. */
const CONTEXTS_CLOSE_MS = 2_000 * TIMEOUT_FACTOR;

describe("faults: functional runs", function () {
  this.timeout(180_000);
  let world: World;
  let wire: Wire;
  let number = 0;
  before(async () => {
    world = await startWorld({ ...FAULT_SETTINGS, SVC_BROWSER_SLOTS: "2" });
    wire = await wireWorker(world);
  });
  after(async () => {
    await world.stop();
    await wire.close();
  });
  afterEach(async () => {
    world.site.openGates();
    await world.service.stack.startMongo();
  });

  type Client = Awaited<ReturnType<World["project"]>>["client"];
  const hits = (address: string) => world.site.hits.get(address) ?? 0;
  const read = (runId: string) => withModels(world, (models) => models.runs.findById(runId).lean());
  const cancel = (client: Client, runId: string) => client.request("POST", `/api/ci/runs/${runId}/cancel`);

  /** A project whose feature has a scenario that ends immediately, one that waits at a gate in its second step, and a last one. */
  async function project() {
    number += 1;
    const name = `f${number}`;
    const { client, slug } = await world.project({ Plain: "/page/plain" });
    const scenario = (title: string, first: string, then: string) =>
      `  Scenario: ${title}\n    Given I am on "/page/${first}"\n    When I open "${then}"\n    Then the address is "${then}"\n\n`;
    const gherkin = `Feature: Three\n\n${scenario("First", `${name}-1`, `/page/${name}-1b`)}${scenario("Gated", `${name}-2`, `/gate/${name}`)}${scenario("Last", `${name}-3`, `/page/${name}-3b`)}`;
    await addFeature(world, slug, "three", gherkin);
    const run = async (): Promise<string> => {
      const args = { featureId: "three", confirm: true };
      const started = await client.request("POST", "/api/mcp/v1/invoke", { tool: "run_frt_feature", args });
      return (started as { data: { runId: string } }).data.runId;
    };
    /** Waits until the first scenario has ended and the second one is at its gate. */
    const atGate = async (runId: string) => {
      await eventually("the gate was reached", async () => hits(`/gate/${name}`) > 0);
      await eventually("the first scenario has ended", async () => {
        const { scenarios } = await featureResults(world, runId);
        return scenarios[0]?.status === "passed";
      });
    };
    return { client, slug, name, run, atGate };
  }

  /** Expects that the run ended as cancelled, once, and that nothing writes to it afterwards. */
  async function expectCancelled(client: Client, runId: string, slug: string) {
    const run = await client.wait(runId);
    expect(run.status).to.equal("failed");
    expect(run.error).to.match(new RegExp(`^cancelled by .*${slug}`));
    await expectFunctionalInvariants(world, runId);
    const before = await read(runId);
    await client.wait((await client.run({ type: "baseline" })).runId);
    expect(await read(runId), "it ended once").to.deep.equal(before);
  }

  /** Expects that all three passed, and that the first one did not run again. */
  async function expectPassed(client: Client, runId: string, name: string) {
    const ended = await letThrough(world, client.wait(runId));
    expect(ended, ended.error ?? "").to.include({ status: "completed" });
    expect(ended.summary).to.include({ total: 3, passed: 3, flaky: 0 });
    expect(hits(`/page/${name}-1`), "the first scenario is not repeated").to.equal(1);
    await expectFunctionalInvariants(world, runId);
  }

  it("a cancel while queued: nothing is visited", async () => {
    const { client, slug, name, run } = await project();
    await world.service.worker.stop();
    const runId = await run();
    await cancel(client, runId);
    await world.service.worker.start();
    await expectCancelled(client, runId, slug);
    expect(hits(`/page/${name}-1`)).to.equal(0);
  });

  it("a cancel while planning: nothing is visited", async () => {
    const { client, slug, name, run } = await project();
    const held = wire.hold(WRITES.scenarios);
    const runId = await run();
    await held.reached;
    expect(await phaseOf(world, runId)).to.equal("planning");
    await cancel(client, runId);
    held.release();
    await expectCancelled(client, runId, slug);
    expect(hits(`/page/${name}-1`)).to.equal(0);
  });

  it("a cancel in the middle of a scenario: its context is closed within 2 s, and earlier results stand", async () => {
    const { client, slug, run, atGate } = await project();
    const runId = await run();
    await atGate(runId);
    await cancel(client, runId);
    const asked = performance.now();
    await eventually("the page is closed", async () => world.site.waiting() === 0);
    expect(performance.now() - asked).to.be.below(CONTEXTS_CLOSE_MS);
    await expectCancelled(client, runId, slug);
    const { scenarios } = await featureResults(world, runId);
    expect(scenarios.slice(0, 2).map(({ status }) => status)).to.deep.equal(["passed", "error"]);
    expect(scenarios[1]?.message).to.match(/the run ended early/);
  });

  it("a cancel in finishing comes too late: the run ends once, in one way or the other", async () => {
    const { client, run } = await project();
    const held = wire.hold(WRITES.endOfSmallRun);
    const runId = await run();
    await letThrough(world, held.reached);
    await cancel(client, runId);
    held.release();
    const ended = await client.wait(runId);
    expect(ended.status === "completed" || /^cancelled by /.test(ended.error ?? ""), ended.error ?? "").to.equal(true);
    await expectFunctionalInvariants(world, runId);
  });

  it("a worker killed between two scenarios: the first stands, the others are run, and no browser is left", async () => {
    const { client, name, run, atGate } = await project();
    const runId = await run();
    await atGate(runId);
    await killWorker(world);
    await expectPassed(client, runId, name);
    const { attempts } = await featureResults(world, runId);
    expect(attempts.map(({ attempt }) => attempt)).to.deep.equal([1, 1, 1]);
  });

  it("a worker killed in finishing: one end, and no scenario again", async () => {
    const { client, name, run } = await project();
    const held = wire.hold(WRITES.endOfSmallRun);
    const runId = await run();
    await letThrough(world, held.reached);
    await killWorker(world);
    held.release();
    await expectPassed(client, runId, name);
    expect([hits(`/page/${name}-2`), hits(`/page/${name}-3`)]).to.deep.equal([1, 1]);
  });

  it("a database that is unavailable in the middle of a scenario delays the run", async () => {
    const { client, name, run, atGate } = await project();
    const runId = await run();
    await atGate(runId);
    await world.service.stack.killMongo();
    world.site.openGates();
    await eventually("the gated step went on", async () => world.site.waiting() === 0);
    await world.service.stack.startMongo();
    await eventually("the API answers again", () => client.status(runId).catch(() => null));
    await expectPassed(client, runId, name);
  });

  it("a Temporal that is killed comes back on its file, and the run goes on", async () => {
    const { client, name, run, atGate } = await project();
    const runId = await run();
    await atGate(runId);
    await world.service.stack.killTemporal();
    await world.service.stack.startTemporal();
    await expectPassed(client, runId, name);
  });

  it("two workers share a run, and it outlives the one that is killed", async () => {
    const { client, name, run, atGate } = await project();
    const { service } = world;
    const second: Child = await startChild({
      name: "second worker",
      module: new URL("../../workers/main.ts", import.meta.url),
      env: { ...service.env, SVC_WORKER_METRICS_PORT: "0" },
      logFile: path.join(service.dataDir, "logs", "second.log"),
      log: () => undefined,
    });
    try {
      const runId = await run();
      await atGate(runId);
      const browsers = browsersBelow(second.pid ?? 0);
      await second.kill();
      await eventually("its browsers end", async () => browsers.filter(alive).length === 0);
      await expectPassed(client, runId, name);
    } finally {
      await second.stop();
    }
  });
});
