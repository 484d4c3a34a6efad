// What a large project does to small ones, and what is scheduled to what somebody waits for: real workflows and a real Temporal, with
// captures that only take a place. Counted in captures, as places are all that there is to share.
import { NativeConnection, Worker } from "@temporalio/worker";
import { expect } from "chai";
import { queuesAt } from "../../domain/locations.ts";
import { testTemporalAddress } from "../support/temporal.ts";
import { openFakeWorld } from "./fakes.ts";

const SMALL = 20;
const SLOTS = 2;
/** More than a run has in flight, so that the window is no help. */
const WINDOW = 100;
const PROJECT = { projectSlug: "shop", environment: "" };

describe("turns of the workers", function () {
  this.timeout(240_000);
  let world: Awaited<ReturnType<typeof openFakeWorld>>;
  let native: NativeConnection;
  /** Run ids, in the order in which their captures began. */
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

  /** `totals`: shots of each run. Plans of the runs in `held` are answered together, once all of them were asked for. */
  function play(totals: (runId: string) => number, held: (runId: string) => boolean, count: number) {
    const all = Promise.withResolvers<void>();
    let asked = 0;
    world.play({
      planRun: async ({ runId }: { runId: string }) => {
        if (held(runId)) {
          asked += 1;
          if (asked === count) all.resolve();
          await all.promise;
        }
        return { total: totals(runId), window: WINDOW };
      },
      writeProjection: async () => true,
      finishRun: async () => ({ status: "completed", verdict: "pass" }),
    });
    return all.promise;
  }

  const start = (runId: string, fields: object, queues = { ...world.queues, browser: "browsers" }) =>
    world.execute("visualRun", `run-${runId}`, { runId, type: "vrt-test", ...PROJECT, ...fields, queues });

  it(`${SMALL} projects with one screenshot beside one with 500 wait for no more than as many of its`, async () => {
    const isSmall = (runId: string) => runId.startsWith("small");
    const planned = play((runId) => (isSmall(runId) ? 1 : 500), isSmall, SMALL);
    await startBrowsers("browsers");
    const large = start("large", { projectId: "prj_large", weight: 8 });
    const small = Array.from({ length: SMALL }, (_, n) => start(`small${n}`, { projectId: `prj_${n}`, weight: 8 }));
    await planned;
    const before = captured.length;
    await Promise.all(small);
    const last = captured.findLastIndex(isSmall);
    const meanwhile = captured.slice(before, last + 1);
    const figures = `${SMALL} small captures were done within ${meanwhile.length}; ${before} of 500 came before`;
    expect(meanwhile.filter(isSmall), figures).to.have.length(SMALL);
    expect(meanwhile.length, figures).to.be.at.most(2 * SMALL);
    expect(captured.length, "the large one goes on").to.be.below(500);
    await world.client.workflow.getHandle("run-large").terminate("the test is over");
    await large.catch(() => undefined);
  });

  it("what somebody waits for goes before what a time of day started", async () => {
    const isAsked = (runId: string) => runId === "asked";
    const planned = play((runId) => (isAsked(runId) ? 30 : 500), isAsked, 1);
    await startBrowsers("browsers");
    const scheduled = start("nightly", { projectId: "prj_a", weight: 8, urgency: "scheduled" });
    const asked = start("asked", { projectId: "prj_b", weight: 8, urgency: "asked" });
    await planned;
    await asked;
    const first = captured.findIndex(isAsked);
    const last = captured.findLastIndex(isAsked);
    const between = captured.slice(first, last + 1).filter((runId) => !isAsked(runId)).length;
    // Two shares alike would have as many of each. What was handed out when the next of the run was not in the queue yet may come between.
    expect(between, "scheduled captures between those of the run that somebody waits for").to.be.below(10);
    await world.client.workflow.getHandle("run-nightly").terminate("the test is over");
    await scheduled.catch(() => undefined);
  });

  it("a run for a place without a worker waits, others go on, and it goes on when the worker comes", async () => {
    play(
      () => 3,
      () => false,
      0,
    );
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
