// A worker at another location, in a separate process: a run for that location waits for it and reports that, while others continue.
import path from "node:path";
import { expect } from "chai";
import { type Child, startChild } from "../../temporal-dev/children.ts";
import { eventually } from "../support/eventually.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";

const PAGES = { Home: "/page/home", About: "/page/about" };

describe("a location", function () {
  this.timeout(240_000);
  let world: World;
  let there: Child | undefined;
  before(async () => {
    world = await startWorld();
  });
  after(async () => {
    await there?.stop();
    await world?.stop();
  });

  const startThere = () => {
    const { service } = world;
    return startChild({
      name: "worker in eu",
      module: new URL("../../workers/main.ts", import.meta.url),
      env: { ...service.env, SVC_WORKER_METRICS_PORT: "0", SVC_WORKER_QUEUES: "browser", SVC_LOCATION: "eu" },
      logFile: path.join(service.dataDir, "logs", "eu.log"),
      log: () => undefined,
    });
  };
  const ask = async (at: string) =>
    (await fetch(`${world.service.apiUrl}${at}`)).json() as Promise<Record<string, never>>;

  it("whose worker is away keeps its runs waiting, and they end when it comes", async () => {
    const { client } = await world.project(PAGES);
    const { runId } = await client.run({ type: "baseline", location: "eu" });
    const phaseOf = async () => (await client.status(runId)).progress?.phase ?? "";
    await eventually("it says what it waits for", async () =>
      (await phaseOf()).endsWith(", waiting for a browser worker in eu"),
    );
    const metrics = async () => (await fetch(`${world.service.apiUrl}/metrics`)).text();
    await eventually("what waits there is counted", async () =>
      /^plumbline_queue_tasks\{queue="browser@eu",kind="activity"\} [1-9]/m.test(await metrics()),
    );
    const here = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(here.summary, "others go on").to.include({ total: 2, passed: 2 });
    const { ready, parts } = (await ask("/api/ready")) as unknown as {
      ready: boolean;
      parts: { workers: { detail: string } };
    };
    expect(ready).to.equal(true);
    expect(parts.workers.detail).to.include("These locations have no worker: eu (browser), eu (lab).");
    await eventually("health names it", async () => {
      const { missingWorkers } = (await ask("/api/health")) as { missingWorkers?: string[] | null };
      return JSON.stringify(missingWorkers) === '["browser@eu","lab@eu"]';
    });
    expect((await client.status(runId)).status).to.equal("running");

    there = await startThere();
    const ended = await client.wait(runId);
    expect(ended.summary).to.include({ total: 2, passed: 2 });
    expect(ended).to.deep.include({ location: "eu" });
    await expectInvariants(world, runId);
  });

  it("keeps a run whose worker is killed midway until another one comes", async () => {
    const { client } = await world.project(PAGES);
    await client.wait((await client.run({ type: "baseline", location: "eu" })).runId);
    await there?.kill();
    const { runId } = await client.run({ location: "eu" });
    there = await startThere();
    expect((await client.wait(runId)).summary).to.include({ total: 2, passed: 2 });
    await expectInvariants(world, runId);
  });
});
