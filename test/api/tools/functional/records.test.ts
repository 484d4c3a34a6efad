import { expect } from "chai";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const TEXT = `# about the basket
Feature: Basket

  Scenario: Opens
    Given I am on "/cart"
    # what must hold
    Then I should see "Basket"
`;

describe("tools over features and step definitions", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  beforeEach(async () => {
    await world.models.features.deleteMany({});
    await world.models.featureVersions.deleteMany({});
    await world.models.stepDefs.deleteMany({});
  });
  after(() => world.close());

  const read = (tool: string, args: object = {}) => world.call(tool, { project: "shop", ...args });
  const write = (tool: string, args: object) => read(tool, { confirm: true, ...args });
  const refusal = (tool: string, args: object, status = 422, code = "tool_error") =>
    world.refused(tool, { project: "shop", confirm: true, ...args }, status, code);
  const gherkin = async (): Promise<string> => (await read("frt_get_feature", { featureId: "basket" })).data.gherkin;

  it("make a feature, read it by its id or ticket, and show it in its folder", async () => {
    const made = await write("frt_create_feature", { gherkin: TEXT, group: "Shop / Checkout", tickets: ["SHOP-7"] });
    expect(made.data).to.deep.include({ change: "created", open: [] });
    expect(made.data.feature).to.deep.include({
      featureId: "basket",
      group: "Shop/Checkout",
      status: "ready",
      version: 1,
    });
    expect(made.data.feature.coverage).to.deep.include({ pages: ["/cart"], elements: ["Basket"] });
    const byTicket = await read("frt_get_feature", { ticketId: "SHOP-7", verbose: true });
    expect(byTicket.data.gherkin).to.equal(TEXT);
    expect(byTicket.data.history.map((one: { what: string }) => one.what)).to.deep.equal(["created"]);
    const { tree } = (await read("frt_get_feature_groups")).data;
    expect(tree.groups[0].groups[0]).to.deep.include({ path: "Shop/Checkout" });
    expect(tree.groups[0].groups[0].features).to.deep.equal([{ featureId: "basket", name: "Basket", status: "ready" }]);
    const coverage = (await read("frt_get_coverage")).data;
    expect(coverage).to.deep.include({ features: 1, ready: 1, byPage: [{ page: "/cart", features: ["basket"] }] });
    expect((await refusal("frt_get_feature", { featureId: "baskte" })).error?.message).to.match(
      /Did you mean "basket"/,
    );
    expect((await refusal("frt_get_feature", {}, 400, "validation_error")).error?.message).to.match(
      /featureId or ticketId/,
    );
  });

  it("edit one part and keep the rest of the text", async () => {
    await write("frt_create_feature", { gherkin: TEXT });
    const place = { featureId: "basket", scenarioId: "opens" };
    await write("frt_add_step", { ...place, step: "When I dance", index: 1 });
    const open = await read("frt_dry_run_feature", { featureId: "basket" });
    expect(open.data).to.deep.include({ ready: false });
    expect(open.data.scenarios[0].steps).to.deep.equal([
      {
        index: 1,
        line: 7,
        text: "I dance",
        state: "undefined",
        stepDefId: null,
        problem: "No step definition fits the sentence.",
      },
    ]);
    const none = await read("frt_dry_run_feature", { featureId: "basket", tags: "@nowhere" });
    expect(none.data).to.deep.include({
      ready: false,
      open: ["No scenario of the feature matches the tag expression."],
      scenarios: [],
    });
    await write("frt_update_step", { ...place, index: 1, step: "When I reload the page", version: 2 });
    await write("frt_add_scenario", { featureId: "basket", scenario: 'Scenario: Other\n  Then I see "x"' });
    await write("frt_update_scenario", {
      featureId: "basket",
      scenarioId: "other",
      version: 4,
      scenario: '@new\nScenario: Another\n  Then I see "y"',
    });
    await write("frt_rename_feature", { featureId: "basket", name: "Cart" });
    const renamed = await gherkin();
    expect(renamed).to.equal(
      `${TEXT.replace("Basket\n\n", "Cart\n\n").replace("    Then", "    When I reload the page\n    Then")}\n  @new\n  Scenario: Another\n    Then I see "y"\n`,
    );
    await write("frt_delete_scenario", { featureId: "basket", scenarioId: "another" });
    await write("frt_remove_step", { ...place, index: 1, version: 7 });
    expect(await gherkin()).to.equal(TEXT.replace("Basket\n\n", "Cart\n\n"));
    const late = await refusal("frt_remove_step", { ...place, index: 1, version: 7 });
    expect(late.error).to.deep.include({ reason: "version_conflict" });
    expect(late.recoverable).to.equal(true);
  });

  it("save a text whole or not at all, with line and column of what is wrong", async () => {
    await write("frt_create_feature", { gherkin: TEXT });
    const wrong = `${TEXT}    Nonsense\n`;
    for (const [tool, args] of [
      ["frt_set_gherkin", { featureId: "basket", version: 1, gherkin: wrong }],
      ["frt_create_feature", { gherkin: wrong }],
      ["frt_validate_gherkin", { gherkin: wrong }],
      ["frt_save_feature_draft", { featureId: "basket", gherkin: wrong }],
    ] as const) {
      const { error } = await refusal(tool, args, 400, "validation_error");
      expect(error?.message).to.match(/line 8, column 5/);
      expect(error).to.have.deep.nested.property("fields[0].path", "gherkin:8:5");
    }
    expect(await gherkin()).to.equal(TEXT);
    expect((await read("frt_validate_gherkin", { gherkin: TEXT })).data).to.deep.include({
      name: "Basket",
      ready: true,
    });
  });

  it("give no feature an id that is no file name, and take an empty one for none", async () => {
    await refusal("frt_save_feature_draft", { featureId: "../basket", gherkin: TEXT }, 400, "validation_error");
    const { data } = await write("frt_create_feature", { featureId: "", gherkin: TEXT });
    expect(data.feature.featureId).to.equal("basket");
  });

  it("save many texts, each by itself, from a body of several megabytes", async () => {
    await write("frt_create_feature", { gherkin: TEXT });
    const long = (name: string) =>
      `Feature: ${name}\n${`  # ${"x".repeat(1_000)}\n`.repeat(190)}  Scenario: a\n    Then I see "a"\n`;
    const features = [
      { featureId: "basket", gherkin: TEXT.replace("Opens", "Shows"), version: 1 },
      { featureId: "basket", gherkin: TEXT },
      { gherkin: "nonsense" },
      { gherkin: 'Feature: Other words\n  Scenario: a\n    When I press the "Buy" button\n' },
      ...Array.from({ length: 20 }, (_, i) => ({ gherkin: long(`Long ${i}`), group: "Long" })),
    ];
    const { data } = await write("frt_set_gherkin_bulk", { features });
    expect(data).to.include({ saved: 22, refused: 2 });
    expect(data.features[0]).to.include({ featureId: "basket", change: "updated", version: 2 });
    expect(data.features[1].error).to.match(/is at version 2/);
    expect(data.features[2].error).to.match(/line 1, column 1/);
    // A sentence without a definition comes with sentences that have one.
    const [suggested] = data.features[3].suggested;
    expect(data.features[3].status).to.equal("draft");
    expect(suggested).to.include({ line: 3 }).and.property("instead").to.include('I click the "Buy" button');
    expect((await read("frt_list_features", { group: "Long", limit: 5 })).data).to.deep.include({ count: 20 });
    const other = await world.send("frt_create_feature", {
      project: "shop",
      confirm: true,
      gherkin: "x".repeat(1_100_000),
    });
    expect([other.status, other.body.error?.message]).to.deep.equal([413, "The body is larger than 1 MB."]);
  });

  it("keep a draft, and move features into folders", async () => {
    await write("frt_save_feature_draft", { featureId: "basket", gherkin: TEXT });
    expect((await read("frt_list_features", { status: "draft" })).data.features).to.have.length(1);
    const moved = await write("frt_organize_feature_groups", { groups: [{ group: "A/B", featureIds: ["basket"] }] });
    expect(moved.data.moved).to.deep.equal([{ featureId: "basket", group: "A/B", change: "updated" }]);
    expect((await read("frt_list_features", { status: "draft", group: "A" })).data.features).to.have.length(1);
    await refusal("frt_organize_feature_groups", { groups: [{ group: "A", featureIds: ["gone"] }] });
    const deep = { groups: [{ group: "a/b/c/d/e/f/g", featureIds: [] }] };
    await refusal("frt_organize_feature_groups", deep, 400, "validation_error");
    const ready = await write("frt_set_gherkin", { featureId: "basket", gherkin: TEXT, version: 2 });
    expect(ready.data.feature.status).to.equal("ready");
    expect((await write("frt_delete_feature", { featureId: "basket" })).data.gherkin).to.equal(TEXT);
  });

  it("make, read, change and delete step definitions, and name who uses one", async () => {
    const action = { op: "click", target: { locators: [{ by: "role", value: "link", name: "Basket" }] } };
    const made = { id: "open-basket", pattern: "I open my basket", examples: ["I open my basket"], actions: [action] };
    expect((await write("frt_create_step_def", made)).data).to.deep.include({ version: 1, change: "created" });
    await write("frt_create_feature", { gherkin: TEXT.replace('I am on "/cart"', "I open my basket") });
    expect((await read("frt_get_step_usage", { stepDefId: "open-basket" })).data.features[0].featureId).to.equal(
      "basket",
    );
    const changed = await write("frt_update_step_def", {
      stepDefId: "open-basket",
      version: 1,
      description: "Opens it.",
    });
    expect(changed.data.stepDef).to.deep.include({ description: "Opens it.", actions: [action], builtin: false });
    expect((await refusal("frt_delete_step_def", { stepDefId: "open-basket" })).error?.message).to.match(
      /used by the features "basket"/,
    );
    await write("frt_delete_feature", { featureId: "basket" });
    await write("frt_delete_step_def", { stepDefId: "open-basket" });
    expect((await read("frt_list_step_defs", { own: true })).data.count).to.equal(0);
    const builtin = (await read("frt_get_step_def", { stepDefId: "builtin.click-button" })).data;
    expect(builtin).to.deep.include({ version: null });
    await refusal("frt_delete_step_def", { stepDefId: "builtin.click-button" }, 400, "validation_error");
    await refusal(
      "frt_create_step_def",
      { ...made, actions: [{ op: "evaluate", value: "1" }] },
      400,
      "validation_error",
    );
  });

  it("show nothing of another project", async () => {
    await write("frt_create_feature", { gherkin: TEXT });
    await world.refused("frt_get_feature", { project: "blog", featureId: "basket" }, 422, "tool_error", world.keys.org);
    expect((await world.call("frt_list_features", { project: "blog" }, world.keys.org)).data.count).to.equal(0);
  });
});
