import { expect } from "chai";
import { addRun, addShot } from "../../support/shots.ts";
import { everything, makeToolWorld, type ToolWorld } from "../harness.ts";
import { addPriceChange } from "./support.ts";

const PLACE = { scenarioLabel: "Home", selector: ".price", confirm: true };

describe("rules as tools", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.close());
  const effect = (body: { data?: { effect: unknown } }) => body.data?.effect as Record<string, unknown>;

  for (const mode of ["ignore", "dynamic", "layout_only"] as const)
    it(`create_comparison_rule (${mode}) sets the rule and estimates that the failure would pass`, async () => {
      await addRun(world.models, "run_1");
      await addPriceChange(world, "run_1", 0);
      await addShot(world.models, "run_1", 1, { scenarioLabel: "About us", scenarioId: "scn_about_us" });
      const before = await world.models.shots.find().lean();
      const body = await world.call("create_comparison_rule", { ...PLACE, mode });
      const [rule] = await world.models.comparisonRules.find().lean();
      expect(body.data).to.deep.equal({
        rule: { id: rule?._id, scenarioLabel: "Home", selector: ".price", mode, change: "created" },
        effect: {
          estimate: true,
          runId: "run_1",
          failing: 1,
          wouldPass: 1,
          results: [
            {
              viewport: "desktop",
              browser: "chromium",
              matched: 1,
              mismatchBefore: 0.3,
              mismatchAfter: 0,
              wouldPass: true,
              why: "About 0 % would still differ; the threshold of 0.1 % allows it.",
              covered: [{ selector: ".price", kind: "text", share: 1, under: 1 }],
            },
          ],
        },
      });
      expect(body.summary).to.match(
        /^The rule is set: "\.price" of "Home" is .*\. About 1 of its 1 failing result in run_1 would pass\.$/,
      );
      expect(body.nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
        ["run_vrt", { project: "shop", scenarios: ["Home"] }],
      ]);
      // An estimate does not change any result.
      expect(await world.models.shots.find().lean()).to.deep.equal(before);
      const [entry] = await world.models.audit.find({ action: "comparisonRule.set" }).lean();
      expect(entry?.details).to.deep.include({ scenarioLabel: "Home", selector: ".price", mode, change: "created" });
    });

  it("create_comparison_rule again changes the mode, and the same again nothing", async () => {
    const changes = [];
    for (const mode of ["ignore", "ignore", "dynamic"])
      changes.push((await world.call("create_comparison_rule", { ...PLACE, mode })).data.rule.change);
    expect(changes).to.deep.equal(["created", "unchanged", "updated"]);
    expect(await world.models.comparisonRules.countDocuments()).to.equal(1);
  });

  it("full removes the rule, which get_scenario_details no longer lists", async () => {
    await addRun(world.models, "run_1");
    await addPriceChange(world, "run_1", 0);
    const { id } = (await world.call("create_comparison_rule", { ...PLACE, mode: "ignore" })).data.rule;
    const listed = async () =>
      (await world.call("get_scenario_details", { scenarioLabel: "Home" })).data.comparisonRules;
    expect(await listed()).to.deep.equal([{ id, selector: ".price", mode: "ignore" }]);
    const removed = await world.call("create_comparison_rule", { ...PLACE, mode: "full" });
    expect(removed.data.rule).to.deep.include({ id, mode: "full", change: "removed" });
    expect(removed.summary).to.match(/^Rule removed: "\.price" of "Home" is compared in full\./);
    expect(await listed()).to.deep.equal([]);
    const again = await world.call("create_comparison_rule", { ...PLACE, mode: "full" });
    expect(again.data.rule).to.deep.include({ id: null, change: "unchanged" });
    expect(await world.models.comparisonRules.countDocuments()).to.equal(0);
  });

  it("full stays as a rule where one for several scenarios may cover the region", async () => {
    await world.call("create_comparison_rule", { ...PLACE, mode: "ignore", scope: "project" });
    const { data } = await world.call("create_comparison_rule", { ...PLACE, mode: "full" });
    expect(data.rule).to.deep.include({ mode: "full", change: "created" });
  });

  it("full stays as a rule beside others, which may cover the region", async () => {
    await world.call("create_comparison_rule", { ...PLACE, selector: "main", mode: "ignore" });
    const set = () => world.call("create_comparison_rule", { ...PLACE, mode: "full" });
    expect((await set()).data.rule.change).to.equal("created");
    expect((await set()).data.rule.change).to.equal("unchanged");
  });

  it("20 at once set one rule", async () => {
    const calls = Array.from({ length: 20 }, () => world.call("create_comparison_rule", { ...PLACE, mode: "ignore" }));
    const changes = (await Promise.all(calls)).map(({ data }) => data.rule.change);
    expect(changes.filter((change) => change === "created")).to.have.length(1);
    expect(await world.models.comparisonRules.countDocuments()).to.equal(1);
  });

  it("estimates what lies elsewhere as still failing, and warns of a selector that matches nothing", async () => {
    await addRun(world.models, "run_1");
    await addPriceChange(world, "run_1", 0);
    // A later run without the scenario says nothing about it.
    await addRun(world.models, "run_2", { scenarios: ["About us"] });
    const footer = await world.call("create_comparison_rule", { ...PLACE, selector: "footer", mode: "ignore" });
    const [result] = effect(footer).results as Record<string, unknown>[];
    expect(result).to.deep.include({ matched: 1, wouldPass: false, covered: [] });
    // The footer's 16,000 of 240,000 pixels no longer count.
    expect(result?.mismatchAfter).to.equal(0.3214);
    const nothing = await world.call("create_comparison_rule", { ...PLACE, selector: ".prize", mode: "ignore" });
    expect(effect(nothing).results).to.have.nested.property("[0].wouldPass", null);
    expect(nothing.warnings).to.deep.equal(['".prize" matched nothing in the last test: check the selector.']);
    const full = await world.call("create_comparison_rule", { ...PLACE, mode: "full" });
    expect(effect(full).results).to.have.nested.property("[0].wouldPass", null);
  });

  it("says when there is nothing to estimate on", async () => {
    const none = await world.call("create_comparison_rule", { ...PLACE, mode: "ignore" });
    expect(effect(none)).to.deep.equal({ estimate: true, runId: null, failing: 0, wouldPass: 0, results: [] });
    expect(none.summary).to.match(/No completed visual test to estimate it on\.$/);
    await addRun(world.models, "run_1");
    await addShot(world.models, "run_1", 0, { status: "passed" });
    expect((await world.call("create_comparison_rule", { ...PLACE, mode: "ignore" })).summary).to.match(
      /^The rule was set already: .* Nothing of it failed in run_1\.$/,
    );
    await addRun(world.models, "run_2", { createdAt: new Date("2026-03-10T11:30:00Z") });
    await addShot(world.models, "run_2", 0, { mismatchPercent: 5 });
    const unjudged = await world.call("create_comparison_rule", { ...PLACE, mode: "ignore" });
    expect(effect(unjudged)).to.deep.include({ runId: "run_2", failing: 1, results: [] });
  });

  it("create_content_rule sets the rule, says what it covers, and asks for new baselines", async () => {
    await addRun(world.models, "run_1");
    await addPriceChange(world, "run_1", 0);
    const body = await world.call("create_content_rule", { ...PLACE, normalize: "fixed:9 €" });
    const [rule] = await world.models.contentRules.find().lean();
    expect(rule).to.include({ scenarioLabel: "Home", selector: ".price", normalize: "fixed:9 €" });
    expect(body.data.rule).to.deep.equal({
      id: rule?._id,
      scenarioLabel: "Home",
      selector: ".price",
      normalize: "fixed:9 €",
      change: "created",
    });
    expect(effect(body)).to.deep.include({ failing: 1, wouldPass: 1 });
    expect(body.summary).to.equal(
      'The rule is set: ".price" of "Home" is normalised (fixed:9 €). With new baselines: about 1 of its 1 failing result in run_1 would pass.',
    );
    expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal(["run_baseline"]);
    expect(await world.models.comparisonRules.countDocuments()).to.equal(0);
    for (const normalize of ["text", "number", "date", "price", "image"])
      expect((await world.call("create_content_rule", { ...PLACE, normalize })).data.rule.change).to.equal("updated");
  });

  for (const [tool, args, status, code, message] of [
    ["create_comparison_rule", { selector: "a", mode: "full" }, 400, "validation_error", /^scenarioLabel is required/],
    [
      "create_comparison_rule",
      { scenarioLabel: "Home", mode: "full" },
      400,
      "validation_error",
      /^selector is required/,
    ],
    ["create_comparison_rule", PLACE, 400, "validation_error", /^mode is required/],
    [
      "create_comparison_rule",
      { ...PLACE, mode: "blur" },
      400,
      "validation_error",
      /^mode must be one of full, layout_only/,
    ],
    [
      "create_comparison_rule",
      { ...PLACE, selector: " a", mode: "full" },
      400,
      "validation_error",
      /selector: must not begin/,
    ],
    [
      "create_comparison_rule",
      { ...PLACE, scenarioLabel: "Hmoe", mode: "full" },
      422,
      "tool_error",
      /Did you mean "Home"/,
    ],
    ["create_content_rule", PLACE, 400, "validation_error", /^normalize is required/],
    [
      "create_content_rule",
      { ...PLACE, normalize: "upper" },
      400,
      "validation_error",
      /^normalize must be one of text, number/,
    ],
    ["create_content_rule", { ...PLACE, normalize: 1 }, 400, "validation_error", /^normalize must be a string/],
    [
      "create_content_rule",
      { ...PLACE, scenarioLabel: "x".repeat(201), normalize: "date" },
      400,
      "validation_error",
      /at most 200/,
    ],
    [
      "create_content_rule",
      { ...PLACE, scenarioLabel: "Abuot us", normalize: "date" },
      422,
      "tool_error",
      /Did you mean "About us"/,
    ],
  ] as const)
    it(`${tool} refuses ${JSON.stringify(args).slice(0, 80)} and writes nothing`, async () => {
      const before = await everything(world.models);
      const body = await world.refused(tool, { ...args, confirm: true }, status, code);
      expect(body.error?.message).to.match(message);
      expect(await everything(world.models)).to.equal(before);
    });
});
