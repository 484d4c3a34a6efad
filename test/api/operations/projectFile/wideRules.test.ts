import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { Applied } from "../../../../api/operations/projectFile/apply.ts";
import { box, element, pageMap } from "../../../domain/visual/compare/paint.ts";
import { addRun, addShot, capture } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

const SCENARIOS = [
  { label: "Home", url: "/" },
  { label: "About us", url: "/about", tags: ["company"] },
  { label: "Product page", url: "/shop/product" },
];
const RULES = [
  { selector: ".chat", page: "hide" },
  { selector: ".ads", mode: "ignore" },
  { tag: "company", selector: "time", normalize: "date" },
  { path: "/shop/*", misMatchThreshold: 0.1 },
];

describe("rules for several scenarios in a project's file", () => {
  let world: World;
  let key: string;
  const send = async (mode: "plan" | "apply", config: object, more: object = {}) => {
    const body = { mode, config: { version: 1, project: { slug: "shop" }, ...config }, ...more };
    const { status, body: answer } = await world.client.post("/api/config", { key, body });
    return { status, text: JSON.stringify(answer), ...(answer as unknown as Applied) };
  };
  const words = ({ changes }: Applied) => changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

  beforeEach(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());

  it("are applied, read back as they were written, and leave nothing to do the second time", async () => {
    const wanted = { scenarios: SCENARIOS, rules: RULES };
    const applied = await send("apply", wanted);
    expect(applied.refused, applied.text).to.deep.equal([]);
    expect(words(await send("plan", wanted, { prune: true }))).to.deep.equal([]);
    const { file } = (await world.client.get("/api/config", { key })).body as { file: { rules: object[] } };
    expect(file.rules).to.have.deep.members(RULES);
    expect(words(await send("plan", file, { prune: true }))).to.deep.equal([]);
    const audit = await world.models.audit.find({ action: "wideRule.set" }).lean();
    expect(audit).to.have.length(RULES.length);

    const changed = RULES.map((rule) => (rule.mode ? { ...rule, mode: "dynamic" } : rule));
    expect(words(await send("apply", { rules: changed }))).to.deep.equal(["change rule project mode .ads"]);
    expect(words(await send("apply", { rules: changed.slice(1) }, { prune: true }))).to.deep.equal([
      "delete rule project page .chat",
    ]);
  });

  it("go with the last scenario that has their tag", async () => {
    await send("apply", { scenarios: SCENARIOS, rules: RULES });
    const untagged = SCENARIOS.map(({ label, url }) => ({ label, url }));
    const applied = await send(
      "apply",
      { scenarios: untagged, rules: RULES.filter(({ tag }) => !tag) },
      { prune: true },
    );
    expect(applied.refused, applied.text).to.deep.equal([]);
    expect(await world.models.wideRules.countDocuments({ scope: "tag:company" })).to.equal(0);
  });

  for (const [what, scenarios, prune] of [
    ["is deleted", SCENARIOS.filter(({ tags }) => !tags), true],
    ["loses the tag", SCENARIOS.map(({ label, url }) => ({ label, url })), false],
  ] as const)
    it(`are listed in the plan, and in the audit log once, when the last scenario of the tag ${what}`, async () => {
      await send("apply", { scenarios: SCENARIOS, rules: RULES });
      const gone = "delete rule tag:company normalize time";
      const planned = await send("plan", { scenarios }, { prune });
      expect(words(planned), planned.text).to.include(gone);
      expect(planned.kept.filter(({ kind }) => kind === "rule")).to.deep.equal([]);
      const applied = await send("apply", { scenarios }, { prune });
      expect([words(applied).includes(gone), applied.refused], applied.text).to.deep.equal([true, []]);
      const removed = await world.models.audit.find({ action: "wideRule.remove" }).lean<{ details: object }[]>();
      expect(removed.map(({ details }) => Reflect.get(details, "scope"))).to.deep.equal(["tag:company"]);
      expect(words(await send("plan", { scenarios }, { prune }))).to.deep.equal([]);
    });

  it("of a tag that another scenario has are kept", async () => {
    const tagged = SCENARIOS.map((one) => ({ ...one, tags: ["company"] }));
    await send("apply", { scenarios: tagged, rules: RULES });
    const planned = await send("plan", { scenarios: tagged.slice(1) }, { prune: true });
    expect(words(planned)).to.deep.equal(["delete scenario Home"]);
  });

  for (const [what, rule, message] of [
    ["a rule that hides all", { selector: "body", mode: "ignore" }, "names the whole page"],
    ["a dynamic page", { selector: "html", mode: "dynamic" }, "names the whole page"],
    ["a normalised page", { selector: "*", normalize: "date" }, "names the whole page"],
    ["a removed page", { selector: ".a, html", page: "remove" }, "names the whole page"],
    ["an unknown tag", { tag: "companie", selector: ".a", mode: "ignore" }, 'has the tag \\"companie\\"'],
    ["a path that fits nothing", { path: "/nowhere/*", selector: ".a", mode: "ignore" }, '\\"/nowhere/*\\" fits'],
    ["an invalid selector", { selector: "a[", mode: "ignore" }, "is not a valid CSS selector"],
    ["no selector", { mode: "ignore" }, "is required"],
    ["two effects", { selector: ".a", mode: "ignore", page: "hide" }, "exactly one of"],
    ["tag and path", { tag: "company", path: "/", selector: ".a", mode: "ignore" }, "both tag and path"],
    ["a pattern of 10,000 characters", { path: `/${"*a".repeat(5_000)}`, selector: ".a", mode: "ignore" }, "500"],
  ] as const)
    it(`${what} is refused and named`, async () => {
      const { text } = await send("plan", { scenarios: SCENARIOS, rules: [rule] });
      expect(text).to.include(message);
      expect((await send("apply", { scenarios: SCENARIOS, rules: [rule] })).text).to.include(message);
      expect(await world.models.wideRules.countDocuments()).to.equal(0);
    });

  for (const mode of ["ignore", "dynamic"])
    it(`a rule (${mode}) that covers a whole screenshot is refused, new or changed`, async () => {
      const all = element({ selector: ".all", classes: ["all"], box: box(0, 0, 400, 600) });
      const mapId = await world.ctx.artifacts.put(gzipSync(JSON.stringify(pageMap(400, 600, [all]))));
      await addRun(world.models, "run_1");
      await addShot(world.models, "run_1", 0, {
        captures: [{ ...capture("run_1-0"), width: 400, height: 600, mapId }],
      });
      const message = 'covers the whole screenshot of \\"Home\\"';
      const rules = [{ selector: ".all", mode }];
      expect((await send("plan", { rules })).text).to.include(message);
      expect((await send("apply", { rules })).text).to.include(message);
      expect(await world.models.wideRules.countDocuments()).to.equal(0);
      const made = await send("apply", { rules: [{ selector: ".all", mode: "layout_only" }] });
      expect(made.refused, made.text).to.deep.equal([]);
      expect((await send("apply", { rules })).text).to.include(message);
      expect((await world.models.wideRules.find().lean()).map(({ value }) => value)).to.deep.equal(["layout_only"]);
    });

  it("the same rule twice is refused", async () => {
    const { text } = await send("plan", { rules: [RULES[1], { ...RULES[1], mode: "dynamic" }] });
    expect(text).to.include("is already used by another entry");
  });
});
