// The small workflows of notifications and schedules on a real Temporal: each is retried until it succeeds.
import { expect } from "chai";
import { DECIDED } from "../../domain/workflowNames.ts";
import { openFakeWorld } from "./fakes.ts";

describe("the workflows of notifications", function () {
  this.timeout(60_000);
  let world: Awaited<ReturnType<typeof openFakeWorld>>;
  before(async () => {
    world = await openFakeWorld();
  });
  after(() => world?.close());

  it("try a delivery until an attempt says that it was the last", async () => {
    const attempts: unknown[] = [];
    world.play({
      attemptDelivery: async (input: { attempt: number }) => {
        attempts.push(input);
        return { pauseMs: input.attempt === 3 ? null : 1 };
      },
    });
    await world.execute("deliverNotification", "delivery-a", { deliveryId: "a", queues: world.queues });
    expect(attempts).to.deep.equal([1, 2, 3].map((attempt) => ({ deliveryId: "a", attempt })));
  });

  it("make an attempt again whose worker failed, under the same number", async () => {
    const attempts: number[] = [];
    world.play({
      attemptDelivery: async ({ attempt }: { attempt: number }) => {
        attempts.push(attempt);
        if (attempts.length === 1) throw new Error("the database is unavailable");
        return { pauseMs: null };
      },
    });
    await world.execute("deliverNotification", "delivery-b", { deliveryId: "b", queues: world.queues });
    expect(attempts).to.deep.equal([1, 1]);
  });

  it("tell decisions that follow each other as one, and one that comes meanwhile after it", async () => {
    const { client, queues } = world;
    const decide = () =>
      client.workflow.signalWithStart("tellDecisions", {
        workflowId: "decisions-prj_1",
        taskQueue: queues.orchestration,
        args: [],
        signal: DECIDED,
        signalArgs: [],
      });
    let rounds = 0;
    world.play({
      tellVerdicts: async () => {
        rounds += 1;
        if (rounds === 1) await decide();
        return { told: 1, started: 1 };
      },
    });
    for (let n = 0; n < 3; n++) await decide();
    await client.workflow.getHandle("decisions-prj_1").result();
    expect(rounds).to.equal(2);
  });

  it("look for verdicts once a round", async () => {
    world.play({ tellVerdicts: async () => ({ told: 2, started: 1 }) });
    expect(await world.execute("tellVerdicts", "tell")).to.deep.equal({ told: 2, started: 1 });
    expect(world.calls()).to.deep.equal(["tellVerdicts"]);
  });
});

describe("the workflows of schedules", function () {
  this.timeout(60_000);
  let world: Awaited<ReturnType<typeof openFakeWorld>>;
  before(async () => {
    world = await openFakeWorld();
  });
  after(() => world?.close());

  it("note a due time, again where the database was unavailable", async () => {
    const noted: unknown[] = [];
    world.play({
      noteDue: async (input: unknown) => {
        noted.push(input);
        if (noted.length === 1) throw new Error("the database is unavailable");
      },
      startDue: async () => ({ againMs: null }),
    });
    await world.execute("scheduleDue", "due-a", { scheduleId: "sch_a" });
    expect(noted).to.deep.equal([{ scheduleId: "sch_a" }, { scheduleId: "sch_a" }]);
  });

  it("start what is due, and look again until nothing is left, with the time that Temporal had", async () => {
    const asked: { scheduleId: string; dueAt: string }[] = [];
    world.play({
      noteDue: async () => undefined,
      startDue: async (input: { scheduleId: string; dueAt: string }) => {
        asked.push(input);
        return { againMs: asked.length < 3 ? 1 : null };
      },
    });
    const before = Date.now();
    await world.execute("scheduleDue", "due-b", { scheduleId: "sch_b" });
    expect(asked).to.have.length(3);
    expect(new Set(asked.map(({ dueAt }) => dueAt)).size).to.equal(1);
    expect(Date.parse(asked[0]?.dueAt ?? "")).to.be.within(before - 60_000, Date.now() + 60_000);
  });

  it("give up looking at last: the round of a worker finds what is left", async () => {
    let looks = 0;
    world.play({
      noteDue: async () => undefined,
      startDue: async () => {
        looks += 1;
        return { againMs: 1 };
      },
    });
    await world.execute("scheduleDue", "due-c", { scheduleId: "sch_c" });
    expect(looks).to.equal(50);
  });

  it("bring Temporal's schedules in line once a round", async () => {
    world.play({ alignSchedules: async () => ({ aligned: 1, woken: 2 }) });
    expect(await world.execute("alignSchedules", "align")).to.deep.equal({ aligned: 1, woken: 2 });
    expect(world.calls()).to.deep.equal(["alignSchedules"]);
  });
});
