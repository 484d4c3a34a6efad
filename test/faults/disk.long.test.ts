// A full disk: only of the artifact store, and of everything that the service stores.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { letThrough } from "../support/faults.ts";
import { type FullDisk, mountSmallDisk } from "../support/fullDisk.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

const SETTINGS = {
  SVC_TRIGGER_RATE_PER_MINUTE: "1000",
  SVC_CI_RATE_PER_MINUTE: "100000",
  SVC_RECONCILE_EVERY_MS: "1000",
};

describe("faults: a full disk of artifacts", function () {
  this.timeout(180_000);
  let world: World;
  let store = "";
  let disk: FullDisk | null = null;
  before(async function () {
    world = await startWorld(SETTINGS);
    store = path.join(world.service.dataDir, "artifacts");
    disk = await mountSmallDisk(store, 4);
    if (!disk) this.skip();
  });
  after(async () => {
    disk?.unmount();
    await world?.stop();
  });

  it("ends the shots that need space with a sentence about it, passes the others, and the next run is well", async () => {
    const { client } = await world.project({ Same: "/page/same", Changed: "/page/full" });
    await client.wait((await client.run({ type: "baseline" })).runId);
    world.site.set("full", "Other words than before.");
    await disk?.fill();
    const run = await client.wait((await client.run({})).runId);
    expect(run.status).to.equal("completed");
    expect(run.summary).to.include({ total: 2, passed: 1, errors: 1 });
    const changed = (await client.results(run.runId)).find((r) => r.scenarioLabel === "Changed");
    expect(changed?.status).to.equal("error");
    expect(changed?.reasons[0]?.code).to.equal("storage_full");
    expect(changed?.reasons[0]?.message).to.match(/artifact store .*no space left/i);
    expect(changed?.reasons[0]?.message, "no paths, no codes").not.to.match(/ENOSPC|\/artifacts\//);
    await expectInvariants(world, run.runId);

    await disk?.empty();
    const next = await client.wait((await client.run({})).runId);
    expect(next.summary).to.include({ total: 2, passed: 1, failed: 1, errors: 0 });
    await expectInvariants(world, next.runId);
  });

  it("fails a run of which nothing can be stored, with that sentence, and leaves no half of a file", async () => {
    const { client } = await world.project({ New: "/page/new" });
    await disk?.fill();
    const run = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(run.status).to.equal("failed");
    expect(run.error).to.match(/no space left/i);
    await expectInvariants(world, run.runId);
    const baselines = await withModels(world, (models) =>
      models.baselineVersions.countDocuments({ fromRunId: run.runId }),
    );
    expect(baselines, "nothing was promoted").to.equal(0);
    const left = execFileSync("find", [store, "-name", "*.tmp"], { encoding: "utf8" });
    expect(left, "temporary files").to.equal("");

    await disk?.empty();
    const next = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(next.summary).to.include({ total: 1, passed: 1 });
    await expectInvariants(world, next.runId);
  });
});

describe("faults: a full disk of everything", function () {
  this.timeout(300_000);
  let world: World;
  let dataDir = "";
  let disk: FullDisk | null = null;
  before(async function () {
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-small-"));
    disk = await mountSmallDisk(dataDir, 400);
    if (!disk) return this.skip();
    world = await startWorld(SETTINGS, { dataDir });
  });
  after(async () => {
    await world?.stop();
    disk?.unmount();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("is said with the folder; what goes on waits, and everything is taken up when there is room", async () => {
    const { client } = await world.project({ A: "/page/a", Gate: "/gate/full", B: "/page/b" });
    const { runId } = await client.run({ type: "baseline" });
    await eventually("the gate was reached", async () => world.site.waiting() > 0);
    await disk?.fill();
    await eventually("the folder is named", async () =>
      world.said().some((line) => line.startsWith(`the disk of ${dataDir} is full`) && /free some space/.test(line)),
    );
    world.site.openGates();
    // During the full disk, requests for stored data succeed, and requests that need space get a 503 with the reason.
    const statuses = new Set<number>();
    const until = Date.now() + 20_000;
    await eventually("twenty seconds of a full disk", async () => {
      const answers = await Promise.allSettled([
        client.status(runId),
        client.run({}),
        fetch(`${world.service.apiUrl}/api/health`),
      ]);
      for (const answer of answers)
        if (answer.status === "rejected") statuses.add((answer.reason as { status?: number }).status ?? 0);
      expect(answers[2]?.status, "the API lives").to.equal("fulfilled");
      expect(answers[0]?.status, "a status is read").to.equal("fulfilled");
      return Date.now() > until;
    });
    console.log(`      meanwhile: ${[...statuses].join(", ") || "every call was answered"}`);
    expect([...statuses].filter((status) => status !== 503)).to.deep.equal([]);
    await disk?.empty();
    await eventually("it is said that there is room", async () =>
      world.said().some((line) => /has room again/.test(line)),
    );
    await eventually("the API answers", () => client.status(runId).catch(() => null));
    const ended = await letThrough(world, client.wait(runId));
    console.log(`      the run ended: ${ended.status} ${ended.error ?? ""} ${JSON.stringify(ended.summary)}`);
    await expectInvariants(world, runId);
    const next = await eventually("a run is accepted", () => client.run({ type: "baseline" }).catch(() => null));
    const after = await letThrough(world, client.wait(next.runId));
    expect(after.summary).to.include({ total: 3, passed: 3 });
    await expectInvariants(world, next.runId);
    await eventually("no run is left behind", () =>
      withModels(world, async (models) => (await models.runs.countDocuments({ status: "running" })) === 0),
    );
  });
});
