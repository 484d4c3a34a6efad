import { expect } from "chai";
import { readHistory } from "../../../../api/operations/functional/findFeature.ts";
import { changeFeature, createFeature, deleteFeature } from "../../../../api/operations/functional/saveFeature.ts";
import {
  createStepDef,
  deleteStepDef,
  requireStepDef,
  updateStepDef,
} from "../../../../api/operations/functional/stepDefs.ts";
import type { ProductError } from "../../../../domain/errors.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { makeWorld } from "../../support/world.ts";

const READY = 'Feature: Basket\n  Scenario: Adds\n    Given I am on "/"\n    Then I should see "Basket"\n';

describe("operations of functional tests", () => {
  let world: Awaited<ReturnType<typeof makeWorld>>;
  let project: Project;
  const caller = { kind: "user", userId: "usr_a", email: "ada@example.com", orgId: "org_a", role: "editor" } as const;
  before(async () => {
    world = await makeWorld();
    project = (await world.models.projects.findOne({ _id: "prj_shop" }).lean<Project>())!;
  });
  beforeEach(async () => {
    for (const model of [world.models.features, world.models.featureVersions, world.models.stepDefs])
      await (model as typeof world.models.features).deleteMany({});
  });
  after(() => world.close());

  const failure = async (work: Promise<unknown>): Promise<ProductError> =>
    work.then(
      () => Promise.reject(new Error("It did not fail.")),
      (error: ProductError) => error,
    );
  const create = (gherkin = READY) => createFeature(world.ctx, caller, { project, gherkin });
  const pay = { id: "pay", pattern: "I pay", examples: ["I pay"], actions: [{ op: "reload" as const }] };

  it("save a feature with what is known of it, and say what keeps it from being ready", async () => {
    const { feature, open } = await create();
    expect(feature).to.deep.include({ featureId: "basket", status: "ready", version: 1, updatedBy: "ada@example.com" });
    expect(feature.coverage).to.deep.equal({ pages: ["/"], elements: ["Basket"], events: [], variables: [] });
    expect(open).to.deep.equal([]);
    const second = await create(
      "Feature: Basket\n  Scenario: a\n    Given I dance\n  Scenario: b\n    Given I reload the page\n",
    );
    expect([second.feature.featureId, second.feature.status]).to.deep.equal(["basket-2", "draft"]);
    expect(second.open).to.deep.equal([
      'Line 3, "I dance": No step definition fits the sentence.',
      'The scenario "b" expects nothing: end it with a step that checks what must hold.',
    ]);
  });

  it("save nothing of a text that is no feature", async () => {
    expect(await failure(create("Feature: a\n  Scenario: b\n    Given c\n    Nonsense"))).to.include({
      code: "validation_error",
    });
    expect(await failure(create("Feature:\n"))).to.include({ code: "validation_error" });
    const { feature } = await create();
    const change = changeFeature(world.ctx, caller, { project, featureId: "basket", what: "changed" }, () => ({
      gherkin: "x",
    }));
    expect((await failure(change)).message).to.match(/line 1, column 1/);
    expect(await world.models.features.find({}).lean()).to.deep.equal([feature]);
  });

  it("keep every one of many changes that are made at once", async () => {
    await create();
    const tickets = Array.from({ length: 8 }, (_, i) => `SHOP-${i}`);
    await Promise.all(
      tickets.map((ticket) =>
        changeFeature(world.ctx, caller, { project, featureId: "basket", what: "changed" }, (before) => ({
          tickets: [...before.tickets, ticket],
        })),
      ),
    );
    const stored = (await world.models.features.findOne({}).lean())!;
    expect([...stored.tickets].sort()).to.deep.equal(tickets);
    expect(stored.version).to.equal(9);
    expect((await readHistory(world.ctx, stored)).map(({ version }) => version)).to.deep.equal([
      9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });

  it("let one of many changes win that were made from the same version, and tell the others of it", async () => {
    await create();
    const ends = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        changeFeature(world.ctx, caller, { project, featureId: "basket", version: 1, what: "changed" }, () => ({
          gherkin: READY.replace("Adds", `Adds ${i}`),
        })),
      ),
    );
    expect(ends.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const end of ends)
      if (end.status === "rejected") {
        expect(end.reason).to.include({ code: "conflict" });
        expect(end.reason.message).to.match(/is at version 2, and the change is based on version 1/);
      }
  });

  it("judge features again when a step definition that they need is made, and when it is a draft", async () => {
    const statusOf = async (featureId: string) => (await world.models.features.findOne({ featureId }).lean())?.status;
    const text = (name: string) => `Feature: ${name}\n  Scenario: a\n    Given I pay\n    Then I should see "Paid"\n`;
    await create(text("Waits"));
    await createStepDef(world.ctx, caller, { project, written: pay });
    expect(await statusOf("waits")).to.equal("ready");
    await createFeature(world.ctx, caller, { project, gherkin: text("Kept"), draft: true });
    await updateStepDef(world.ctx, caller, { project, id: "pay", change: { status: "draft" } });
    expect(await statusOf("waits")).to.equal("draft");
    await updateStepDef(world.ctx, caller, { project, id: "pay", change: { status: "ready" } });
    expect(await statusOf("waits")).to.equal("ready");
  });

  it("refuse to delete a step definition that is used, and name its users", async () => {
    await createStepDef(world.ctx, caller, { project, written: pay });
    const uses = {
      id: "shop",
      pattern: "I shop",
      examples: ["I shop"],
      actions: [{ op: "useStep" as const, value: "pay" }],
    };
    await createStepDef(world.ctx, caller, { project, written: uses });
    await create("Feature: Basket\n  Scenario: a\n    Given I shop\n");
    const { usage } = await requireStepDef(world.ctx, caller, { project, id: "pay" });
    expect(usage).to.deep.equal({
      features: [{ featureId: "basket", name: "Basket", sentences: ["I shop"] }],
      stepDefs: ["shop"],
    });
    const refusal = await failure(deleteStepDef(world.ctx, caller, { project, id: "pay" }));
    expect(refusal).to.deep.include({ code: "conflict", details: { users: ["basket", "shop"] } });
    expect(refusal.message).to.match(/features "basket" and by the step definitions "shop"/);
    await deleteFeature(world.ctx, caller, { project, featureId: "basket" });
    await deleteStepDef(world.ctx, caller, { project, id: "shop" });
    await deleteStepDef(world.ctx, caller, { project, id: "pay" });
    expect(await world.models.stepDefs.countDocuments({})).to.equal(0);
  });

  for (const [what, written, code, message] of [
    ["an id that is built in", { ...pay, id: "builtin.pay" }, "validation_error", /belong to the built-in library/],
    [
      "an example of another definition",
      { ...pay, pattern: "I go/run back", examples: ["I go back"] },
      "conflict",
      /"builtin.go-back"/,
    ],
    [
      "a pattern that also means an example of another definition",
      { ...pay, pattern: "I click the {} button", examples: [], params: [{ name: "x", type: "text" }] },
      "conflict",
      /also matches .* an example of the step definition "builtin\.click-button"/,
    ],
    ["the pattern of another definition", { ...pay, pattern: "I go back", examples: [] }, "conflict", /same pattern/],
    [
      "an unknown definition to use",
      { ...pay, actions: [{ op: "useStep", value: "gone" }] },
      "validation_error",
      /actions\[0\]\.value/,
    ],
    ["a wrong action", { ...pay, actions: [{ op: "evaluate" }] }, "validation_error", /actions\[0\]\.op/],
  ] as const)
    it(`refuse ${what}`, async () => {
      const refusal = await failure(createStepDef(world.ctx, caller, { project, written: written as never }));
      expect(refusal.code).to.equal(code);
      expect(refusal.message).to.match(message);
    });

  it("refuse a circle of definitions that is closed by a change, and changes of other versions", async () => {
    await createStepDef(world.ctx, caller, { project, written: pay });
    const uses = { id: "shop", pattern: "I shop", examples: [], actions: [{ op: "useStep" as const, value: "pay" }] };
    await createStepDef(world.ctx, caller, { project, written: uses });
    const change = { actions: [{ op: "useStep" as const, value: "shop" }] };
    const circle = await failure(updateStepDef(world.ctx, caller, { project, id: "pay", change }));
    expect(circle.message).to.match(/uses itself/);
    const saved = await updateStepDef(world.ctx, caller, {
      project,
      id: "pay",
      version: 1,
      change: { description: "Pays." },
    });
    expect(saved).to.include({ version: 2, change: "updated" });
    const old = await failure(
      updateStepDef(world.ctx, caller, { project, id: "pay", version: 1, change: { description: "" } }),
    );
    expect(old).to.include({ code: "conflict" });
  });

  it("keep a feature that events of the plan are linked to", async () => {
    const { feature } = await create();
    const link = { featureId: feature.featureId, stepIndex: 0, stepText: "" };
    await world.models.trackingEvents.create({
      _id: "prj_shop:e",
      projectId: "prj_shop",
      id: "e",
      label: "E",
      eventType: "e",
      frtLinks: [link],
      createdAt: new Date(0),
    });
    const refusal = await failure(deleteFeature(world.ctx, caller, { project, featureId: "basket" }));
    expect(refusal).to.deep.include({ code: "conflict", details: { events: ["e"] } });
    await world.models.trackingEvents.deleteMany({});
  });
});
