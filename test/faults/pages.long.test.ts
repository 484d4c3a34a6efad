// Pages without bounds: one that consumes memory, one that never finishes. They get a verdict, and the others are not delayed.
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { chromium } from "playwright";
import { findBrowser } from "../../browsers/find.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";

/** Maximum heap of a page in this test, so that the page runs out of memory before the machine does. */
const HEAP_MB = 192;

describe("faults: pages without measure", function () {
  this.timeout(180_000);
  let world: World;
  let dir: string;
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "plumbline-pages-"));
    const executablePath = findBrowser("chromium").executablePath ?? chromium.executablePath();
    const small = path.join(dir, "chromium");
    await writeFile(small, `#!/bin/sh\nexec "${executablePath}" "--js-flags=--max-old-space-size=${HEAP_MB}" "$@"\n`);
    await chmod(small, 0o755);
    world = await startWorld({
      SVC_TRIGGER_RATE_PER_MINUTE: "1000",
      SVC_RECONCILE_EVERY_MS: "1000",
      SVC_CHROMIUM_PATH: small,
    });
  });
  after(async () => {
    await world.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it("a page that eats memory until its process dies is an error that says so; the others pass", async () => {
    const { client } = await world.project({ A: "/page/a", Hungry: "/hungry/2000", B: "/page/b", C: "/page/c" });
    const worker = world.service.worker.pid;
    const run = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(run.status).to.equal("completed");
    expect(run.summary).to.include({ total: 4, passed: 3, errors: 1 });
    const hungry = (await client.results(run.runId)).find((r) => r.scenarioLabel === "Hungry");
    expect(hungry?.reasons[0]?.code).to.equal("browser_crashed");
    expect(hungry?.reasons[0]?.message).to.match(/out of memory/);
    expect(world.service.worker.pid, "the worker lives on").to.equal(worker);
    await expectInvariants(world, run.runId);
  });

  it("a page that eats much memory and lives is shot like any other", async () => {
    const { client } = await world.project({ Hungry: "/hungry/40", A: "/page/a" });
    const run = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(run.summary).to.include({ total: 2, passed: 2 });
    await expectInvariants(world, run.runId);
  });

  it("a page that grows for ever is cut or judged as it stands, in bounded time", async () => {
    const { client } = await world.project({ Feed: "/feed/x", A: "/page/a" });
    const began = performance.now();
    const run = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(performance.now() - began).to.be.below(120_000);
    expect(run.status).to.equal("completed");
    const feed = (await client.results(run.runId)).find((r) => r.scenarioLabel === "Feed");
    expect(feed?.reasons[0]?.message).to.match(/^\S.{10,}\.$/);
    expect((await client.results(run.runId)).find((r) => r.scenarioLabel === "A")?.status).to.equal("passed");
    await expectInvariants(world, run.runId);
  });
});
