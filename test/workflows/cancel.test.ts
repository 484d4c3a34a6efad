// A cancellation ends a run after its parts in flight, and a full audit after its runs.
import { Context } from "@temporalio/activity";
import { Client, type Connection } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";
import { expect } from "chai";
import type { StatusType } from "../../domain/runTypes.ts";
import { startRunWorkflow } from "../../platform/temporal/startRunWorkflow.ts";
import { testBundle } from "../support/bundle.ts";
import { eventually } from "../support/eventually.ts";
import { openPreparedNamespace, testTemporalAddress } from "../support/temporal.ts";

const QUEUE = "all";
const QUEUES = { orchestration: QUEUE, browser: QUEUE, lab: QUEUE };
const PROJECT = { projectId: "prj_1", projectSlug: "shop", environment: "" };

describe("a cancel", function () {
  this.timeout(120_000);
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

  type Activities = Record<
    string,
    (input: { runId: string; shotId: string; pageId: string; confirms?: boolean }) => Promise<unknown>
  >;
  const worker = async (activities: Activities) =>
    Worker.create({
      connection: native,
      namespace,
      taskQueue: QUEUE,
      workflowBundle: await testBundle(),
      activities: { writeProjection: async () => true, ...activities },
    });
  const start = (runId: string, type: StatusType) => startRunWorkflow(client, QUEUES, { runId, type, ...PROJECT });
  const handleOf = (runId: string) => client.workflow.getHandle(`run-${runId}`);
  const statusOf = async (runId: string) => (await handleOf(runId).describe()).status.name;
  /** Runs until it is cancelled, and then for as long as `more` takes. */
  const untilCancelled = async (more: Promise<void> = Promise.resolve()) => {
    const { cancelled, heartbeat } = Context.current();
    const beat = setInterval(() => heartbeat(), 100);
    try {
      await cancelled.catch(() => {});
      await more;
      throw await cancelled.catch((error: unknown) => error);
    } finally {
      clearInterval(beat);
    }
  };

  it("of a baseline run waits for the promotion that is under way", async () => {
    const said: string[] = [];
    const gate = Promise.withResolvers<void>();
    const at = new Set<string>();
    const running = await worker({
      planRun: async () => ({ total: 4, window: 2 }),
      captureShot: async ({ shotId, confirms }) => {
        if (confirms && shotId.endsWith("1")) {
          at.add(shotId);
          return untilCancelled();
        }
        return { state: "captured" };
      },
      confirmShot: async () => {
        at.add("promotion");
        await untilCancelled(gate.promise).catch(() => {});
        said.push("promoted");
        return { state: "decided", status: "passed" };
      },
      finishRun: async () => {
        said.push("finished");
        return { status: "failed", verdict: null };
      },
    });
    await running.runUntil(async () => {
      await start("run_baseline", "baseline");
      await eventually("one shot and one promotion are in flight", async () => at.size === 2);
      await handleOf("run_baseline").cancel();
      await eventually("it says what it does", async () => {
        const { phase } = await handleOf("run_baseline").query<{ phase: string }>("progress");
        return phase === "cancelling";
      });
      // The reconciler requests it again until the run has ended.
      await handleOf("run_baseline").cancel();
      expect(said).to.deep.equal([]);
      gate.resolve();
      await eventually("it ends", async () => (await statusOf("run_baseline")) === "CANCELLED");
    });
    expect(said).to.deep.equal(["promoted", "finished"]);
    expect(at.size, "no further shot was begun").to.equal(2);
  });

  const CHILDREN: StatusType[] = ["seo-test", "a11y-test"];
  const childOf = async ({ index }: { index: number }) => ({ runId: `${CHILDREN[index]}`, type: CHILDREN[index] });

  it("of a full audit waits for all its runs, and ends as cancelled", async () => {
    const said: string[] = [];
    const gate = Promise.withResolvers<void>();
    const at = new Set<string>();
    const running = await worker({
      planSuite: async () => ({ total: 2, window: 8 }),
      childOf: childOf as unknown as Activities[string],
      planAudit: async () => ({ total: 1, window: 1 }),
      gatherPage: ({ pageId }) => {
        at.add(pageId);
        return untilCancelled(pageId.startsWith("seo") ? gate.promise : undefined);
      },
      finishAudit: async ({ runId }) => {
        said.push(runId);
        return { status: "failed", verdict: null };
      },
      finishSuite: async (input) => {
        said.push(`suite ${JSON.stringify((input as unknown as { failure: object }).failure)}`);
        return { status: "failed", verdict: null };
      },
    });
    await running.runUntil(async () => {
      await start("run_suite", "full-suite");
      await eventually("both pillars are at work", async () => at.size === 2);
      await handleOf("run_suite").cancel();
      await eventually("one of them has ended", async () => said.length === 1);
      expect(await statusOf("run_suite")).to.equal("RUNNING");
      gate.resolve();
      await eventually("it ends", async () => (await statusOf("run_suite")) === "CANCELLED");
    });
    expect(said).to.deep.equal(["a11y-test", "seo-test", 'suite {"cancelled":true}']);
  });

  it("of one run of a full audit leaves the others alone", async () => {
    const ended: unknown[] = [];
    const at = new Set<string>();
    const gate = Promise.withResolvers<void>();
    const running = await worker({
      planSuite: async () => ({ total: 2, window: 8 }),
      childOf: (async ({ index }: { index: number }) => ({
        runId: `alone-${CHILDREN[index]}`,
        type: CHILDREN[index],
      })) as unknown as Activities[string],
      planAudit: async () => ({ total: 1, window: 1 }),
      gatherPage: async ({ pageId }) => {
        at.add(pageId);
        if (pageId.includes("seo")) return untilCancelled();
        await gate.promise;
        return "decided";
      },
      auditSite: async () => undefined,
      lighthouseSeo: async () => undefined,
      finishAudit: async (input) => {
        const failed = "failure" in input;
        return { status: failed ? "failed" : "completed", verdict: failed ? null : "pass" };
      },
      finishSuite: async (input) => {
        ended.push((input as { failure?: unknown }).failure);
        return { status: "completed", verdict: "fail" };
      },
    });
    await running.runUntil(async () => {
      await start("run_mixed", "full-suite");
      await eventually("both pillars are at work", async () => at.size === 2);
      await handleOf("alone-seo-test").cancel();
      await eventually("it has ended", async () => (await statusOf("alone-seo-test")) === "CANCELLED");
      expect(await statusOf("run_mixed")).to.equal("RUNNING");
      gate.resolve();
      await eventually("the audit ends", async () => (await statusOf("run_mixed")) === "COMPLETED");
    });
    expect(ended).to.deep.equal([undefined]);
  });
});
