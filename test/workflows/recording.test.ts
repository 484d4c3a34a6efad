// The workflow of a recording as the API uses it, with activities whose results the test controls.
import { expect } from "chai";
import { createTemporalEngine } from "../../api/temporalEngine.ts";
import { workflowIdOfRecording } from "../../domain/ids.ts";
import { hopeless, openFakeWorld } from "./fakes.ts";

describe("the workflow of a recording", function () {
  this.timeout(60_000);
  let world: Awaited<ReturnType<typeof openFakeWorld>>;
  before(async () => {
    world = await openFakeWorld();
  });
  after(() => world?.close());

  const engineOf = () => createTemporalEngine(world.client, world.queues, world.client.options.namespace);
  const endOf = (recordingId: string) => world.client.workflow.getHandle(workflowIdOfRecording(recordingId)).result();
  const play = () =>
    world.play({
      recordTurn: async ({ turnId }: { turnId: string }) => {
        if (turnId === "hopeless") throw hopeless("The turn is no longer the current one.");
        return { state: "done", message: turnId, replayed: false, view: null };
      },
      expireRecording: async () => {},
      closeRecordingPage: async () => {},
    });

  it("does turns, and ends by itself when nobody touches it any more", async () => {
    play();
    const engine = engineOf();
    await engine.startRecording({ recordingId: "rec_idle", idleMs: 1_000 });
    expect((await engine.recordingTurn("rec_idle", "one"))?.message).to.equal("one");
    await endOf("rec_idle");
    expect(world.calls()).to.deep.equal(["recordTurn", "expireRecording", "closeRecordingPage"]);
    expect(await engine.recordingTurn("rec_idle", "two")).to.equal(null);
    await engine.endRecording("rec_idle");
  });

  it("does a turn where the page is, and elsewhere when that worker is gone", async () => {
    const homes = ["nobody-serves-this", world.queues.browser, null];
    const own: string[] = [];
    world.play({
      recordTurn: async ({ turnId }: { turnId: string }) => {
        own.push(turnId);
        return { state: "done", message: turnId, replayed: false, view: null, home: homes.shift() };
      },
      closeRecordingPage: async () => {},
    });
    const engine = engineOf();
    await engine.startRecording({ recordingId: "rec_home", idleMs: 60_000 });
    for (const turnId of ["one", "two", "three"])
      expect((await engine.recordingTurn("rec_home", turnId))?.message).to.equal(turnId);
    await engine.endRecording("rec_home");
    await endOf("rec_home");
    expect(own, "each turn once").to.deep.equal(["one", "two", "three"]);
    const { events } = await world.client.workflow.getHandle(workflowIdOfRecording("rec_home")).fetchHistory();
    const sent = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: one }) =>
      one?.activityType?.name === "recordTurn" ? [one] : [],
    );
    const { browser } = world.queues;
    expect(sent.map(({ taskQueue }) => taskQueue?.name)).to.deep.equal([
      browser,
      "nobody-serves-this",
      browser,
      browser,
    ]);
    const limits = sent.map((one) => [
      Number(one.startToCloseTimeout?.seconds),
      Number(one.scheduleToCloseTimeout?.seconds),
    ]);
    // The caller waits for 115 s in total, of which a lost worker costs 3 s.
    expect(limits).to.deep.equal([
      [110, 115],
      [110, 115],
      [110, 112],
      [110, 115],
    ]);
  });

  it("goes on after a turn that failed, and ends when it is told", async () => {
    play();
    const engine = engineOf();
    await engine.startRecording({ recordingId: "rec_told", idleMs: 60_000 });
    const failed = await engine.recordingTurn("rec_told", "hopeless").catch((error: unknown) => error);
    expect(failed).to.include({ code: "tool_error", message: "The turn is no longer the current one." });
    expect((await engine.recordingTurn("rec_told", "two"))?.state).to.equal("done");
    await engine.endRecording("rec_told");
    await endOf("rec_told");
    expect(world.calls()).to.deep.equal(["recordTurn", "recordTurn", "closeRecordingPage"]);
  });
});
