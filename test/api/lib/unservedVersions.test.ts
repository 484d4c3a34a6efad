// Readiness on a real Temporal after upgrading half of the hosts: the workers for workflows have the new version, those with browsers the
// old one.
import { Client, type Connection } from "@temporalio/client";
import { NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { expect } from "chai";
import { unservedQueues } from "../../../api/lib/unservedQueues.ts";
import { createTemporalEngine } from "../../../api/temporalEngine.ts";
import { tellPresence } from "../../../models/workerPresence/queries.ts";
import { temporalDeployments } from "../../../platform/temporal/deployments.ts";
import { versionOf } from "../../../workers/createWorkers.ts";
import { testBundle } from "../../support/bundle.ts";
import { openDatabase } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";
import { openPreparedNamespace, testTemporalAddress } from "../../support/temporal.ts";

const QUEUES = { orchestration: "o", browser: "b", lab: "l" };
const DEPLOYMENT = "a1b2c3d4-plumbline";
const [OLD, NEW] = ["0.1.0-old", "0.2.0-new"];

describe("queues of another version's workers", function () {
  this.timeout(120_000);
  let connection: Connection;
  let namespace: string;
  let native: NativeConnection;
  let client: Client;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  const ends: (() => Promise<unknown>)[] = [];
  before(async () => {
    [{ connection, namespace }, database] = await Promise.all([openPreparedNamespace(), openDatabase()]);
    client = new Client({ connection, namespace });
    native = await NativeConnection.connect({ address: await testTemporalAddress() });
  });
  after(async () => {
    await Promise.all(ends.map((end) => end()));
    await native?.close();
    await connection?.close();
    await database?.drop();
  });

  const start = async (build: string, taskQueue: string, more: Partial<WorkerOptions>) => {
    const worker = await Worker.create({
      ...versionOf(DEPLOYMENT, build),
      connection: native,
      namespace,
      taskQueue,
      ...more,
    });
    const running = worker.run();
    ends.push(async () => {
      worker.shutdown();
      await running;
    });
  };

  it("do not take what begins with the new version: they count as not served until their host is upgraded", async () => {
    const shooters: string[] = [];
    const workflows = async (build: string) =>
      start(build, QUEUES.orchestration, {
        workflowBundle: await testBundle(),
        activities: {
          planRun: async () => ({ total: 1, window: 1 }),
          finishRun: async () => ({ status: "completed", verdict: "pass" }),
          writeProjection: async () => true,
        },
      });
    const browsers = (build: string) =>
      start(build, QUEUES.browser, {
        activities: {
          captureShot: async () => {
            shooters.push(build);
            return { state: "decided", status: "passed" };
          },
        },
      });
    const lab = (build: string) => start(build, QUEUES.lab, { activities: { lighthouseSeo: async () => undefined } });
    const deployments = temporalDeployments(client, DEPLOYMENT);
    const promote = (build: string) =>
      eventually(`${build} is current`, () => deployments.promote(build).catch(() => false));
    const engine = createTemporalEngine(client, QUEUES, namespace);
    const unserved = async () =>
      unservedQueues({ models: database.models, now: () => new Date() }, await engine.ready());

    await Promise.all([workflows(OLD), browsers(OLD), lab(OLD)]);
    await promote(OLD);
    await eventually("the old version serves every queue", async () => {
      const { current } = await engine.ready();
      return current?.build === OLD && (await unserved()).length === 0;
    });
    const told = { queues: ["browser" as const, "lab" as const], build: OLD, host: "two", seenAt: new Date() };
    await tellPresence(database.models, { _id: "wrk_two", ...told });

    await workflows(NEW);
    await promote(NEW);
    const run = { runId: "run_1", type: "vrt-test" as const, projectId: "prj_1", projectSlug: "shop", environment: "" };
    await engine.start(run);
    const handle = client.workflow.getHandle("run-run_1");
    await eventually("its shot was given to the queue", async () => {
      const { raw } = await handle.describe();
      return raw.pendingActivities?.some(({ activityType }) => activityType?.name === "captureShot");
    });
    await eventually("what is not served is known", async () => (await unserved()).length === 2);
    expect(await unserved()).to.deep.equal(["browser", "lab"].map((queue) => ({ queue, wanted: NEW, others: [OLD] })));
    expect(shooters, "the shot waits").to.deep.equal([]);

    await Promise.all([browsers(NEW), lab(NEW)]);
    expect(await handle.result()).to.deep.equal({ status: "completed", verdict: "pass" });
    expect(shooters).to.deep.equal([NEW]);
    await eventually("every queue is served", async () => (await unserved()).length === 0);
  });
});
