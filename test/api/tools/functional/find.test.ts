import { expect } from "chai";
import { findScenarios } from "../../../../api/operations/functional/findScenarios.ts";
import { factsOf } from "../../../../domain/functional/feature.ts";
import { compileFeature } from "../../../../domain/functional/gherkin/compile.ts";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import { slugOf } from "../../../../domain/functional/slug.ts";
import { functionalId, insertFeature } from "../../../../models/features/queries.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { createEmbedder } from "../../../../platform/embedder/embedder.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const FEATURES: readonly [name: string, steps: string][] = [
  ["A visitor adds a product to the cart", 'When I click the "Add to cart" button\nThen I see "1 item"'],
  ["A visitor removes a product from the cart", 'When I click the "Remove" button\nThen I see "empty"'],
  ["A customer signs in", 'When I fill in "Password" with "x"\nThen I see "My account"'],
];

describe("tools that find what functional tests there are", () => {
  const embedder = createEmbedder();
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    for (const [name, steps] of FEATURES) await addFeature(name, steps);
  });
  after(async () => {
    await world.close();
    await embedder.close();
  });
  const addFeature = async (name: string, steps: string, projectId = "prj_shop") => {
    const gherkin = `Feature: ${name}\n\nScenario: ${name}\n${steps}\n`;
    const facts = factsOf(compileFeature(gherkin), planFeature(gherkin, BUILTIN_STEP_DEFS));
    const featureId = slugOf(name, "feature");
    const at = new Date("2026-03-10T12:00:00Z");
    const about = { group: [], tickets: ["SHOP-1"], status: "ready", origin: "written", version: 1 } as const;
    await insertFeature(
      world.models,
      {
        _id: functionalId(projectId, featureId),
        projectId,
        featureId,
        gherkin,
        ...facts,
        ...about,
        group: [],
        tickets: ["SHOP-1"],
        createdAt: at,
        updatedAt: at,
        updatedBy: "test",
      },
      "created",
    );
  };

  it("frt_find_scenarios finds a scenario told in other words, by words alone with a warning", async () => {
    const body = await world.call("frt_find_scenarios", { query: "a shopper puts an item into the basket" });
    expect(body.data.matches[0]).to.deep.include({
      featureId: "a-visitor-adds-a-product-to-the-cart",
      band: "match",
      status: "ready",
      tickets: ["SHOP-1"],
    });
    expect(body.data.matches[0].why).to.deep.equal({
      words: ["add", "product", "cart"],
      meaning: null,
      contrary: null,
    });
    expect(body.warnings?.[0]).to.include("Compared by words only");
    expect(body.data.compared).to.equal(3);
  });

  it("and by meaning where the model is there; vectors are kept", async () => {
    const project = await world.models.projects.findById("prj_shop").lean<Project>();
    const find = (query: string) =>
      findScenarios(
        { ...world.ctx, embedder },
        { kind: "operator", orgId: "org_a" },
        { project: project as Project, query },
      );
    const { found, warnings } = await find("Logging into my profile");
    expect(found[0]?.scenario).to.equal("A customer signs in");
    expect(found[0]?.why.meaning).to.be.above(0.3);
    expect(warnings).to.deep.equal([]);
    expect(await world.models.textVectors.countDocuments({})).to.be.at.least(4);
    const unrelated = await find("The coffee machine needs descaling");
    expect(unrelated.found.filter(({ band }) => band !== "none")).to.deep.equal([]);
  });

  it("sees nothing of other projects", async () => {
    const body = await world.call(
      "frt_find_scenarios",
      { project: "blog", query: "adds a product to the cart" },
      world.keys.org,
    );
    expect(body.data).to.deep.equal({ matches: [], compared: 0 });
  });

  it("frt_search_step_library finds definitions by what they do", async () => {
    const body = await world.call("frt_search_step_library", { query: "click a button" });
    expect(body.data.stepDefs[0].pattern).to.equal("I click the {string} button");
    const typed = await world.call("frt_search_step_library", { query: "fill in a field", limit: 3 });
    expect(typed.data.stepDefs.map((one: { pattern: string }) => one.pattern)).to.include(
      "I fill in {string} with {string}",
    );
    expect(typed.data.stepDefs).to.have.length.at.most(3);
  });

  it("frt_suggest_steps rewrites a sentence with its values", async () => {
    const body = await world.call("frt_suggest_steps", { sentence: 'I hit click on the "Add to cart" button' });
    const suggested = body.data.suggestions.map((one: { sentence: string }) => one.sentence);
    expect(suggested).to.include('I click the "Add to cart" button');
  });
});
