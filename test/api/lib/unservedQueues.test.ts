// Readiness on a real, restarted Temporal: it has not seen a poll of a worker whose slots are all taken.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, Connection } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { NativeConnection, Worker } from "@temporalio/worker";
import { expect } from "chai";
import { unservedQueues } from "../../../api/lib/unservedQueues.ts";
import { createTemporalEngine } from "../../../api/temporalEngine.ts";
import { releasePort, takePort } from "../../../temporal-dev/ports.ts";
import { temporalServer } from "../../../temporal-dev/servers.ts";
import { setUp } from "../../../temporal-dev/setup.mjs";
import { startPresence } from "../../../workers/presence.ts";
import { openDatabase } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";

const QUEUES = { orchestration: "o", browser: "b", lab: "l" };
const namespace = "default";
const minute = { seconds: 60 as never };

describe("queues without a worker", function () {
  this.timeout(120_000);
  let database: Awaited<ReturnType<typeof openDatabase>>;
  const ends: (() => unknown)[] = [];

  before(async () => {
    database = await openDatabase();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  after(() => database?.drop());

  /** A dedicated Temporal that the test can restart, or undefined if the tests use an external one. */
  async function ownTemporal() {
    const { temporal } = await setUp({ parts: ["temporal"] });
    if (!temporal || temporal.kind === "external") return undefined;
    const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-test-temporal-"));
    const port = await takePort(0);
    const server = temporalServer({ program: temporal.path, dataDir, port, namespace });
    ends.push(async () => {
      await server.stop();
      releasePort(port);
      await rm(dataDir, { recursive: true, force: true });
    });
    await server.start();
    return { server, address: `127.0.0.1:${port}` };
  }

  /** Starts a workflow and completes its first task by hand, which schedules one activity on the browser queue. */
  async function scheduleActivity({ connection, workflow, workflowService }: Client): Promise<void> {
    await workflow.start("any", { taskQueue: QUEUES.orchestration, workflowId: "busy" });
    const { taskToken } = await connection.withDeadline(Date.now() + 30_000, () =>
      workflowService.pollWorkflowTaskQueue({ namespace, taskQueue: { name: QUEUES.orchestration } }),
    );
    await workflowService.respondWorkflowTaskCompleted({
      namespace,
      taskToken,
      commands: [
        {
          commandType: 1,
          scheduleActivityTaskCommandAttributes: {
            activityId: "1",
            activityType: { name: "hold" },
            taskQueue: { name: QUEUES.browser },
            input: { payloads: [defaultPayloadConverter.toPayload("x")] },
            startToCloseTimeout: minute,
            scheduleToCloseTimeout: minute,
          },
        },
      ],
    });
  }

  it("a worker whose slots are all taken serves its queue, after a restart of Temporal too, until it falls silent", async function () {
    const own = await ownTemporal();
    if (!own) return this.skip();
    const { models } = database;
    const connection = await Connection.connect({ address: own.address });
    ends.push(() => connection.close());
    const client = new Client({ connection, namespace });
    const engine = createTemporalEngine(client, QUEUES, namespace);
    const native = await NativeConnection.connect({ address: own.address });
    ends.push(() => native.close());
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const hold = async (): Promise<void> => {
      begin();
      await released;
    };
    const worker = await Worker.create({
      connection: native,
      namespace,
      taskQueue: QUEUES.browser,
      maxConcurrentActivityTaskExecutions: 1,
      activities: { hold },
    });
    const running = worker.run();
    const presence = startPresence(models, "wrk_1", [{ role: "browser", worker }], { everyMs: 50 });
    ends.push(async () => {
      release();
      await presence.stop();
      worker.shutdown();
      await running;
    });
    await scheduleActivity(client);
    await begun;
    await own.server.stop();
    await own.server.start();

    await eventually("Temporal answers again", async () => (await engine.ready()).temporal);
    const ready = await engine.ready();
    expect(ready.pollers.browser, "Temporal sees nobody poll").to.equal(0);
    const unserved = async (ms = 0) => {
      const found = await unservedQueues({ models, now: () => new Date(Date.now() + ms) }, ready);
      return found.map(({ queue }) => queue);
    };
    await eventually("the worker told of itself", async () => (await models.workers.countDocuments()) === 1);
    expect(await unserved()).to.deep.equal(["orchestration", "lab"]);
    expect(await unserved(40_000), "silent for longer than 30 s").to.deep.equal(["orchestration", "browser", "lab"]);

    await presence.stop();
    expect(await unserved(), "a worker that stops is gone at once").to.include("browser");
  });

  it("a worker that does not run tells nothing, and one that was killed long ago is forgotten", async () => {
    const { models } = database;
    await models.workers.create({ _id: "wrk_old", queues: ["lab"], seenAt: new Date(Date.now() - 2 * 3_600_000) });
    const presence = startPresence(
      models,
      "wrk_2",
      [
        { role: "browser", worker: { getState: () => "RUNNING" } },
        { role: "lab", worker: { getState: () => "DRAINING" } },
      ],
      { sandbox: () => false },
    );
    await eventually("it told of itself", async () => (await models.workers.findById("wrk_2").lean()) !== null);
    expect(await models.workers.findById("wrk_2").lean()).to.deep.include({ queues: ["browser"], sandbox: false });
    await presence.stop();
    expect(await models.workers.countDocuments()).to.equal(0);
  });
});
