import { expect } from "chai";
import { addRun, addShot } from "../../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";
import { addPriceChange } from "./support.ts";

const PLACE = { scenarioLabel: "Home", selector: ".price", mode: "ignore", confirm: true };

describe("rules for several scenarios as tools", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
    await addRun(world.models, "run_1");
    await addPriceChange(world, "run_1", 0);
    await addShot(world.models, "run_1", 1, { scenarioLabel: "About us", scenarioId: "scn_about_us" });
  });
  afterEach(() => world.close());
  const set = (more: object = {}) => world.call("create_comparison_rule", { ...PLACE, scope: "project", ...more });

  it("count over the newest screenshots of all scenarios, and full takes the rule out again", async () => {
    const body = await set();
    expect(body.data.rule).to.deep.include({ scope: "project", change: "created", mode: "ignore" });
    expect(body.data.wideEffect).to.deep.include({ scenarios: 3, shots: 2, matched: 1, failing: 2, wouldPass: 1 });
    expect(await world.models.comparisonRules.countDocuments()).to.equal(0);
    expect((await set()).data.rule.change).to.equal("unchanged");
    expect((await set({ mode: "full" })).data.rule.change).to.equal("removed");
    expect(await world.models.wideRules.countDocuments()).to.equal(0);
    const actions = (await world.models.audit.find({ action: /^wideRule/ }).lean()).map(({ action }) => action);
    expect(actions).to.include.members(["wideRule.set", "wideRule.remove"]);
  });

  it("are shown with the details of each scenario that they hold for, unless a nearer rule is in their place", async () => {
    const { id } = (await set()).data.rule;
    const wideOf = async (scenarioLabel: string) => {
      const { data, summary } = await world.call("get_scenario_details", { scenarioLabel });
      return [data.wideRules, /\b1 rule\b/.test(summary ?? "")];
    };
    const rule = { id, scope: "project", kind: "mode", selector: ".price", value: "ignore" };
    expect(await wideOf("Home")).to.deep.equal([[rule], true]);
    expect(await wideOf("About us")).to.deep.equal([[rule], true]);
    await world.call("create_comparison_rule", { ...PLACE, mode: "dynamic" });
    expect(await wideOf("Home")).to.deep.equal([[], true]);
  });

  it("create_scenario sets tags, by which they hold", async () => {
    const made = { label: "Cart", url: "/cart", tags: ["shop"], confirm: true };
    expect((await world.call("create_scenario", made)).data.scenario.tags).to.deep.equal(["shop"]);
    expect((await set({ scenarioLabel: "Cart", scope: "tag:shop" })).data.wideEffect.scenarios).to.equal(1);
    const wrong = { ...made, label: "Other", tags: ["Shop!"] };
    await world.refused("create_scenario", wrong, 400, "validation_error");
  });

  it("capture only the scenarios in their scope again when content is replaced", async () => {
    await world.models.scenarios.updateMany({ label: { $ne: "Product page" } }, { $set: { tags: ["shop"] } });
    await world.models.scenarios.updateOne({ label: "About us" }, { $set: { source: "upload" } });
    const { mode: _, ...place } = PLACE;
    const dates = { ...place, normalize: "date", scope: "tag:shop" };
    const { nextActions } = await world.call("create_content_rule", dates);
    expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
      ["run_baseline", { project: "shop", scenarios: ["Home"] }],
    ]);
    // A capture of no scenario would be one of all.
    await world.models.scenarios.updateOne({ label: "Home" }, { $set: { onlyBranches: ["new"] } });
    expect((await world.call("create_content_rule", { ...dates, normalize: "number" })).nextActions).to.deep.equal([]);
  });

  it("two people at once set one rule", async () => {
    const changes = (await Promise.all(Array.from({ length: 10 }, () => set()))).map(({ data }) => data.rule.change);
    expect(changes.filter((change) => change === "created")).to.have.length(1);
    expect(await world.models.wideRules.countDocuments()).to.equal(1);
  });

  for (const [what, args, message] of [
    ["a whole page", { selector: "html" }, /whole page/],
    ["no scope", { scope: "everything" }, /must be project, tag/],
    ["a tag that the scenario lacks", { scope: "tag:other" }, /does not belong to the scenarios with the tag other/],
    ["a path that the scenario is not at", { scope: "path:/blog/*" }, /does not belong to the scenarios at/],
    ["an invalid selector", { selector: "a[" }, /valid CSS selector/],
  ] as const)
    it(`${what} is refused`, async () => {
      const wrong = { ...PLACE, scope: "project", ...args };
      const body = await world.refused("create_comparison_rule", wrong, 400, "validation_error");
      expect(JSON.stringify(body)).to.match(message);
      expect(await world.models.wideRules.countDocuments()).to.equal(0);
    });
});
