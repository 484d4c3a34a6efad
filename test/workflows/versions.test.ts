// Worker versions on a real Temporal: no run changes its version, nothing is lost, and old workers can be stopped.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, type Connection } from "@temporalio/client";
import { NativeConnection, Worker, type WorkflowBundle } from "@temporalio/worker";
import { expect } from "chai";
import { ACTIVITY_INPUTS } from "../../activities/inputs.ts";
import { type Promotion, VERSIONING } from "../../domain/deployments.ts";
import { type Deployments, temporalDeployments } from "../../platform/temporal/deployments.ts";
import { hashOfSources, workflowBundle } from "../../workers/bundle.ts";
import { versionOf } from "../../workers/createWorkers.ts";
import { checkVersions } from "../../workers/versionWatch.ts";
import * as workflows from "../../workflows/index.ts";
import { testBundle } from "../support/bundle.ts";
import { eventually, whileMoving } from "../support/eventually.ts";
import { byLane, inFullLane } from "../support/lanes.ts";
import { copySources } from "../support/sourceCopy.ts";
import { openPreparedNamespace, testTemporalAddress } from "../support/temporal.ts";

const QUEUE = "all";
const QUEUES = { orchestration: QUEUE, browser: QUEUE, lab: QUEUE };
const DEPLOYMENT = "a1b2c3d4-plumbline";
const [MANY = 200] = byLane([200]);

/** A run of uploads waits for a signal without occupying a worker's slot. */
const waiting = new Set<string>();
const ACTIVITIES: Record<string, (input: never) => unknown> = {
  planRun: async ({ runId }: { runId: string }) =>
    waiting.has(runId) ? { total: 0, window: 2, waitMs: 3_600_000 } : { total: 1, window: 2 },
  compareShot: async () => ({ state: "decided", status: "passed" }),
  finishRun: async () => ({ status: "completed", verdict: "pass" }),
  writeProjection: async () => true,
};

describe("versions of workers", function () {
  this.timeout(240_000);
  let connection: Connection;
  let native: NativeConnection;
  let client: Client;
  let namespace: string;
  let deployments: Deployments;

  beforeEach(async () => {
    ({ connection, namespace } = await openPreparedNamespace());
    client = new Client({ connection, namespace });
    native = await NativeConnection.connect({ address: await testTemporalAddress() });
    deployments = temporalDeployments(client, DEPLOYMENT);
  });
  afterEach(async () => {
    await native.close();
    await connection.close();
  });

  const start = async (build: string | null, workflowBundle: WorkflowBundle) => {
    const worker = await Worker.create({
      ...versionOf(DEPLOYMENT, build),
      connection: native,
      namespace,
      taskQueue: QUEUE,
      workflowBundle,
      stickyQueueScheduleToStartTimeout: "2s",
      activities: Object.fromEntries(
        Object.keys(ACTIVITY_INPUTS).map((name) => [name, async (input: never) => ACTIVITIES[name]?.(input)]),
      ),
    });
    const running = worker.run();
    return async () => {
      worker.shutdown();
      await running;
    };
  };
  const settle = (own: string, alive: string[], mode: Promotion = "auto") =>
    eventually(`${own} looked at the versions`, async () => {
      const watch = { own, mode, deployments, alive: async () => new Set(alive), log: () => undefined };
      return (await checkVersions(watch, true)).settled;
    });
  const begin = async (name: string, count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, (_, at) => `${name}_${at}`);
    for (const runId of ids) waiting.add(runId);
    await Promise.all(
      ids.map((runId) =>
        client.workflow.start("visualRun", {
          taskQueue: QUEUE,
          workflowId: `run-${runId}`,
          args: [
            {
              runId,
              type: "vrt-test",
              projectId: "prj_1",
              projectSlug: "shop",
              environment: "",
              uploads: true,
              queues: QUEUES,
            },
          ],
        }),
      ),
    );
    const left = new Set(ids);
    await whileMoving(`${count} runs wait`, async () => {
      for (const runId of left) {
        const handle = client.workflow.getHandle(`run-${runId}`);
        const progress = await handle.query<{ phase: string }>("progress").catch(() => null);
        if (progress?.phase === "uploading") left.delete(runId);
      }
      return { done: left.size === 0, seen: left.size };
    });
    return ids;
  };
  const release = (ids: string[]) =>
    Promise.all(
      ids.map((runId) => {
        waiting.delete(runId);
        return client.workflow.getHandle(`run-${runId}`).signal("uploadsDone");
      }),
    );
  const ends = async (ids: string[]): Promise<{ status: string }[]> => {
    let count = 0;
    const results = ids.map(async (runId) => {
      const result = (await client.workflow.getHandle(`run-${runId}`).result()) as { status: string };
      count += 1;
      return result;
    });
    const all = Promise.all(results);
    all.catch(() => undefined);
    await Promise.race([
      all,
      whileMoving(`${ids.length} runs end`, async () => ({ done: count === ids.length, seen: count })),
    ]);
    return all;
  };
  /** The builds whose workers made decisions for a run; "" is a worker without a version. */
  const buildsOf = async (runId: string): Promise<string[]> => {
    const { events } = await client.workflow.getHandle(`run-${runId}`).fetchHistory();
    const builds = (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: done }) =>
      done ? [done.deploymentVersion?.buildId ?? ""] : [],
    );
    return [...new Set(builds)];
  };
  const allBuilds = async (ids: string[]) => new Set((await Promise.all(ids.map(buildsOf))).flat());

  it("every workflow says what a new version does to it", () => {
    expect(Object.keys(VERSIONING)).to.have.members(Object.keys(workflows));
  });

  it("runs of workers without versions go on under the first version, which becomes current by itself", async () => {
    const bundle = await testBundle();
    const stop = await start(null, bundle);
    const ids = await begin("old", 3);
    await stop();
    const next = await start("0.2.0-a", bundle);
    try {
      await settle("0.2.0-a", []);
      expect(await deployments.builds()).to.deep.equal([{ build: "0.2.0-a", current: true }]);
      await release(ids);
      for (const end of await ends(ids)) expect(end.status).to.equal("completed");
      expect(await allBuilds(ids)).to.have.keys("", "0.2.0-a");
    } finally {
      await next();
    }
  });

  it("a version that is not known is not promoted, and nothing changes", async () => {
    const stop = await start("0.2.0-a", await testBundle());
    try {
      await settle("0.2.0-a", []);
      expect(await deployments.promote("9.9.9-x", { whole: true })).to.equal(false);
      expect(await deployments.builds()).to.deep.equal([{ build: "0.2.0-a", current: true }]);
    } finally {
      await stop();
    }
  });

  inFullLane(() => {
    let folder: string;
    let other: { bundle: WorkflowBundle; hash: string };
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "plumbline-bundles-"));
      const copy = await copySources();
      const from = "/** Decisions less than QUIET_MS apart";
      await copy.change([{ file: "workflows/tellDecisions.ts", from, to: `export const MARKER = "next";\n${from}` }]);
      other = { bundle: await workflowBundle(folder, copy.root), hash: await hashOfSources(copy.root) };
      await copy.remove();
    });
    after(() => rm(folder, { recursive: true, force: true }));

    /** Waits until this many runs are pinned to the old version; Temporal's list lags behind its executions. */
    const moves = (what: string, count: number) =>
      whileMoving(what, async () => {
        const seen = await deployments.pinned("0.1.0-old");
        return { done: seen === count, seen };
      });

    it(`two at once, with ${MANY} runs in flight: none changes its version, none is lost, the old workers end when theirs are done`, async function () {
      // Without a timeout, as long as it makes progress.
      this.timeout(0);
      expect(other.hash).not.to.equal(await hashOfSources());
      const stopOld = await start("0.1.0-old", await testBundle());
      await settle("0.1.0-old", []);
      const old = await begin("before", MANY);
      const stopNew = await start("0.2.0-new", other.bundle);
      try {
        await settle("0.2.0-new", ["0.1.0-old", "0.2.0-new"]);
        expect((await deployments.builds())[0], "a living version stays current").to.deep.equal({
          build: "0.1.0-old",
          current: true,
        });
        await eventually(
          "the new version is promoted", // Refused until its workers have polled every queue.
          () => deployments.promote("0.2.0-new", { whole: true }).catch(() => false),
        );
        const fresh = await begin("after", 20);
        await moves("all stay with the old version", MANY);
        await release([...old, ...fresh]);
        const ended = await ends([...old, ...fresh]);
        expect(ended.filter(({ status }) => status === "completed")).to.have.length(MANY + 20);
        expect(await allBuilds(old)).to.have.keys("0.1.0-old");
        expect(await allBuilds(fresh)).to.have.keys("0.2.0-new");
        await moves("the old version is drained", 0);
        await stopOld();
        const last = await begin("last", 3);
        await release(last);
        expect((await ends(last)).map(({ status }) => status)).to.deep.equal(["completed", "completed", "completed"]);
      } finally {
        await stopNew();
      }
    });

    it("runs of a version whose workers are gone go on under the next one", async () => {
      const stopOld = await start("0.1.0-old", await testBundle());
      await settle("0.1.0-old", []);
      const left = await begin("left", 5);
      await stopOld();
      const stopNew = await start("0.2.0-new", other.bundle);
      try {
        await eventually("the new version took them over", async () => {
          await settle("0.2.0-new", ["0.2.0-new"]);
          return (await deployments.pinned("0.1.0-old")) === 0;
        });
        await release(left);
        for (const end of await ends(left)) expect(end.status).to.equal("completed");
        expect(await allBuilds(left)).to.have.keys("0.1.0-old", "0.2.0-new");
      } finally {
        await stopNew();
      }
    });
  });
});
