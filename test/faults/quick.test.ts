// Processes killed during a run, on a real service.
import path from "node:path";
import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import {
  alive,
  browsersBelow,
  FAULT_SETTINGS,
  killBrowsers,
  killWorker,
  letThrough,
  mostAttempts,
} from "../support/faults.ts";
import { addFeature, featureResults } from "../support/features.ts";
import { mountSmallDisk } from "../support/fullDisk.ts";
import { expectInvariants } from "../support/invariants.ts";
import { openReceiver, type Receiver } from "../support/receiver.ts";
import { startWorld, type World } from "../support/service.ts";

describe("faults", function () {
  this.timeout(240_000);
  let world: World;
  let receiver: Receiver;
  before(async () => {
    receiver = await openReceiver();
    world = await startWorld({
      ...FAULT_SETTINGS,
      SVC_ALLOWED_HOSTS: receiver.host,
      SVC_BROWSER_SLOTS: "2",
      SVC_BROWSER_MEMORY_MB: "1600",
    });
  });
  after(async () => {
    await world?.stop();
    await receiver?.close();
  });

  const gated = async () => {
    const { client } = await world.project({ A: "/page/a", B: "/page/b", Gate: "/gate/g", C: "/page/c" });
    world.site.hits.delete("/gate/g");
    const { runId } = await client.run({ type: "baseline" });
    await eventually("the gate was reached", async () => (world.site.hits.get("/gate/g") ?? 0) > 0);
    return { client, runId };
  };
  it("a worker killed in the middle of a capture loses nothing, and leaves no browser", async () => {
    const { client, runId } = await gated();
    const browsers = browsersBelow(world.service.worker.pid ?? 0);
    expect(browsers).not.to.deep.equal([]);
    await world.service.worker.kill();
    await eventually("its browsers end", async () => browsers.filter(alive).length === 0);
    await world.service.worker.start();
    const ended = await letThrough(world, client.wait(runId));
    expect(ended.summary).to.include({ total: 4, passed: 4 });
    await expectInvariants(world, runId);
  });

  it("a worker killed in step 5 of 9: the attempt begins again, earlier scenarios do not, and there is one verdict", async () => {
    const { client, slug } = await world.project({ A: "/page/a" });
    await addFeature(
      world,
      slug,
      "nine",
      `Feature: Nine steps
  Scenario: Before
    Given I am on "/page/before"
    Then the address is "/page/before"

  Scenario: Nine
    Given I am on "/page/first"
    Then the address is "/page/first"
    When I open "/page/second"
    Then the address is "/page/second"
    When I open "/gate/nine"
    Then the address is "/gate/nine"
    When I open "/page/last"
    And I reload the page
    Then the address is "/page/last"
`,
    );
    const args = { featureId: "nine", confirm: true };
    const started = await client.request("POST", "/api/mcp/v1/invoke", { tool: "run_frt_feature", args });
    const { runId } = (started as { data: { runId: string } }).data;
    const hits = (path: string) => world.site.hits.get(path) ?? 0;
    await eventually("the fifth step is under way", async () => hits("/gate/nine") > 0);
    await eventually("the other scenario has ended", async () => {
      const { scenarios } = await featureResults(world, runId);
      return scenarios[0]?.status === "passed";
    });
    expect([hits("/page/before"), hits("/page/first")]).to.deep.equal([1, 1]);
    await killWorker(world);
    const ended = await letThrough(world, client.wait(runId));
    expect(ended).to.include({ status: "completed", type: "frt-test", error: null });
    expect(ended.summary).to.include({ total: 2, passed: 2, failed: 0, flaky: 0 });
    expect([hits("/page/before"), hits("/page/first")]).to.deep.equal([1, 2]);
    const { scenarios, attempts } = await featureResults(world, runId);
    expect(scenarios.map(({ status, attempts: made }) => [status, made])).to.deep.equal([
      ["passed", 1],
      ["passed", 1],
    ]);
    expect(attempts.map(({ attempt, status }) => [attempt, status])).to.deep.equal([
      [1, "passed"],
      [1, "passed"],
    ]);
    expect(attempts[1]?.notes.join(" ")).to.match(/worker was lost once/);
    expect(JSON.parse(attempts[1]?.steps ?? "[]")).to.have.length(9);
  });

  it("a worker killed while a slow receiver has a message: it comes again with the same id, and is one delivery", async () => {
    const { client } = await world.project({ A: "/page/a" });
    const body = { name: "slow", kind: "webhook", url: `${receiver.url}/hook` };
    const made = await client.request("POST", "/api/notifications/channels", body);
    const { id } = (made as { channel: { id: string } }).channel;
    let held = true;
    receiver.play((res) => {
      if (!held) res.writeHead(204).end();
    });
    await client.request("POST", `/api/notifications/channels/${id}/test`, {});
    await eventually("the receiver has the message", async () => receiver.received.length === 1);
    await killWorker(world);
    held = false;
    type Deliveries = { deliveries: { status: string; tries: { attempt: number; note: string }[] }[] };
    const ended = await eventually(
      "the message is delivered",
      async () => {
        const answer = await client.request("GET", `/api/notifications/deliveries?channel=${id}`);
        const { deliveries } = answer as Deliveries;
        return deliveries[0]?.status === "delivered" ? deliveries : null;
      },
      120_000,
    );
    expect(ended.map(({ tries }) => tries.map(({ attempt }) => attempt))).to.deep.equal([[1]]);
    expect(ended[0]?.tries[0]?.note).to.match(/^The worker that was sending it stopped/);
    const ids = receiver.received.map(({ headers, body: sent }) => [headers["idempotency-key"], JSON.parse(sent).id]);
    expect(ids).to.have.length(2);
    expect(new Set(ids.flat()).size).to.equal(1);
  });

  it("a browser that is killed costs no shot an attempt", async () => {
    const { client, runId } = await gated();
    killBrowsers(world);
    const ended = await letThrough(world, client.wait(runId));
    expect(ended.summary).to.include({ total: 4, passed: 4 });
    expect(await mostAttempts(world, runId)).to.equal(1);
    await expectInvariants(world, runId);
  });

  it("pages that eat memory get their verdict, and the run of somebody else beside them ends as if alone", async () => {
    const hostile = await world.project({ One: "/hungry/3000", Two: "/hungry/3001", Three: "/hungry/3002" });
    const { runId: hostileId } = await hostile.client.run({ type: "baseline" });
    await eventually("a hostile page is open", async () => [...world.site.hits.keys()].some((k) => /hungry/.test(k)));
    const innocent = await world.project({ A: "/page/a", B: "/page/b", C: "/page/c", D: "/page/d" });
    const { runId } = await innocent.client.run({ type: "baseline" });
    const ended = await innocent.client.wait(runId);
    expect(ended.summary).to.include({ total: 4, passed: 4 });
    expect(await mostAttempts(world, runId)).to.equal(1);
    const broken = await hostile.client.wait(hostileId);
    expect(broken.summary).to.include({ total: 3, errors: 3 });
    for (const { reasons } of await hostile.client.results(hostileId)) expect(reasons[0]?.code).to.equal("too_large");
    expect(await mostAttempts(world, hostileId)).to.equal(1);
    await expectInvariants(world, runId);
    await expectInvariants(world, hostileId);
  });

  it("a Temporal that is killed comes back on its file and the run goes on; meanwhile reads answer and triggers are refused", async () => {
    const { client, runId } = await gated();
    await world.service.stack.killTemporal();
    expect((await client.status(runId)).status).to.equal("running");
    const refused = await client.run({ type: "baseline" }, { "idempotency-key": "while-away" }).then(
      () => null,
      (error: { status: number; body: { runId?: string } }) => error,
    );
    expect(refused?.status).to.equal(503);
    await world.service.stack.startTemporal();
    const ended = client.wait(runId);
    await letThrough(world, ended);
    expect((await ended).status).to.equal("completed");
    await expectInvariants(world, runId);
    const retry = await eventually("the same trigger is accepted", () =>
      client.run({ type: "baseline" }, { "idempotency-key": "while-away" }).catch(() => null),
    );
    expect(retry.runId, "the run that the refusal named").to.equal(refused?.body.runId);
    const retried = client.wait(retry.runId);
    await letThrough(world, retried);
    expect((await retried).status).to.equal("completed");
  });

  // A failing case must not affect the others; starting a running database does nothing.
  afterEach(() => world.service.stack.startMongo());

  it("a database that is unavailable for a while delays a run and loses nothing", async () => {
    const { client, runId } = await gated();
    await world.service.stack.killMongo();
    const away = await client.status(runId).then(
      () => ({ status: 200, body: null }),
      ({ status, body }: { status: number; body: unknown }) => ({ status, body }),
    );
    expect(away.status, JSON.stringify(away.body)).to.equal(503);
    expect((await fetch(`${world.service.apiUrl}/api/health`)).status).to.equal(200);
    world.site.openGates();
    await world.service.stack.startMongo();
    await eventually("the API answers again", () => client.status(runId).catch(() => null));
    const ended = await letThrough(world, client.wait(runId));
    expect(ended.summary).to.include({ total: 4, passed: 4 });
    await expectInvariants(world, runId);
  });

  it("an API that is killed answers again, and the run was never touched", async () => {
    const { client, runId } = await gated();
    await world.service.api.kill();
    await world.service.api.start();
    const ended = await letThrough(world, client.wait(runId));
    expect(ended.summary).to.include({ total: 4, passed: 4 });
    await expectInvariants(world, runId);
  });

  it("a workflow that is terminated from outside closes its run with the reason", async () => {
    const { client, runId } = await gated();
    const connection = await Connection.connect({ address: world.service.stack.temporalAddress });
    try {
      await new Client({ connection }).workflow.getHandle(`run-${runId}`).terminate("by the test");
    } finally {
      await connection.close();
    }
    const run = await client.wait(runId);
    expect(run.status).to.equal("failed");
    // The baselines replaced so far are listed after this sentence.
    expect(run.error).to.match(/^The workflow was terminated in Temporal\./);
    world.site.openGates();
    await expectInvariants(world, runId);
  });

  it("a full disk costs what cannot be kept, with its reason; the next run is well", async function () {
    const disk = await mountSmallDisk(path.join(world.service.dataDir, "artifacts"), 4);
    if (!disk) return this.skip();
    try {
      const { client } = await world.project({ A: "/page/disk-a", B: "/page/disk-b" });
      await disk.fill();
      const { runId } = await client.run({ type: "baseline" });
      const full = await client.wait(runId);
      expect(full.error).to.match(/^No screenshot could be compared: The artifact store .* the service's disk is full/);
      expect((await client.results(runId)).map((r) => r.reasons[0]?.code)).to.deep.equal([
        "storage_full",
        "storage_full",
      ]);
      await disk.empty();
      const next = await client.wait((await client.run({ type: "baseline" })).runId);
      expect(next.summary).to.include({ total: 2, passed: 2 });
      await expectInvariants(world, next.runId);
    } finally {
      disk.unmount();
    }
  });

  it("a worker that is told to stop hands its work back", async () => {
    const { client, runId } = await gated();
    setTimeout(() => world.site.openGates(), 500);
    await world.service.worker.stop();
    await world.service.worker.start();
    const ended = await letThrough(world, client.wait(runId));
    expect(ended.summary).to.include({ total: 4, passed: 4 });
    await expectInvariants(world, runId);
  });
});
