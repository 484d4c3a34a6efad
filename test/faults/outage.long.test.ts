// Long outages: the database is unavailable for a minute, a browser dies repeatedly.
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { alive, browsersBelow, killBrowsers, letThrough } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

/** How long the database is unavailable. */
const AWAY_MS = 60_000;

describe("faults: outages that last", function () {
  this.timeout(240_000);
  let world: World;
  before(async () => {
    world = await startWorld({
      SVC_TRIGGER_RATE_PER_MINUTE: "1000",
      SVC_CI_RATE_PER_MINUTE: "100000",
      SVC_RECONCILE_EVERY_MS: "1000",
      SVC_RECONCILE_AFTER_MS: "1000",
      SVC_BROWSER_SLOTS: "2",
    });
  });
  after(async () => world.stop());

  it("a database that is unavailable for a minute in the middle of a run costs it the time and no result", async () => {
    const scenarios = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((n) => [n, `/page/outage-${n}`]));
    const { client } = await world.project({ ...scenarios, Gate: "/gate/outage" });
    await letThrough(
      world,
      client.run({ type: "baseline" }).then(({ runId }) => client.wait(runId)),
    );
    world.site.set("outage-e", "Other words than before.");
    const { runId } = await client.run({});
    await eventually("the gate was reached", async () => world.site.waiting() > 0);
    await world.service.stack.killMongo();
    const back = Date.now() + AWAY_MS;
    world.site.openGates();
    await eventually(
      "a minute without a database",
      async () => {
        const health = await fetch(`${world.service.apiUrl}/api/health`);
        expect(health.status, "the API itself is well").to.equal(200);
        const answer = await client.status(runId).then(
          () => 200,
          (error: { status: number }) => error.status,
        );
        expect(answer, "and says that it cannot read").to.equal(503);
        return Date.now() > back;
      },
      AWAY_MS + 20_000,
    );
    await world.service.stack.startMongo();
    await eventually("the API answers again", () => client.status(runId).catch(() => null));
    const run = await letThrough(world, client.wait(runId));
    expect(run.summary).to.include({ total: 7, passed: 6, failed: 1, errors: 0 });
    await expectInvariants(world, runId);
  });

  it("a worker that crashes while the database is unavailable is started again for as long as that takes", async () => {
    const { client } = await world.project({ A: "/page/a", Gate: "/gate/crashed" });
    const { runId } = await client.run({ type: "baseline" });
    await eventually("the gate was reached", async () => world.site.waiting() > 0);
    await world.service.stack.killMongo();
    await world.service.worker.kill({ revive: true });
    // Restarts fail repeatedly: each time another process starts and ends.
    const tried = new Set<number>();
    await eventually("three starts in vain", async () => {
      if (world.service.worker.pid) tried.add(world.service.worker.pid);
      return tried.size >= 3;
    });
    await world.service.stack.startMongo();
    const ended = eventually("the API answers again", () => client.status(runId).catch(() => null)).then(() =>
      client.wait(runId),
    );
    expect((await letThrough(world, ended)).summary).to.include({ total: 2, passed: 2 });
    await expectInvariants(world, runId);
  });

  it("browsers that are killed again and again end the shots in an error that says so, and the next run is well", async () => {
    const { client } = await world.project({ A: "/page/a", Gate: "/gate/killed", B: "/page/b" });
    const { runId } = await client.run({ type: "baseline" });
    const seen = new Set<number>();
    await eventually(
      "the run ends",
      async () => {
        if (world.site.waiting() > 0) for (const pid of killBrowsers(world)) seen.add(pid);
        return (await client.status(runId)).status !== "running";
      },
      120_000,
    );
    const gate = (await client.results(runId)).find((r) => r.scenarioLabel === "Gate");
    expect(gate?.status).to.equal("error");
    expect(gate?.reasons[0]?.code).to.equal("browser_crashed");
    expect(gate?.reasons[0]?.message).to.match(/browser .* ended unexpectedly/);
    await expectInvariants(world, runId);
    expect([...seen].filter(alive), "no orphan browser").to.deep.equal([]);
    const next = await client.run({ type: "baseline" });
    expect((await letThrough(world, client.wait(next.runId))).summary).to.include({ total: 3, passed: 3 });
    expect(await withModels(world, (models) => models.runs.countDocuments({ status: "running" }))).to.equal(0);
    await world.service.worker.stop();
    expect([...seen, ...browsersBelow(process.pid)].filter(alive), "nor after the worker").to.deep.equal([]);
    await world.service.worker.start();
  });
});
