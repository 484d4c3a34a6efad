// A rolling upgrade as an operator does it: two builds of API and workers at the same time, `admin deploy`, and 200 runs in progress.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { type Child, startChild } from "../../temporal-dev/children.ts";
import { releasePort, takePort } from "../../temporal-dev/ports.ts";
import { waitUntilReady } from "../../temporal-dev/service.ts";
import { eventually, whileMoving } from "../support/eventually.ts";
import { withTemporal } from "../support/faults.ts";
import { type FrontDoor, openFrontDoor } from "../support/frontDoor.ts";
import { copyProgram, type ProgramCopy } from "../support/programCopy.ts";
import { startWorld, type World } from "../support/service.ts";
import { type Build, openBuild } from "../support/uploads.ts";

const MANY = 200;
const FRESH = 20;
type Version = { version: string; current: boolean; workers: number; running: number; queues: string; hosts: string };

describe("a rolling upgrade", function () {
  this.timeout(0);
  let world: World;
  let copy: ProgramCopy;
  let door: FrontDoor;
  let port: number;
  const children: Child[] = [];
  before(async () => {
    copy = await copyProgram("next");
    world = await startWorld({ SVC_WORKER_PROMOTION: "auto" });
    door = await openFrontDoor();
    port = await takePort(0);
    door.serve([world.service.apiUrl]);
  });
  after(async () => {
    for (const child of children) await child.stop();
    await door?.close();
    await world?.stop();
    await copy?.remove();
    if (port) releasePort(port);
  });

  const startNew = async (name: string, file: string, env: NodeJS.ProcessEnv) => {
    const child = await startChild({
      name,
      module: pathToFileURL(path.join(copy.root, file)),
      env: { ...world.service.env, SVC_WORKER_METRICS_PORT: "0", ...env },
      logFile: path.join(world.service.dataDir, "logs", `${name}.log`),
      log: () => undefined,
    });
    children.push(child);
  };
  const versions = async (): Promise<Version[]> =>
    (JSON.parse(await world.admin("deploy", "show", "--json")) as { versions: Version[] }).versions;
  const versionOf = async (build: string) => (await versions()).find(({ version }) => version === build);

  /** Opens builds one after the other. */
  async function open(key: string, name: string, count: number): Promise<Build[]> {
    const builds: Build[] = [];
    for (let at = 0; at < count; at += 1) builds.push(await openBuild({ apiUrl: door.url, key }, `${name}-${at}`));
    return builds;
  }
  const buildsOf = (ids: readonly string[]) =>
    withTemporal(world, async (client) => {
      const builds = new Set<string>();
      for (const runId of ids) {
        const { events } = await client.workflow.getHandle(workflowIdOfRun(runId)).fetchHistory();
        for (const { workflowTaskCompletedEventAttributes: done } of events ?? [])
          if (done) builds.add(done.deploymentVersion?.buildId ?? "");
      }
      return [...builds];
    });

  it(`moves new work to the new version, with ${MANY} runs in flight: none is lost, none changes its version, no answer is a 5xx`, async () => {
    const { key, slug } = await world.project({ One: "/page/one" });
    const client = createApiClient(door.url, key);
    const first = await eventually("its version is current", async () => (await versions()).find((one) => one.current));
    const old = first.version;
    expect(first).to.deep.include({ workers: 1, queues: "browser, lab, orchestration" });

    // Polls all the time, as CI jobs and dashboards do.
    let polling = true;
    let polls = 0;
    const poller = (async () => {
      while (polling) {
        await client.request("GET", `/api/ci/projects`);
        polls += 1;
      }
    })();
    const before = await open(key, "before", MANY);

    await startNew("new-worker", "workers/main.ts", {});
    const next = await eventually("the new version is known", async () =>
      (await versions()).find(({ version, workers }) => version !== old && workers === 1),
    );
    expect(next, "a living version stays current").to.deep.include({ current: false, running: 0 });
    expect(await versionOf(old)).to.deep.include({ current: true, running: MANY });
    await startNew("new-api", "api/main.ts", { SVC_PORT: String(port) });
    const newApi = `http://127.0.0.1:${port}`;
    await waitUntilReady(newApi);
    door.serve([world.service.apiUrl, newApi]);

    const refused = await world.admin("deploy", "drain", old).catch((error: Error) => error.message);
    expect(refused).to.contain("is the current version and gets new runs: promote another one first");
    expect(await world.admin("deploy", "promote", next.version)).to.equal(`${next.version} is the current version.`);
    expect(await versionOf(next.version)).to.deep.include({ current: true });
    const nobody = await world.admin("deploy", "promote", "9.9.9-none").catch((error: Error) => error.message);
    expect(nobody).to.contain("No worker of version 9.9.9-none has run here").and.contain(next.version);

    // A load balancer is told before a host goes away.
    door.serve([newApi]);
    await world.service.api.stop();
    const seen = polls;
    await eventually("the new API answers", () => polls > seen + 5);
    const after = await open(key, "after", FRESH);
    expect(await versionOf(old)).to.deep.include({ current: false, running: MANY });

    let drained = "";
    const draining = world.admin("deploy", "drain", old).then((said) => {
      drained = said;
    });
    for (const build of [...before, ...after]) await build.finish();
    const [ofOld, ofNew] = [before, after].map((builds) => builds.map(({ runId }) => runId)) as [string[], string[]];
    const all = new Set([...ofOld, ...ofNew]);
    await whileMoving("all runs have ended", async () => {
      for (const runId of all) if ((await client.status(runId)).status !== "running") all.delete(runId);
      return { done: all.size === 0, seen: all.size };
    });
    await draining;
    expect(drained).to.equal(`No run needs ${old}: its workers can be stopped.`);
    await world.service.worker.stop();

    for (const runId of [...ofOld, ...ofNew]) {
      expect((await client.status(runId)).status, runId).to.equal("completed");
      expect(await client.results(runId), runId).to.have.length(1);
    }
    expect(await buildsOf(ofOld), "runs that began before").to.deep.equal([old]);
    expect(await buildsOf(ofNew), "runs that began after").to.deep.equal([next.version]);
    const { runId } = await client.run({ project: slug, type: "baseline" });
    expect((await client.wait(runId, { timeoutMs: 300_000 })).status, "without the old workers").to.equal("completed");
    polling = false;
    await poller;
    expect([...door.answered.keys()].filter((status) => status >= 500)).to.deep.equal([]);
    expect(polls).to.be.above(MANY / 10);
  });
});
