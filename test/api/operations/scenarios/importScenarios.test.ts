import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { setPlan } from "../../../../api/operations/people/setPlan.ts";
import { createProject } from "../../../../api/operations/projects/createProject.ts";
import { setComparisonRule, setContentRule } from "../../../../api/operations/rules/setRule.ts";
import { importScenarios } from "../../../../api/operations/scenarios/importScenarios.ts";
import { listScenarios } from "../../../../api/operations/scenarios/listScenarios.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

const BACKSTOP: object = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../../domain/import/backstop.json"), "utf8"),
);
const pages = (count: number, prefix = "Page") =>
  Array.from({ length: count }, (_, i) => ({ label: `${prefix} ${i}`, url: `/${i}` }));

describe("importing scenarios", () => {
  const db = useDatabase();
  beforeEach(() => createProject(db.ctx, db.operator, { name: "Shop", baseUrl: "https://example.com" }));
  const load = (file: object, setViewports?: boolean) =>
    importScenarios(db.ctx, db.operator, { project: "shop", file, ...(setViewports ? { setViewports } : {}) });
  const all = () => listScenarios(db.ctx, db.operator, { project: "shop" });

  it("creates, then changes nothing, then updates what the file changed", async () => {
    const rules = [{ scenarioLabel: "Page 0", selector: ".price", mode: "dynamic" }];
    const file = { scenarios: pages(3), comparisonRules: rules };
    expect(await load(file)).to.deep.include({ created: 3, updated: 0, unchanged: 0, project: "shop" });
    const again = await load(file);
    expect(again).to.deep.include({ created: 0, updated: 0, unchanged: 3 });
    expect(again.rules).to.deep.equal({ created: 0, updated: 0, unchanged: 1 });
    const before = await all();
    const changed = await load({
      scenarios: [{ label: "Page 1", url: "/1", delay: 5, steps: [{ op: "click", selector: "#a" }] }],
      comparisonRules: [{ ...rules[0], mode: "ignore" }],
    });
    expect(changed).to.deep.include({ created: 0, updated: 1, unchanged: 0 });
    expect(changed.rules.updated).to.equal(1);
    const after = await all();
    expect(after.map((s) => s.id)).to.deep.equal(before.map((s) => s.id));
    expect(after[1]).to.deep.include({ delay: 5, steps: [{ op: "click", selector: "#a" }] });
  });

  it("puts a field that the file no longer has back to its default", async () => {
    await load({ scenarios: [{ label: "A", url: "/", delay: 9, hideSelectors: [".x"] }] });
    await load({ scenarios: [{ label: "A", url: "/" }] });
    expect((await all())[0]).to.deep.include({ delay: 0, hideSelectors: [] });
  });

  it("leaves alone what a BackstopJS configuration cannot say", async () => {
    await load({ scenarios: [{ label: "Homepage", url: "/x", dismissSelectors: ["#ok"], fixedTime: "2026-01-31" }] });
    const report = await load(BACKSTOP);
    expect(report).to.include({ format: "backstopjs", created: 2, updated: 1 });
    expect(report.needsYou.length).to.be.greaterThan(5);
    expect(report.noMeaning.length).to.be.greaterThan(5);
    const home = (await all()).find((s) => s.label === "Homepage");
    expect(home).to.deep.include({
      url: "https://shop.example.com/",
      dismissSelectors: ["#ok"],
      fixedTime: "2026-01-31",
    });
  });

  it("reports viewport sizes, and sets them when asked", async () => {
    expect((await load(BACKSTOP)).viewportsSet).to.equal(false);
    expect((await db.ctx.models.projects.findOne({ slug: "shop" }).lean())?.viewports).to.deep.equal({});
    expect((await load(BACKSTOP, true)).viewportsSet).to.equal(true);
    const project = await db.ctx.models.projects.findOne({ slug: "shop" }).lean();
    expect(project?.viewports.desktop).to.include({ width: 1280, height: 800 });
  });

  it("of one file 20 times at once leaves every scenario and rule once", async () => {
    const scenarios = pages(10);
    const contentRules = scenarios.map((s) => ({ scenarioLabel: s.label, selector: "time", normalize: "date" }));
    const reports = await Promise.all(Array.from({ length: 20 }, () => load({ scenarios, contentRules })));
    expect((await all()).map((s) => s.label)).to.deep.equal(scenarios.map((s) => s.label));
    expect(await db.ctx.models.contentRules.countDocuments({})).to.equal(10);
    const sum = (of: (r: (typeof reports)[number]) => number) => reports.reduce((total, r) => total + of(r), 0);
    expect(sum((r) => r.created)).to.equal(10);
    expect(sum((r) => r.unchanged)).to.equal(190);
    expect(sum((r) => r.rules.created)).to.equal(10);
  });

  it("over the plan imports nothing and says what fits", async () => {
    await setPlan(db.ctx, db.operator, { plan: "free" });
    await load({ scenarios: pages(8) });
    const error = await refusal(load({ scenarios: pages(11) }));
    expect(error.code).to.equal("plan_gate");
    expect(error.details).to.deep.equal({ plan: "free", limit: 10, used: 8, wanted: 3 });
    expect(await all()).to.have.length(8);
    expect(await load({ scenarios: pages(10) })).to.include({ created: 2, unchanged: 8 });
    expect(await load({ scenarios: pages(10) })).to.include({ unchanged: 10 });
  });

  it("counts the plan's scenarios over all projects, and 10 imports at once never pass it", async () => {
    await setPlan(db.ctx, db.operator, { plan: "free" });
    await createProject(db.ctx, db.operator, { name: "Other", baseUrl: "https://example.org" });
    await importScenarios(db.ctx, db.operator, { project: "other", file: { scenarios: pages(4) } });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => load({ scenarios: pages(3, `Import ${i}`) })),
    );
    expect(await db.ctx.models.scenarios.countDocuments({})).to.be.at.most(10);
    for (const r of results) if (r.status === "rejected") expect(r.reason.code).to.equal("plan_gate");
  });

  it("refuses rules for scenarios that are nowhere, and changes nothing then", async () => {
    const rule = { scenarioLabel: "Nowhere", selector: "a", mode: "ignore" };
    const error = await refusal(load({ scenarios: pages(1), comparisonRules: [rule] }));
    expect(error.details.fields).to.have.nested.property("[0].path", "comparisonRules[0].scenarioLabel");
    expect(await all()).to.have.length(0);
  });

  it("takes rules for scenarios that the project has already", async () => {
    await load({ scenarios: pages(1) });
    const rule = { scenarioLabel: "Page 0", selector: "a", mode: "ignore" };
    expect((await load({ scenarios: [], comparisonRules: [rule] })).rules.created).to.equal(1);
  });

  it("leaves one line in the audit log", async () => {
    await load({ scenarios: pages(2) });
    const [line] = await db.ctx.models.audit.find({ action: "scenarios.import" }).lean();
    expect(line?.details).to.deep.include({ project: "shop", created: 2 });
  });

  it("takes 500 scenarios", async () => {
    expect(await load({ scenarios: pages(500) })).to.include({ created: 500 });
    expect(await load({ scenarios: pages(500) })).to.include({ unchanged: 500 });
  });
});

describe("rules", () => {
  const db = useDatabase();
  beforeEach(async () => {
    await createProject(db.ctx, db.operator, { name: "Shop", baseUrl: "https://example.com" });
    await importScenarios(db.ctx, db.operator, { project: "shop", file: { scenarios: pages(1) } });
  });
  const place = { project: "shop", scenarioLabel: "Page 0", selector: ".price" };

  it("are one for each scenario and selector: setting again replaces", async () => {
    const first = await setComparisonRule(db.ctx, db.operator, { ...place, mode: "ignore" });
    expect(first.change).to.equal("created");
    expect(await setComparisonRule(db.ctx, db.operator, { ...place, mode: "ignore" })).to.include({
      change: "unchanged",
    });
    expect(await setComparisonRule(db.ctx, db.operator, { ...place, mode: "dynamic" })).to.deep.equal({
      id: first.id,
      change: "updated",
    });
    const content = await setContentRule(db.ctx, db.operator, { ...place, normalize: "fixed:€ 0" });
    expect(content.change).to.equal("created");
    expect(await setContentRule(db.ctx, db.operator, { ...place, normalize: "price" })).to.include({
      change: "updated",
    });
  });

  it("set 20 times at once are one", async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => setComparisonRule(db.ctx, db.operator, { ...place, mode: "layout_only" })),
    );
    expect(await db.ctx.models.comparisonRules.countDocuments({})).to.equal(1);
  });

  it("need a scenario, a known mode and a known kind", async () => {
    const unknown = { ...place, scenarioLabel: "Nowhere" };
    expect((await refusal(setComparisonRule(db.ctx, db.operator, { ...unknown, mode: "full" }))).code).to.equal(
      "not_found",
    );
    for (const wrong of [
      setComparisonRule(db.ctx, db.operator, { ...place, mode: "blur" as "full" }),
      setContentRule(db.ctx, db.operator, { ...place, normalize: "words" as "text" }),
      setContentRule(db.ctx, db.operator, { ...place, selector: "", normalize: "text" }),
    ])
      expect((await refusal(wrong)).code).to.equal("validation_error");
  });
});
