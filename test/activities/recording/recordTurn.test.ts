// Turns of a recording as their workflow calls them: stored sentences, a real browser, and pages that are lost in between.
import { expect } from "chai";
import { createLivePages } from "../../../activities/recording/livePages.ts";
import { createRecordingPageActivities } from "../../../activities/recording/recordTurn.ts";
import type { RecordedStep, TurnOutcome } from "../../../domain/functional/recording.ts";
import { claimTurn, endTurn, findRecording, sealedTurn } from "../../../models/recordings/queries.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { warmPool } from "../../support/warmPool.ts";
import { SLOW_MS, useSite } from "../capture/engine/harness.ts";

const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1>
  <button onclick="n.value = +n.value + 1; s.textContent = n.value + ' in the basket'">Add</button>
  <label>Amount <input id=n value=0></label><div role=status id=s></div>`;

describe("a turn of a recording", function () {
  this.timeout(SLOW_MS);
  const sites = useSite();
  let world: ActivityWorld;
  let loads = 0;
  before(async () => {
    world = await openActivityWorld({ visit: { pool: warmPool(), limits: {} } });
    sites.site.on("/shop", (_request, response) => {
      loads += 1;
      response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    });
  });
  after(() => world.close());

  let turns = 0;
  async function begin(): Promise<string> {
    const _id = `rec_${++turns}`;
    const at = new Date();
    await world.models.recordings.create({
      _id,
      orgId: "org_a",
      projectId: "prj_shop",
      environmentId: null,
      environmentName: null,
      baseUrl: sites.site.origin,
      name: "Basket",
      status: "open",
      steps: [],
      seq: 0,
      turnId: null,
      turn: null,
      turnAt: null,
      createdBy: "test",
      createdAt: at,
      touchedAt: at,
      endedAt: null,
      featureId: null,
    });
    return _id;
  }
  /** A separate worker, which knows only the pages that it has opened. */
  const worker = () => {
    const pages = createLivePages();
    const { recordTurn, closeRecordingPage } = createRecordingPageActivities(world.deps, pages);
    const done = async (recordingId: string, turnId: string): Promise<TurnOutcome> => {
      const outcome = await withActivity(() => recordTurn({ recordingId, turnId }));
      await endTurn(world.models, recordingId, turnId, new Date());
      return outcome;
    };
    return {
      done,
      async take(recordingId: string, keyword: RecordedStep["keyword"], text: string): Promise<TurnOutcome> {
        const turnId = `turn_${++turns}`;
        const recording = await findRecording(world.models, recordingId);
        expect(await claimTurn(world.models, recording!, { turnId, turn: { keyword, text }, at: new Date() })).to.equal(
          true,
        );
        return done(recordingId, turnId);
      },
      close: (recordingId: string) => closeRecordingPage({ recordingId }),
    };
  };
  const steps = async (recordingId: string) =>
    (await findRecording(world.models, recordingId))?.steps.map(({ text }) => text);

  it("is done in the page of the turn before, kept as a step, and answers what the page shows", async () => {
    const id = await begin();
    const { take, close } = worker();
    loads = 0;
    const opened = await take(id, "Given", 'I am on "/shop"');
    expect(opened).to.include({ state: "done", replayed: false });
    expect(opened.view?.title).to.equal("Shop");
    expect(opened.view?.url).to.equal(`${sites.site.origin}/shop`);
    expect(opened.view?.elements.map(({ role, name }) => [role, name])).to.deep.include.members([
      ["button", "Add"],
      ["textbox", "Amount"],
    ]);
    expect(opened.view?.screenshotId).to.match(/^[0-9a-f]{64}$/);
    for (const text of ['I click the "Add" button', 'I click the "Add" button'])
      expect((await take(id, "When", text)).state).to.equal("done");
    expect((await take(id, "Then", 'the status says "2 in the basket"')).state).to.equal("done");
    expect(loads).to.equal(1);
    expect(await steps(id)).to.have.length(4);
    await close(id);
  });

  it("that fails leaves the recording and its page as they were", async () => {
    const id = await begin();
    const { take, close } = worker();
    await take(id, "Given", 'I am on "/shop"');
    await take(id, "When", 'I click the "Add" button');
    const failed = await take(id, "Then", 'the status says "5 in the basket"');
    expect(failed).to.include({ state: "failed", replayed: false });
    expect(failed.message).to.contain("1 in the basket");
    expect(failed.view?.title).to.equal("Shop");
    expect(await steps(id)).to.have.length(2);
    expect(await take(id, "Then", 'the status says "1 in the basket"')).to.include({ state: "done", replayed: false });
    await close(id);
  });

  it("does the steps before again in a fresh page where the worker was lost", async () => {
    const id = await begin();
    const first = worker();
    await first.take(id, "Given", 'I am on "/shop"');
    await first.take(id, "When", 'I click the "Add" button');
    const second = worker();
    expect(await second.take(id, "Then", 'the status says "1 in the basket"')).to.include({
      state: "done",
      replayed: true,
    });
    // The first worker returns with a page that has missed a step.
    expect(await first.take(id, "When", 'I click the "Add" button')).to.include({ state: "done", replayed: true });
    expect(await steps(id)).to.have.length(4);
    sites.site.on("/shop", (_request, response) => {
      response.writeHead(503, { "content-type": "text/html" }).end("<h1>Closed</h1>");
    });
    const lost = await worker().take(id, "When", 'I click the "Add" button');
    expect(lost.state).to.equal("lost");
    expect(lost.message).to.match(/^Step 1, "I am on "\/shop"", failed when it was repeated: /);
    expect(await steps(id)).to.have.length(4);
    for (const one of [first, second]) await one.close(id);
  });

  it("refuses a literal in a field that is one for a password by its type, and stores it nowhere", async () => {
    sites.site.on("/shop", (_request, response) => {
      const fields = `<label>Magic <input id=m type=password></label><label>Badge <input autocomplete="one-time-code"></label>`;
      response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Shop</title>${fields}`);
    });
    const id = await begin();
    const { take, done, close } = worker();
    await take(id, "Given", 'I am on "/shop"');
    for (const field of ["Magic", "Badge"]) {
      const step = { keyword: "When", text: `I fill in "${field}" with "open sesame"` } as const;
      const recording = (await findRecording(world.models, id))!;
      const turnId = `turn_${++turns}`;
      const turn = sealedTurn(step, world.deps.sealer);
      await claimTurn(world.models, recording, { turnId, turn, at: new Date() });
      expect(JSON.stringify(await findRecording(world.models, id))).not.to.contain("sesame");
      const outcome = await done(id, turnId);
      expect(outcome).to.include({ state: "failed", replayed: false });
      expect(outcome.message).to.match(
        /one for a password or code, so what is typed there is not recorded\. .*\{secret\.NAME\}/,
      );
      expect(JSON.stringify(outcome)).not.to.contain("sesame");
    }
    expect(await steps(id)).to.deep.equal(['I am on "/shop"']);
    expect(await take(id, "When", 'I fill in "Magic" with ""')).to.include({ state: "done", replayed: false });
    await close(id);
  });

  it("is done once: whoever claims it first", async () => {
    const recording = (await findRecording(world.models, await begin()))!;
    const claim = (turnId: string) =>
      claimTurn(world.models, recording, {
        turnId,
        turn: { keyword: "Given", text: "I reload the page" },
        at: new Date(),
      });
    const claims = await Promise.all(["a", "b", "c", "d"].map(claim));
    expect(claims.filter(Boolean)).to.have.length(1);
  });
});
