import { expect } from "chai";
import mongoose from "mongoose";
import type { Caller } from "../../../../api/lib/context.ts";
import { invokeTool } from "../../../../api/tools/invoke.ts";
import type { RecordedView, TurnOutcome } from "../../../../domain/functional/recording.ts";
import type { FeatureRecord } from "../../../../models/features/schema.ts";
import {
  findRecording,
  keepStep,
  noteFeature,
  openedTurn,
  reopenRecording,
} from "../../../../models/recordings/queries.ts";
import { eventually } from "../../../support/eventually.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const { MongoNetworkError } = mongoose.mongo;

const VIEW: RecordedView = {
  url: "https://shop.example/",
  title: "Shop",
  elements: [{ role: "button", name: "Add to cart", label: null, count: 1, visible: true, disabled: false }],
  total: 3,
  screenshotId: "a".repeat(64),
};

type Answer = { ok: boolean; data: unknown; error?: { code: string } };

describe("tools of recordings", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    world.engine.turn = works;
    await world.models.recordings.deleteMany({});
  });

  /** The outcome a worker reports if the step works. */
  const works = async (recordingId: string): Promise<TurnOutcome> => {
    const recording = await findRecording(world.models, recordingId);
    const step = openedTurn(recording!.turn!, world.ctx.sealer);
    expect(await keepStep(world.models, recording!, { step, at: new Date() })).to.equal(true);
    return { state: "done", message: null, replayed: false, view: VIEW };
  };
  const fails = async (): Promise<TurnOutcome> => ({
    state: "failed",
    message: "No button.",
    replayed: true,
    view: null,
  });
  const start = async (args: Record<string, unknown> = {}): Promise<string> => {
    const { data } = await world.call("agent_start_recording", { goal: "Fill the cart", confirm: true, ...args });
    return data.recordingId;
  };
  const turn = (recordingId: string, args: Record<string, unknown>) =>
    world.call("agent_recording_turn", { recordingId, ...args });

  it("record a feature turn by turn, by sentences and by elements, and save it", async () => {
    const { data, warnings } = await world.call("agent_start_recording", {
      goal: 'Fill the "cart"',
      startPath: "/products",
      confirm: true,
    });
    expect(data).to.include({ state: "done", steps: 1 });
    expect(data.page).to.deep.include({ title: "Shop", elements: VIEW.elements });
    expect(data.page.screenshotUrl).to.contain("/api/artifacts/aaaa");
    expect(warnings?.join()).to.contain("2 more controls of the page are not listed");
    const { recordingId } = data;
    await turn(recordingId, { action: "click", role: "button", name: "Add to cart" });
    await turn(recordingId, { action: "fill", name: "Amount", value: "{secret.AMOUNT}" });
    const last = await turn(recordingId, { sentence: 'Then I should see "1 in the cart"' });
    const gherkin = `Feature: Fill the cart

  Scenario: Fill the cart
    Given I am on "/products"
    When I click the "Add to cart" button
    And I fill in "Amount" with "{secret.AMOUNT}"
    Then I should see "1 in the cart"
`;
    expect(last.data).to.include({ state: "done", steps: 4, gherkin });
    expect(last.nextActions?.[0]).to.include({ tool: "agent_finish_recording", needsConfirm: true });
    const saved = await world.call("agent_finish_recording", { recordingId, ticketId: "SHOP-1", confirm: true });
    expect(saved.data.feature).to.include({ featureId: "fill-the-cart", status: "ready", gherkin });
    const stored = await world.models.features.findById("prj_shop:fill-the-cart").lean<FeatureRecord>();
    expect(stored).to.deep.include({ origin: "recorded", tickets: ["SHOP-1"] });
    expect(world.engine.recordings.has(recordingId)).to.equal(false);
    const again = await world.send("agent_finish_recording", { recordingId, confirm: true });
    expect(again.body.error?.message).to.match(/was saved already/);
  });

  it("are saved by the next call where a saving was cut short, as one feature", async () => {
    const recordingId = await start({ goal: "Leave the garden" });
    await turn(recordingId, { sentence: 'I should see "Shop"' });
    const finish = (args: object = {}) => world.send("agent_finish_recording", { recordingId, confirm: true, ...args });
    const cutShort = (agoMs: number) => {
      const endedAt = new Date(world.ctx.now().getTime() - agoMs);
      return world.models.recordings.updateOne(
        { _id: recordingId },
        { $set: { status: "saved", featureId: null, endedAt } },
      );
    };
    const features = () => world.models.features.countDocuments({ projectId: "prj_shop", name: "Leave the garden" });
    // Interrupted before its feature existed; a call that is still working on it is not disturbed.
    await cutShort(1_000);
    expect((await finish()).body.error?.message).to.equal("The recording is being saved. Call again.");
    expect(await features()).to.equal(0);
    await cutShort(61_000);
    expect((await finish()).body.data.feature).to.include({ featureId: "leave-the-garden", status: "ready" });
    // Interrupted after its feature existed; a caller that got no response repeats the same call without an id.
    await cutShort(61_000);
    expect((await finish({ recordingId: undefined, discard: true })).body.error?.message).to.match(/no open recording/);
    expect((await finish({ recordingId: undefined })).body.data.feature).to.include({
      featureId: "leave-the-garden",
      status: "ready",
    });
    expect(await features()).to.equal(1);
    expect(await findRecording(world.models, recordingId)).to.include({ featureId: "leave-the-garden" });
    expect((await finish()).body.error?.message).to.match(/was saved already/);
  });

  it("stay to be saved where a saving that was cut short fails again, and are only the last saver's", async () => {
    const recordingId = await start({ goal: "Leave the yard" });
    const stored = () => findRecording(world.models, recordingId);
    const endedAt = new Date(world.ctx.now().getTime() - 61_000);
    const cut = { status: "saved", endedAt } as const;
    await world.models.recordings.updateOne({ _id: recordingId }, { $set: cut });
    const { countDocuments } = world.models.features;
    world.models.features.countDocuments = () => {
      throw new Error("away");
    };
    const failed = await world.send("agent_finish_recording", { confirm: true });
    world.models.features.countDocuments = countDocuments;
    expect(failed.body.ok).to.equal(false);
    expect(await stored(), "its page is gone").to.deep.include({ ...cut, featureId: null });
    const late = { _id: recordingId, claimedAt: new Date(endedAt.getTime() - 1) };
    await reopenRecording(world.models, late, world.ctx.now());
    await noteFeature(world.models, late, "another");
    expect(await stored(), "another saver claimed it since").to.deep.include({ ...cut, featureId: null });
    const saved = await world.send("agent_finish_recording", { confirm: true });
    expect(saved.body.data.feature).to.include({ featureId: "leave-the-yard" });
  });

  it("tell what a turn that failed came to, and keep the recording as it was", async () => {
    const recordingId = await start();
    world.engine.turn = fails;
    const { summary, data, warnings } = await turn(recordingId, { action: "click", role: "button", name: "None" });
    expect(summary).to.match(/^Not done: .+ The recording is unchanged, with 1 step\.$/);
    expect(data).to.deep.include({ state: "failed", message: "No button.", steps: 1, page: null });
    expect(warnings?.join()).to.contain("the steps before were done again in a fresh one");
    world.engine.turn = works;
    expect((await turn(recordingId, { sentence: "I reload the page" })).data.steps).to.equal(2);
  });

  it("continue once the database is back, if it was away when a turn ended", async () => {
    const recordingId = await start();
    const { recordings } = world.models;
    const { updateOne } = recordings;
    world.engine.turn = () => {
      recordings.updateOne = () => {
        throw new MongoNetworkError("connect ECONNREFUSED");
      };
      return fails();
    };
    const { data } = await turn(recordingId, { sentence: "I go back" });
    expect(data).to.deep.include({ state: "failed", message: "No button." });
    const isFree = async () => (await findRecording(world.models, recordingId))?.turnId === null;
    expect(await isFree()).to.equal(false);
    recordings.updateOne = updateOne;
    await eventually("the turn is over", isFree);
  });

  it("refuse what no definition fits, with sentences that would, and what names no element", async () => {
    const recordingId = await start();
    for (const [args, message] of [
      [
        { sentence: 'I press on the "Add" button' },
        /cannot be recorded: No step definition fits the sentence\. Near it: .*button/,
      ],
      [{ sentence: "I fill in the form:" }, /cannot be recorded/],
      [{ action: "fill", name: "Amount" }, /value is missing/],
      [{ action: "click" }, /name is missing/],
      [{ action: "click", name: "Add", sentence: "I go back" }, /either sentence, or action/],
      [{}, /either sentence, or action/],
    ] as const) {
      const { body } = await world.send("agent_recording_turn", { recordingId, ...args });
      expect(body.error?.code).to.equal("validation_error");
      expect(body.error?.message).to.match(message);
    }
    expect((await findRecording(world.models, recordingId))?.turnId).to.equal(null);
  });

  it("let one of two turns at once win, and tell the other", async () => {
    const recordingId = await start();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    world.engine.turn = async (id) => {
      begun.resolve();
      await gate.promise;
      return works(id);
    };
    const first = turn(recordingId, { sentence: "I go back" });
    await begun.promise;
    const second = await world.send("agent_recording_turn", { recordingId, sentence: "I reload the page" });
    expect(second.body.error?.message).to.match(/Another turn of this recording is in progress/);
    const finish = await world.send("agent_finish_recording", { recordingId, confirm: true });
    expect(finish.body.error?.message).to.match(/Another turn of this recording is in progress/);
    gate.resolve();
    expect((await first).data.gherkin)
      .to.contain("I go back")
      .and.not.contain("I reload");
  });

  it("end by themselves, are few at once, and are closed to others", async () => {
    const recordingId = await start();
    world.engine.recordings.delete(recordingId);
    const gone = await world.send("agent_recording_turn", { recordingId, sentence: "I go back" });
    expect(gone.body.error?.message).to.match(/ended because nothing happened/);
    expect(await findRecording(world.models, recordingId)).to.include({ status: "expired", turnId: null });
    const ids = [await start(), await start(), await start()];
    const full = await world.send("agent_start_recording", { goal: "One more", confirm: true });
    expect(full.body.error?.message).to.match(/maximum of 3 open recordings/);
    const blog = await world.addKey("mcp_full", { projectId: "prj_blog" });
    const foreign = await world.send("agent_recording_turn", { recordingId: ids[0], sentence: "I go back" }, blog);
    expect(foreign.body.error?.message).to.match(/has no recording/);
    await world.call("agent_finish_recording", { recordingId: ids[0], discard: true, confirm: true });
    expect((await findRecording(world.models, String(ids[0])))?.status).to.equal("discarded");
    await start();
  });

  it("are saved while Temporal is away, and their page is closed when it is back", async () => {
    const recordingId = await start();
    world.engine.available = false;
    expect((await world.call("agent_finish_recording", { recordingId, confirm: true })).data.status).to.equal("saved");
    expect(world.engine.recordings.has(recordingId)).to.equal(true);
    world.engine.available = true;
    await eventually("the page is closed", () => !world.engine.recordings.has(recordingId));
  });

  it("leave nothing open where the page cannot be opened", async () => {
    world.engine.turn = fails;
    const { body } = await world.send("agent_start_recording", {
      goal: "Fill the cart",
      startPath: "/none",
      confirm: true,
    });
    expect(body.error?.message).to.equal("/none could not be opened: No button.");
    expect(await world.models.recordings.countDocuments({ status: "open" })).to.equal(0);
  });

  it("start and finish with confirm alone: the last goal that came to nothing, and the caller's open recording", async () => {
    const nameOf = async (id: string) => (await findRecording(world.models, id))?.name;
    const begin = async () => (await world.call("agent_start_recording", { confirm: true })).data.recordingId as string;
    const finish = async (args: object = {}) => world.send("agent_finish_recording", { confirm: true, ...args });
    const first = await begin();
    expect(await nameOf(first)).to.match(/^Recording of \d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect((await finish()).body.data).to.include({ recordingId: first, status: "saved" });
    expect((await finish()).body.error?.message).to.match(/^You have no open recording here\./);
    const goal = 'a visitor does something that no step of the library does and then sees "Done"';
    const made = await world.call("create_frt_scenario", { goal, startPath: "/", confirm: true });
    expect(made.data.feature.status).to.equal("draft");
    const [second, third] = [await begin(), await start({ goal: "Pay the bill" })];
    expect(await nameOf(second)).to.equal(made.data.feature.name);
    const several = await finish();
    expect(several.body.error?.code).to.equal("validation_error");
    expect(several.body.error?.message).to.contain(second).and.contain(third);
    for (const recordingId of [second, third]) await finish({ recordingId, discard: true });
    expect(await nameOf(await begin())).to.equal("Pay the bill");
    // A recording of another key does not belong to the caller.
    const other = await world.addKey("mcp_full");
    const none = await world.send("agent_finish_recording", { confirm: true }, other);
    expect(none.body.error?.message).to.match(/^You have no open recording here/);
  });

  it("take turns of keys that may change things and of the session that started them, and nothing of others", async () => {
    const person = (userId: string, role: "editor" | "viewer") =>
      ({ kind: "user", userId, email: `${userId}@shop.example`, orgId: "org_a", role }) as const;
    const callers: Record<string, Caller> = {
      editor: person("ed", "editor"),
      another: person("al", "editor"),
      viewer: person("vi", "viewer"),
    };
    const as = async (who: string, tool: string, args: object) =>
      (await invokeTool(world.ctx, callers[who]!, { tool, args: { project: "shop", ...args } })).envelope as Answer;
    const recordingId = (
      (await as("editor", "agent_start_recording", { confirm: true })).data as { recordingId: string }
    ).recordingId;
    const sentence = 'I should see "Shop"';
    const before = JSON.stringify(await findRecording(world.models, recordingId));
    const reader = await world.refused(
      "agent_recording_turn",
      { recordingId, sentence },
      403,
      "scope_denied",
      world.keys.mcp_read,
    );
    expect(reader.error?.message).to.contain("mcp_full");
    for (const who of ["viewer", "another"] as const)
      expect((await as(who, "agent_recording_turn", { recordingId, sentence })).error?.code, who).to.equal(
        "scope_denied",
      );
    expect(JSON.stringify(await findRecording(world.models, recordingId))).to.equal(before);
    expect((await as("editor", "agent_recording_turn", { recordingId, sentence })).ok).to.equal(true);
    expect((await turn(recordingId, { sentence })).data.steps).to.equal(3);
    // A user who became a viewer cannot add anything, although the recording is theirs.
    callers.editor = person("ed", "viewer");
    expect((await as("editor", "agent_recording_turn", { recordingId, sentence })).error?.code).to.equal(
      "scope_denied",
    );
    const { callable } = (await world.call("list_my_tools", {}, world.keys.mcp_read)).data;
    expect(JSON.stringify(callable)).to.contain("frt_get_feature").and.not.contain("agent_recording_turn");
  });
});
