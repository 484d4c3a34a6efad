// The effect of a large project on small ones, and of scheduled work on work that somebody waits for: real workflows and a real Temporal,
// with captures that only occupy a slot. Measured in captures, because slots are all that is shared.
import { NativeConnection, Worker } from "@temporalio/worker";
import { expect } from "chai";
import { queuesAt } from "../../domain/locations.ts";
import { eventually } from "../support/eventually.ts";
import { testTemporalAddress } from "../support/temporal.ts";
import { openFakeWorld } from "./fakes.ts";

const SMALL = 20;
const SLOTS = 2;
/** More than a run has in flight, so that the window has no effect. */
const WINDOW = 100;
const PROJECT = { projectSlug: "shop", environment: "" };

describe("turns of the workers", function () {
  this.timeout(240_000);
  let world: Awaited<ReturnType<typeof openFakeWorld>>;
  let native: NativeConnection;
  /** Run ids, in the order in which their captures started. */
  let captured: string[];
  const ends: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    world = await openFakeWorld();
    native = await NativeConnection.connect({ address: await testTemporalAddress() });
    captured = [];
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await native?.close();
    await world?.close();
  });

  async function startBrowsers(taskQueue: string): Promise<void> {
    const worker = await Worker.create({
      connection: native,
      namespace: world.client.options.namespace,
      taskQueue,
      maxConcurrentActivityTaskExecutions: SLOTS,
      activities: {
        async captureShot({ shotId }: { shotId: string }) {
          captured.push(shotId.slice(0, shotId.lastIndexOf("-")));
          await new Promise((resolve) => setTimeout(resolve, 5));
          return { state: "decided", status: "passed" };
        },
      },
    });
    const running = worker.run();
    ends.push(async () => {
      worker.shutdown();
      await running;
    });
  }

  /** `totals`: number of shots of each run. */
  const play = (totals: (runId: string) => number) =>
    world.play({
      planRun: async ({ runId }: { runId: string }) => ({ total: totals(runId), window: WINDOW }),
      writeProjection: async () => true,
      finishRun: async () => ({ status: "completed", verdict: "pass" }),
    });

  /** Waits until this many captures of the run are in the queue, which no worker serves yet. */
  const queued = (runId: string, captures: number) =>
    eventually(`${captures} captures of ${runId} wait`, async () => {
      const handle = world.client.workflow.getHandle(`run-${runId}`);
      // Its start may still be in progress.
      const raw = await handle.describe().then(
        (found) => found.raw,
        () => null,
      );
      const waiting = raw?.pendingActivities?.filter(({ activityType }) => activityType?.name === "captureShot") ?? [];
      return waiting.length === captures;
    });

  const start = (runId: string, fields: object, queues = { ...world.queues, browser: "browsers" }) =>
    world.execute("visualRun", `run-${runId}`, { runId, type: "vrt-test", ...PROJECT, ...fields, queues });

  /** Terminates a run that has more to do than the test waits for. */
  const terminate = async (runId: string, run: Promise<unknown>) => {
    await world.client.workflow.getHandle(`run-${runId}`).terminate("the test is over");
    await run.catch(() => undefined);
  };

  it(`${SMALL} projects with one screenshot beside one with 500 end within twice their captures`, async () => {
    const isSmall = (runId: string) => runId.startsWith("small");
    play((runId) => (isSmall(runId) ? 1 : 500));
    const large = start("large", { projectId: "prj_large", weight: 8 });
    await queued("large", WINDOW);
    const ids = Array.from({ length: SMALL }, (_, n) => `small${n}`);
    const small = ids.map((runId) => start(runId, { projectId: `prj_${runId}`, weight: 8 }));
    for (const runId of ids) await queued(runId, 1);
    await startBrowsers("browsers");
    await Promise.all(small);
    const meanwhile = captured.findLastIndex(isSmall) + 1;
    // Alone they would be done after as many captures as they contain.
    expect(meanwhile, `captures until the last of ${SMALL}`).to.be.at.most(2 * SMALL);
    await terminate("large", large);
  });

  it("what somebody waits for goes before what a time of day started", async () => {
    const isAsked = (runId: string) => runId === "asked";
    play((runId) => (isAsked(runId) ? 30 : 500));
    const scheduled = start("nightly", { projectId: "prj_a", weight: 8, urgency: "scheduled" });
    await queued("nightly", WINDOW);
    const asked = start("asked", { projectId: "prj_b", weight: 8, urgency: "asked" });
    await queued("asked", 30);
    await startBrowsers("browsers");
    await asked;
    const before = captured.slice(0, captured.findLastIndex(isAsked)).filter((runId) => !isAsked(runId)).length;
    // At most the number that the server had ready for the first polls.
    expect(before, "scheduled captures before the last one that somebody waits for").to.be.below(10);
    await terminate("nightly", scheduled);
  });

  it("a run for a place without a worker waits, others go on, and it goes on when the worker comes", async () => {
    play(() => 3);
    await startBrowsers("browsers");
    const queues = { ...world.queues, browser: "browsers", lab: "lab" };
    const away = start("eu", { projectId: "prj_a", location: "eu" }, queuesAt(queues, "eu"));
    await start("here", { projectId: "prj_b" });
    expect(captured).to.deep.equal(["here", "here", "here"]);
    await startBrowsers("browsers@eu");
    expect(await away).to.include({ status: "completed" });
    expect(captured.slice(3)).to.deep.equal(["eu", "eu", "eu"]);
  });
});
