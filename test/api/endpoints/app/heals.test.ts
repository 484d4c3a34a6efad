// The heal inbox of the dashboard: undoing an accepted heal reverts only the version that accepting it created.
import { expect } from "chai";
import { NOTHING_HEALED } from "../../../../domain/functional/heal/outcome.ts";
import type { HealPatch } from "../../../../domain/functional/heal/patch.ts";
import type { Locator } from "../../../../domain/functional/target.ts";
import { findFeature, findStepDef } from "../../../../models/features/queries.ts";
import type { Session } from "../../support/client.ts";
import { addFeature } from "../../support/features.ts";
import { makeWorld, type World } from "../../support/world.ts";

const P = "/api/app/projects/shop";
const SENTENCE = 'I click the "Empty" button';
const HEALED = 'I click the "Clear" button';
const gherkinWith = (sentence: string) =>
  `Feature: Basket\n  Scenario: Empty\n    When ${sentence}\n    Then I should see "Empty"\n`;
const named = (name: string): Locator => ({ by: "role", value: "button", name });

describe("proposals to heal steps on the dashboard", () => {
  let world: World;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  after(() => world.close());

  let proposals = 0;
  /** Adds a proposal that waits for a decision. Returns its id. */
  async function proposed(patch: HealPatch, ...behind: HealPatch[]): Promise<string> {
    const _id = `heal_${++proposals}`;
    const also = behind.map((one, at) => ({
      step: { index: at + 1, line: at + 4, text: "", stepDefId: "x" },
      patch: one,
      score: 1,
      lead: 1,
      finds: null,
      picture: null,
    }));
    const outcome = { ...NOTHING_HEALED, why: null, message: "The button has another name.", patch, also };
    await world.models.healProposals.create({
      _id,
      orgId: "org_a",
      projectId: "prj_shop",
      jobId: `job_${_id}`,
      runId: "run_x",
      featureId: "basket",
      browser: "chromium",
      viewport: "desktop",
      subject: _id,
      status: "proposed",
      outcome: JSON.stringify(outcome),
      createdAt: new Date(),
    });
    return _id;
  }
  const decide = (healId: string, decision: string, session = editor) =>
    world.client.post(`${P}/heals/${healId}`, { session, body: { decision } });
  async function feature(featureId: string): Promise<HealPatch> {
    await addFeature(world.models, featureId, { gherkin: gherkinWith(SENTENCE), sentences: [SENTENCE] });
    return { kind: "sentence", featureId, version: 1, line: 3, before: SENTENCE, after: HEALED };
  }
  const definition = (id: string, pattern: string, locators: Locator[], at = new Date()) =>
    world.models.stepDefs.create({
      _id: `prj_shop:${id}`,
      projectId: "prj_shop",
      v: 1,
      id,
      pattern,
      params: [],
      tags: [],
      description: "",
      examples: [pattern],
      status: "ready",
      actions: [{ op: "click", target: { locators } }],
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: "test",
    });
  const textOf = async (featureId: string) => {
    const { gherkin, version } = (await findFeature(world.models, { projectId: "prj_shop", featureId }))!;
    return { gherkin, version };
  };

  it("a sentence that was rewritten is again the one before, as a new version, and links of the tracking plan follow", async () => {
    const healId = await proposed(await feature("basket"));
    expect((await decide(healId, "undo")).status).to.equal(409);
    expect((await decide(healId, "accept")).body.status).to.equal("applied");
    expect(await textOf("basket")).to.deep.equal({ gherkin: gherkinWith(HEALED), version: 2 });
    await world.models.trackingEvents.create({
      _id: "prj_shop:event-clear",
      projectId: "prj_shop",
      id: "event-clear",
      pageId: "page",
      label: "Cleared",
      eventType: "clear",
      order: 0,
      createdAt: new Date(),
      frtLinks: [{ featureId: "basket", scenarioName: "Empty", stepText: HEALED }],
    });
    expect((await decide(healId, "undo", viewer)).status).to.equal(403);
    const undone = await decide(healId, "undo");
    expect([undone.status, undone.body.status], undone.raw.toString()).to.deep.equal([200, "undone"]);
    expect(undone.body.decidedBy).to.equal("editor@org_a.example");
    expect(await textOf("basket")).to.deep.equal({ gherkin: gherkinWith(SENTENCE), version: 3 });
    const event = await world.models.trackingEvents.findOne({ id: "event-clear" }).lean<{ frtLinks: object[] }>();
    expect(event?.frtLinks[0]).to.deep.include({ stepText: SENTENCE });
    expect((await decide(healId, "undo")).status).to.equal(409);
    expect(await world.models.audit.countDocuments({ action: "heal.undo" })).to.equal(1);
  });

  it("what was rejected waits for a decision again, once", async () => {
    const healId = await proposed(await feature("search"));
    expect((await decide(healId, "reject")).body.status).to.equal("refused");
    const undone = await Promise.all([decide(healId, "undo"), decide(healId, "undo")]);
    expect(undone.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await decide(healId, "accept")).body).to.include({ status: "applied" });
  });

  it("nothing is undone where somebody changed the feature since, or deleted it", async () => {
    const healId = await proposed(await feature("edited"));
    await decide(healId, "accept");
    const later = gherkinWith(HEALED).replace("Empty\n", "Empty it\n");
    await world.client.post(`${P}/features/edited`, { session: editor, body: { version: 2, gherkin: later } });
    const refused = await decide(healId, "undo");
    expect(refused.status).to.equal(409);
    expect(refused.body.error).to.match(/^The feature "edited" was changed or deleted after/);
    expect(await textOf("edited")).to.deep.equal({ gherkin: later, version: 3 });
    await world.client.del(`${P}/features/edited?version=3`, { session: editor });
    expect((await decide(healId, "undo")).status).to.equal(409);
    expect((await world.models.healProposals.findById(healId).lean())?.status).to.equal("applied");
  });

  it("locators of a definition are again those before, unless the definition changed since", async () => {
    const [before, after] = [[named("Empty")], [named("Clear"), named("Empty")]];
    await definition("empty-it", "I empty it", before);
    const locators = async () => {
      const def = await findStepDef(world.models, "prj_shop", "empty-it");
      return [def?.actions[0]?.target?.locators, def?.version];
    };
    const patch = { kind: "locators", stepDefId: "empty-it", action: 0, before, after } as const;
    const first = await proposed({ ...patch, version: 1, before: [...before], after: [...after] });
    await decide(first, "accept");
    expect(await locators()).to.deep.equal([after, 2]);
    expect((await decide(first, "undo")).status).to.equal(200);
    expect(await locators()).to.deep.equal([before, 3]);
    const second = await proposed({ ...patch, version: 3, before: [...before], after: [...after] });
    await decide(second, "accept");
    await world.models.stepDefs.updateOne({ _id: "prj_shop:empty-it" }, { $set: { version: 5 } });
    expect((await decide(second, "undo")).status).to.equal(409);
    expect(await locators()).to.deep.equal([after, 5]);
  });

  it("steps that are healed together are written and undone together, or not at all", async () => {
    const [before, after] = [[named("Empty")], [named("Clear"), named("Empty")]];
    await definition("both", "I do both", before);
    const versionOf = async () => {
      const found = await findStepDef(world.models, "prj_shop", "both");
      return [found?.actions[0]?.target?.locators, found?.version];
    };
    const [third, fourth] = [`Then I should see "Empty"`, `Then I should see "Clear"`];
    const text = gherkinWith(SENTENCE).replace(third, `${third}\n    And ${SENTENCE}`);
    await addFeature(world.models, "both", { gherkin: text, sentences: [SENTENCE] });
    const sentence = { kind: "sentence", featureId: "both", before: SENTENCE, after: HEALED } as const;
    const locators = { kind: "locators", stepDefId: "both", version: 1, action: 0, before, after } as const;
    const all = (version: number): [HealPatch, ...HealPatch[]] => [
      { ...locators, before: [...before], after: [...after] },
      { ...sentence, version, line: 3 },
      { ...sentence, version, line: 5 },
    ];
    // The feature has another version, so the definition, which is written first, is unchanged.
    const late = await decide(await proposed(...all(2)), "accept");
    expect([late.status, late.body.error]).to.deep.equal([
      409,
      'The feature "both" is at version 1, and the proposal was made from version 2. Nothing was changed, and the proposal is outdated. Run the feature again, and heal what fails then.',
    ]);
    expect(await textOf("both")).to.deep.equal({ gherkin: text, version: 1 });
    expect(await versionOf()).to.deep.equal([before, 3]);

    const [first, ...rest] = all(1);
    const healId = await proposed({ ...(first as typeof locators), version: 3 } as HealPatch, ...rest);
    const accepted = await decide(healId, "accept");
    const also = accepted.body.also as { patch: { after: string[] } }[];
    expect(also.map(({ patch }) => patch.after)).to.deep.equal([[HEALED], [HEALED]]);
    expect(await textOf("both")).to.deep.equal({ gherkin: text.replaceAll(SENTENCE, HEALED), version: 2 });
    expect(await versionOf()).to.deep.equal([after, 4]);
    // If one part cannot be undone, none is.
    const later = text.replaceAll(SENTENCE, HEALED).replace(third, fourth);
    await world.client.post(`${P}/features/both`, { session: editor, body: { version: 2, gherkin: later } });
    expect((await decide(healId, "undo")).status).to.equal(409);
    expect(await versionOf()).to.deep.equal([after, 4]);
    const same = text.replaceAll(SENTENCE, HEALED);
    await world.models.features.updateOne({ featureId: "both" }, { $set: { version: 2, gherkin: same } });
    expect((await decide(healId, "undo")).status).to.equal(200);
    expect([await textOf("both"), await versionOf()]).to.deep.equal([{ gherkin: text, version: 3 }, [before, 5]]);
  });

  it("a definition that accepting made goes again, unless somebody uses it by now", async () => {
    const def = {
      v: 1 as const,
      id: "clear-it",
      pattern: "I clear it",
      params: [],
      tags: [],
      description: "",
      examples: ["I clear it"],
      status: "ready" as const,
      actions: [{ op: "click" as const, target: { locators: [named("Clear")] } }],
    };
    const patchOf = async (featureId: string): Promise<HealPatch> => ({
      ...((await feature(featureId)) as Extract<HealPatch, { kind: "sentence" }>),
      kind: "definition",
      after: "I clear it",
      def,
    });
    const alone = await proposed(await patchOf("alone"));
    const accepted = await decide(alone, "accept");
    expect(accepted.status, accepted.raw.toString()).to.equal(200);
    expect(await findStepDef(world.models, "prj_shop", "clear-it")).not.to.equal(null);
    expect((await decide(alone, "undo")).status).to.equal(200);
    expect(await findStepDef(world.models, "prj_shop", "clear-it")).to.equal(null);
    const shared = await proposed(await patchOf("shared"));
    await decide(shared, "accept");
    await addFeature(world.models, "user", { gherkin: gherkinWith("I clear it"), sentences: ["I clear it"] });
    expect((await decide(shared, "undo")).status).to.equal(200);
    expect(await findStepDef(world.models, "prj_shop", "clear-it")).not.to.equal(null);
  });
});
