// A cancellation that reaches a workflow just before it continues in a new execution.
import { Context } from "@temporalio/activity";
import { Client, type Connection } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";
import { expect } from "chai";
import type { WorkFailure } from "../../domain/durable/end.ts";
import { testBundle } from "../support/bundle.ts";
import { eventually } from "../support/eventually.ts";
import { openPreparedNamespace, testTemporalAddress } from "../support/temporal.ts";

const QUEUES = { orchestration: "o", browser: "b", lab: "l" };
/** Batches per execution of crawlSite: fewer than in the service, for the same steps in a tenth of the time. */
const BATCHES = 20;

describe("going on in a new execution", function () {
  this.timeout(180_000);
  let connection: Connection;
  let native: NativeConnection;
  let namespace: string;
  let client: Client;
  before(async () => {
    ({ connection, namespace } = await openPreparedNamespace());
    client = new Client({ connection, namespace });
    native = await NativeConnection.connect({ address: await testTemporalAddress() });
  });
  after(async () => {
    await native?.close();
    await connection?.close();
  });

  /** Starts a crawl that never ends; `writing` runs from the first batch on. */
  async function crawl(jobId: string, writing: () => Promise<boolean>) {
    const seen = { batches: 0, failures: [] as WorkFailure[], next: Promise.resolve() };
    const worker = await Worker.create({
      connection: native,
      namespace,
      taskQueue: QUEUES.orchestration,
      workflowBundle: await testBundle(),
      activities: {
        planCrawl: async () => {},
        crawlBatch: async () => {
          seen.batches += 1;
          if (seen.batches > BATCHES) await seen.next;
          return { left: 1, counts: { pages: seen.batches } };
        },
        writeJobProgress: writing,
        failJob: async ({ failure }: { failure: WorkFailure }) => {
          seen.failures.push(failure);
        },
      },
    });
    const job = { jobId, kind: "crawl_site" as const, projectId: "prj_1", projectSlug: "shop", environment: "" };
    const handle = client.workflow.getHandle(`job-${jobId}`);
    await client.workflow.start("crawlSite", {
      workflowId: `job-${jobId}`,
      taskQueue: QUEUES.orchestration,
      args: [{ ...job, queues: QUEUES, batchesPerExecution: BATCHES }],
    });
    return { seen, handle, running: worker };
  }

  it("is obeyed while the last write is awaited", async () => {
    const { seen, handle, running } = await crawl("job_waits", async () => {
      await Context.current().cancelled.catch(() => {});
      return true;
    });
    await running.runUntil(async () => {
      await eventually("the last batch of the execution is done", async () => seen.batches === BATCHES, 120_000);
      await handle.cancel();
      await eventually("the workflow has ended", async () => (await handle.describe()).status.name === "CANCELLED");
    });
    expect(seen.failures).to.deep.equal([{ cancelled: true }]);
    expect(seen.batches).to.equal(BATCHES);
  });

  it("and without one it goes on", async () => {
    const { seen, handle, running } = await crawl("job_goes_on", async () => true);
    const { promise, resolve } = Promise.withResolvers<void>();
    seen.next = promise;
    await running.runUntil(async () => {
      await eventually("the next execution is at work", async () => seen.batches > BATCHES, 120_000);
      // The new execution knows the progress of the previous one.
      expect(await handle.query("progress")).to.deep.include({ phase: "crawling", done: BATCHES, total: BATCHES + 1 });
      resolve();
      await handle.cancel();
      await eventually("the workflow has ended", async () => (await handle.describe()).status.name === "CANCELLED");
    });
    expect(seen.failures).to.deep.equal([{ cancelled: true }]);
  });
});
