// The engine on a real Temporal: what waits in its queues, and what callers are told if something is wrong.

import { mock } from "node:test";
import { Client, Connection, ServiceError, TimeoutFailure, WorkflowFailedError } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { expect } from "chai";
import { MAX_WAIT_MS } from "../../api/lib/pollUntil.ts";
import { createTemporalEngine } from "../../api/temporalEngine.ts";
import { ProductError } from "../../domain/errors.ts";
import { INSPECTION_MS } from "../../domain/inspect/inspection.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import { ensureSearchAttributes } from "../../platform/temporal/searchAttributes.ts";
import { eventually } from "../support/eventually.ts";
import { openNamespace } from "../support/temporal.ts";

const QUEUES = { orchestration: "test-orchestration", browser: "test-browser", lab: "test-lab" };
const run = (runId: string) => ({
  runId,
  type: "vrt-test" as const,
  projectId: "prj_1",
  projectSlug: "shop",
  environment: "",
});
const refusalOf = async (work: Promise<unknown>): Promise<ProductError> => {
  const error = await work.then(
    () => null,
    (reason) => reason,
  );
  expect(error).to.be.instanceOf(ProductError);
  return error;
};

describe("the engine on Temporal", function () {
  this.timeout(120_000);
  let connection: Connection;
  let namespace: string;
  const engineOf = (name: string, by = connection) =>
    createTemporalEngine(new Client({ connection: by, namespace: name }), QUEUES, name);

  before(async () => {
    ({ connection, namespace } = await openNamespace());
    // A new namespace becomes visible everywhere with a short delay.
    await eventually("the namespace is there", async () => (await engineOf(namespace).ready()).temporal);
  });
  after(() => connection?.close());

  it("says that search attributes are missing, and starts runs once they are there", async () => {
    const engine = engineOf(namespace);
    const refused = await refusalOf(engine.start(run("run_0")));
    expect([refused.code, refused.details.retryAfterMs]).to.deep.equal(["unavailable", 30_000]);
    expect(refused.message).to.match(/does not have the search attributes/);
    // Several processes start at the same time.
    await Promise.all(Array.from({ length: 4 }, () => ensureSearchAttributes(connection.operatorService, namespace)));
    await ensureSearchAttributes(connection.operatorService, namespace);
    await eventually("a run can be started", () =>
      engine.start(run("run_0")).then(
        () => true,
        () => false,
      ),
    );
  });

  it("counts what waits in each queue", async () => {
    const engine = engineOf(namespace);
    for (const id of ["run_1", "run_2"]) await engine.start(run(id));
    await eventually("three workflows wait", async () => {
      const waiting = await engine.backlog();
      expect(waiting.map(({ queue, kind }) => `${queue} ${kind}`)).to.deep.equal([
        "orchestration workflow",
        "orchestration activity",
        "browser activity",
        "lab activity",
      ]);
      return waiting[0]?.tasks === 3 && waiting[2]?.tasks === 0;
    });
    expect(await engine.ready()).to.deep.equal({ temporal: true, pollers: { orchestration: 0, browser: 0, lab: 0 } });
  });

  it("counts the queues of a place that it is asked for", async () => {
    const waiting = await engineOf(namespace).backlog("eu");
    expect(waiting.map(({ queue, location, kind }) => `${queue}@${location} ${kind}`)).to.deep.equal([
      "browser@eu activity",
      "lab@eu activity",
    ]);
  });

  it("a run takes its project's turn with its share and its priority, and has the queues of its place", async () => {
    const engine = engineOf(namespace);
    await engine.start({ ...run("run_eu"), projectId: "prj_1", weight: 0.5, urgency: "scheduled", location: "eu" });
    const handle = new Client({ connection, namespace }).workflow.getHandle("run-run_eu");
    const { raw } = await handle.describe();
    const { fairnessKey, fairnessWeight, priorityKey } = raw.workflowExecutionInfo?.priority ?? {};
    expect({ fairnessKey, fairnessWeight, priorityKey }).to.deep.equal({
      fairnessKey: "prj_1",
      fairnessWeight: 0.5,
      priorityKey: 4,
    });
    const { events } = await handle.fetchHistory();
    const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    const input = defaultPayloadConverter.fromPayload<{ queues: object }>(payload ?? {});
    expect(input.queues).to.deep.equal({ ...QUEUES, browser: `${QUEUES.browser}@eu`, lab: `${QUEUES.lab}@eu` });
    await handle.terminate("the test is over");
  });

  it("observes work that no worker serves, that was terminated, and that never was", async () => {
    const engine = engineOf(namespace);
    const observed = () => engine.observe({ kind: "run", id: "run_1" }, 1_000);
    // The status endpoint reports "stale" in this case.
    expect((await refusalOf(observed())).code).to.equal("unavailable");
    await new Client({ connection, namespace }).workflow.getHandle("run-run_1").terminate("the test wants it");
    expect(await observed()).to.deep.equal({ workflow: "TERMINATED", progress: null });
    expect(await engine.observe({ kind: "job", id: "job_none" }, 1_000)).to.deep.equal({
      workflow: null,
      progress: null,
    });
  });

  it("takes a query whose deadline ends as a cancelled call for one that nobody answered", async () => {
    const cancelled = Object.assign(new Error("1 CANCELLED: Call cancelled"), { code: 1, details: "", metadata: {} });
    const handle = {
      describe: async () => ({ status: { name: "RUNNING" } }),
      query: () => Promise.reject(new ServiceError("Failed to query Workflow", { cause: cancelled })),
    };
    const client = {
      withDeadline: (_at: number, work: () => Promise<unknown>) => work(),
      workflow: { getHandle: () => handle },
    } as unknown as Client;
    const engine = createTemporalEngine(client, QUEUES, namespace);
    expect((await refusalOf(engine.observe({ kind: "run", id: "run_1" }, 1_000))).code).to.equal("unavailable");
  });

  it("uses the progress that a workflow reported again for half a second", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let queries = 0;
    const handle = {
      describe: async () => ({ status: { name: "RUNNING" } }),
      query: async () => ({ phase: "capturing", done: ++queries, total: 3, failed: 0 }),
    };
    const client = {
      withDeadline: (_at: number, work: () => Promise<unknown>) => work(),
      workflow: { getHandle: () => handle },
    } as unknown as Client;
    const engine = createTemporalEngine(client, QUEUES, namespace);
    const done = async (id: string) => (await engine.observe({ kind: "run", id }, 1_000)).progress?.done;
    try {
      expect([await done("run_1"), await done("run_1"), await done("run_2")]).to.deep.equal([1, 1, 2]);
      mock.timers.tick(500);
      expect(await done("run_1")).to.equal(3);
    } finally {
      mock.timers.reset();
    }
  });

  const look = {
    projectId: "prj_1",
    environmentId: null,
    url: "https://shop.example/",
    viewport: DEFAULT_VIEWPORTS.desktop,
    what: "scenario" as const,
    wish: {},
  };

  it("a look that nobody waits for any more is cancelled", async () => {
    const gone = new AbortController();
    const refused = refusalOf(engineOf(namespace).inspectPage("1", look, gone.signal));
    const handle = new Client({ connection, namespace }).workflow.getHandle("look-1");
    await eventually("the look has begun", () =>
      handle.describe().then(
        () => true,
        () => false,
      ),
    );
    gone.abort();
    await eventually("its cancel is asked for", async () => {
      const { events } = await handle.fetchHistory();
      return events?.some((event) => event.workflowExecutionCancelRequestedEventAttributes) === true;
    });
    // No worker exists that would end it.
    await handle.terminate("the test is over");
    expect((await refused).code).to.equal("tool_error");
  });

  it("a look that takes too long says what was slow", async () => {
    const timedOut = new WorkflowFailedError(
      "failed",
      new TimeoutFailure("timed out", undefined, "START_TO_CLOSE"),
      "TIMEOUT",
    );
    const client = {
      withDeadline: (_at: number, work: () => Promise<unknown>) => work(),
      workflow: { execute: () => Promise.reject(timedOut) },
    } as unknown as Client;
    const refused = await refusalOf(createTemporalEngine(client, QUEUES, namespace).inspectPage("2", look));
    expect([refused.code, refused.message]).to.deep.equal([
      "tool_error",
      "Looking at https://shop.example/ was given up after 115 s: the page is slow, or the workers have too much to do. Try again later.",
    ]);
    expect(Math.max(...Object.values(INSPECTION_MS))).to.be.below(MAX_WAIT_MS);
  });

  it("says that the namespace is missing", async () => {
    const refused = await refusalOf(engineOf("nowhere").start(run("run_1")));
    expect(refused.message).to.match(/does not have this service's namespace/);
  });

  it("says that Temporal is unavailable", async () => {
    // Nothing listens on port 1. The connection is not closed, because a retry in progress would throw from its timer.
    const away = Connection.lazy({ address: "127.0.0.1:1" });
    const engine = engineOf(namespace, away);
    expect((await refusalOf(engine.backlog())).message).to.equal("Temporal cannot be reached at the moment.");
    expect((await engine.ready()).temporal).to.equal(false);
  });
});
