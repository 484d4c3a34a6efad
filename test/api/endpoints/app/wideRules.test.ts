// Rules for several scenarios over HTTP: previewed before they are saved, protected against concurrent changes, reverted.
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { box, element, pageMap } from "../../../domain/visual/compare/paint.ts";
import type { Session } from "../../support/client.ts";
import { addRun, addShot, capture } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

const P = "/api/app/projects/shop";
const RULE = { scope: "project", kind: "mode", selector: ".ads", value: "ignore" } as const;

describe("rules for several scenarios on the dashboard", () => {
  let world: World;
  let editor: Session;
  let viewer: Session;
  beforeEach(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  afterEach(() => world.close());
  const effect = (query: Record<string, string>, session = editor) =>
    world.client.get(`${P}/rule-effect?${new URLSearchParams(query)}`, { session });
  const set = (more: object = {}, session = editor) =>
    world.client.post(`${P}/rules`, { session, body: { ...RULE, ...more } });
  const drop = (id: unknown, query = "", session = editor) => world.client.del(`${P}/rules/${id}${query}`, { session });
  const listed = async () => (await world.client.get(`${P}/rules`, { session: viewer })).body.wide as object[];

  it("are counted before they are kept, listed with their scenarios, deleted, and taken back", async () => {
    await addRun(world.models, "run_1");
    await addShot(world.models, "run_1", 0);
    const shown = await effect(RULE, viewer);
    expect(shown.status, shown.raw.toString()).to.equal(200);
    expect(shown.body).to.deep.include({ scenarios: 3, shots: 1, hidesAll: [], before: null });
    const made = await set({ before: null });
    expect([made.status, made.body.before], made.raw.toString()).to.deep.equal([200, null]);
    expect((await effect(RULE)).body.before).to.equal("ignore");
    const [rule, ...more] = await listed();
    expect(more).to.deep.equal([]);
    expect(rule).to.deep.include({ ...RULE, id: made.body.id, scenarios: 3 });
    expect((await drop(made.body.id)).status).to.equal(200);
    expect((await drop(made.body.id)).status).to.equal(404);
    expect(await listed()).to.deep.equal([]);
    expect((await set({ before: null })).status).to.equal(200);
    expect(await listed()).to.have.length(1);
    const audit = await world.models.audit
      .find({ action: /^wideRule/ })
      .sort({ _id: 1 })
      .lean();
    expect(audit.map(({ action }) => action)).to.deep.equal(["wideRule.set", "wideRule.remove", "wideRule.set"]);
  });

  for (const [height, hides, hidesMost, hidesAll] of [
    [30, 0.3, [], []],
    [40, 0.4, ["Home"], []],
    [100, 1, [], ["Home"]],
  ] as const)
    it(`show the largest part of a screenshot that they hide, and warn above 30 %: ${height} %`, async () => {
      await addRun(world.models, "run_1");
      const elements = [element({ selector: ".ads", classes: ["ads"], box: box(0, 0, 100, height) })];
      const mapId = await world.ctx.artifacts.put(gzipSync(JSON.stringify(pageMap(100, 100, elements))));
      await addShot(world.models, "run_1", 0, { captures: [{ ...capture("new"), mapId }] });
      expect((await effect(RULE)).body).to.deep.include({ matched: 1, hides, hidesMost, hidesAll });
      // A layout-only rule still compares, however large its area, so it can be saved; normalized content hides nothing.
      expect((await effect({ ...RULE, value: "layout_only" })).body).to.deep.include({ hides, hidesAll: [] });
      const content = { ...RULE, kind: "normalize", value: "date" };
      expect((await effect(content)).body).to.deep.include({ hides: null, hidesMost: [] });
    });

  it("know no share without the map of a page", async () => {
    await addRun(world.models, "run_1");
    await addShot(world.models, "run_1", 0);
    expect((await effect(RULE)).body).to.deep.include({ shots: 1, hides: null, hidesMost: [] });
  });

  it("may be seen by a viewer, who can set and delete none", async () => {
    const { id } = (await set()).body;
    expect((await effect(RULE, viewer)).status).to.equal(200);
    expect((await set({}, viewer)).status).to.equal(403);
    expect((await drop(id, "", viewer)).status).to.equal(403);
    expect(await listed()).to.have.length(1);
  });

  it("of another organisation are unknown, and theirs cannot be deleted by their id", async () => {
    const foreign = await world.models.projects.findOne({ slug: "foreign" }).lean();
    const path = "/api/app/projects/foreign";
    const query = new URLSearchParams(RULE);
    expect((await world.client.get(`${path}/rule-effect?${query}`, { session: editor })).status).to.equal(404);
    expect((await world.client.post(`${path}/rules`, { session: editor, body: RULE })).status).to.equal(404);
    const theirs = { _id: "wrl_theirs", projectId: foreign?._id ?? "", ...RULE, createdAt: new Date() };
    await world.models.wideRules.create(theirs);
    expect((await drop(theirs._id)).status).to.equal(404);
    expect(await world.models.wideRules.countDocuments({ _id: theirs._id })).to.equal(1);
  });

  for (const [what, wrong, field] of [
    ["a scope that is none", { scope: "everything" }, "scope"],
    ["a pattern of 10,000 characters", { scope: `path:/${"*a".repeat(5_000)}` }, "scope"],
    ["a pattern that matches nothing", { scope: "path:/nowhere/*" }, "scope"],
    ["an unknown tag", { scope: "tag:unknown" }, "scope"],
    ["a scenario outside the scope", { scope: "path:/about*", scenarioLabel: "Home" }, "scope"],
    ["a kind that is none", { kind: "hide" }, "kind"],
    ["a mode that is none", { value: "blur" }, "mode"],
    ["an invalid selector", { selector: "a[" }, "selector"],
    ["the whole page", { selector: "body" }, "selector"],
    ["a dynamic page", { selector: "body", value: "dynamic" }, "selector"],
    ["a normalised page", { kind: "normalize", selector: "html", value: "date" }, "selector"],
    ["a tolerance beside a selector", { kind: "misMatchThreshold", value: "1" }, "selector"],
    ["a tolerance that is no number", { kind: "misMatchThreshold", selector: "", value: "much" }, "misMatchThreshold"],
  ] as const)
    it(`${what} is refused with its field, shown or set`, async () => {
      for (const answer of [await effect({ ...RULE, ...wrong }), await set(wrong)]) {
        expect(answer.status, answer.raw.toString().slice(0, 500)).to.equal(400);
        const fields = (answer.body.fields ?? []) as { path: string }[];
        expect(fields.map(({ path }) => path)).to.include(field);
        expect(answer.raw.length).to.be.below(2_000);
      }
      expect(await listed()).to.deep.equal([]);
    });

  it("a tolerance is set, and full at a scenario of the scope removes the rule", async () => {
    expect((await set({ kind: "misMatchThreshold", selector: "", value: "0.5" })).status).to.equal(200);
    await set();
    const full = await set({ value: "full", scenarioLabel: "Home", before: "ignore" });
    expect([full.status, full.body.before], full.raw.toString()).to.deep.equal([200, "ignore"]);
    expect((await listed()).map((one) => Reflect.get(one, "kind"))).to.deep.equal(["misMatchThreshold"]);
  });

  it("tell the second of two people who set different values at once", async () => {
    const { id } = (await set({ before: null })).body;
    const values = ["dynamic", "layout_only"];
    const answers = await Promise.all(values.map((value) => set({ value, before: "ignore" })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const told = answers.find(({ status }) => status === 409)!;
    const [kept] = (await listed()) as { value: string }[];
    expect(told.body).to.deep.include({ reason: "version_conflict", now: kept?.value });
    // Setting the value that is already set is not a conflict; deleting after having seen a different value is one.
    expect((await set({ value: kept?.value, before: "ignore" })).status).to.equal(200);
    const stale = await drop(id, "?before=ignore");
    expect([stale.status, stale.body.now]).to.deep.equal([409, kept?.value]);
    expect((await drop(id, `?before=${kept?.value}`)).status).to.equal(200);
    const gone = await set({ before: "ignore" });
    expect([gone.status, gone.body.now]).to.deep.equal([409, null]);
  });

  it("tell all but one of ten people who make it at once with different values", async () => {
    const values = ["ignore", "dynamic"];
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, at) => set({ value: values[at % 2], before: null }).then(({ status }) => status)),
    );
    expect(made).to.include.members([200, 409]);
    expect(made.filter((status) => status === 409)).to.have.length(5);
    expect(await listed()).to.have.length(1);
  });
});
