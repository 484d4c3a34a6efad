// A full disk: the artifact store lies on a small file system of its own, which the test fills and empties.
import { execFileSync } from "node:child_process";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { withModels } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";

describe("faults: a full disk", function () {
  this.timeout(180_000);
  let world: World;
  let store = "";
  let mounted = false;
  before(async function () {
    if (process.platform !== "linux" || process.getuid?.() !== 0) {
      console.log("      skipped: a small file system is mounted for this, which takes root on Linux");
      return this.skip();
    }
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000", SVC_RECONCILE_EVERY_MS: "1000" });
    store = path.join(world.service.dataDir, "artifacts");
    await mkdir(store, { recursive: true });
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", store], { stdio: "pipe" });
      mounted = true;
    } catch (error) {
      console.log(
        `      skipped: mounting a tmpfs is refused here (${error instanceof Error ? error.message : error})`,
      );
      return this.skip();
    }
  });
  after(async () => {
    if (mounted) execFileSync("umount", ["-l", store]);
    await world?.stop();
  });

  const filler = () => path.join(store, "filler");
  const fill = async () => {
    const { bavail, bsize } = await statfs(store);
    await writeFile(filler(), Buffer.alloc(bavail * bsize));
    expect((await statfs(store)).bavail, "the disk is full").to.equal(0);
  };

  it("ends the shots that need space with a sentence about it, passes the others, and the next run is well", async () => {
    const { client } = await world.project({ Same: "/page/same", Changed: "/page/full" });
    await client.wait((await client.run({ type: "baseline" })).runId);
    world.site.set("full", "Other words than before.");
    await fill();
    const run = await client.wait((await client.run({})).runId);
    expect(run.status).to.equal("completed");
    expect(run.summary).to.include({ total: 2, passed: 1, errors: 1 });
    const changed = (await client.results(run.runId)).find((r) => r.scenarioLabel === "Changed");
    expect(changed?.status).to.equal("error");
    expect(changed?.reasons[0]?.message).to.match(/artifact store .*no space left/i);
    expect(changed?.reasons[0]?.message, "no paths, no codes").not.to.match(/ENOSPC|\/artifacts\//);
    await expectInvariants(world, run.runId);

    await rm(filler());
    const next = await client.wait((await client.run({})).runId);
    expect(next.summary).to.include({ total: 2, passed: 1, failed: 1, errors: 0 });
    await expectInvariants(world, next.runId);
  });

  it("fails a run of which nothing can be stored, with that sentence, and leaves no half of a file", async () => {
    const { client } = await world.project({ New: "/page/new" });
    await fill();
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

    await rm(filler());
    const next = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(next.summary).to.include({ total: 1, passed: 1 });
    await expectInvariants(world, next.runId);
  });
});
