import { expect } from "chai";
import type { ScenarioSeen } from "../../../domain/inspect/inspection.ts";
import { suggestScenario } from "../../../domain/inspect/suggestScenario.ts";

const STILL: ScenarioSeen = {
  title: "Fine shoes | Acme",
  heading: { text: "Shoes", selector: "h1", inSource: true },
  responsive: true,
  banner: null,
  foreign: [],
  mutations: [],
  watchedMs: 2_500,
  differing: [],
  notCompared: null,
  mismatchPercent: 0,
  remarks: [],
};
const suggest = (seen: Partial<ScenarioSeen>, page: { labels?: string[]; address?: string } = {}) =>
  suggestScenario({ ...STILL, ...seen }, { address: "/shoes", host: "shop.example", labels: [], ...page });
const mutation = (patch: Partial<ScenarioSeen["mutations"][number]>) => ({
  selector: "#x",
  count: 10,
  firstMs: 10,
  lastMs: 2_400,
  kind: "text" as const,
  sample: "",
  ...patch,
});
const part = (patch: Partial<NonNullable<ScenarioSeen["differing"]>[number]>) => ({
  selector: "#p",
  kind: "content",
  evidence: "The text is another.",
  area: 0.01,
  ...patch,
});

describe("suggesting a scenario", () => {
  for (const [what, seen, page, label] of [
    ["the heading", {}, {}, "Shoes"],
    ["the title without the site", { heading: null }, {}, "Fine shoes"],
    ["the path", { heading: null, title: "" }, {}, "/shoes"],
    ["Home", { heading: null, title: "" }, { address: "/" }, "Home"],
    ["a number behind it where it is taken", {}, { labels: ["shoes", "Shoes 2"] }, "Shoes 3"],
  ] as const)
    it(`label: ${what}`, () =>
      expect(suggest(seen, { ...page, labels: "labels" in page ? [...page.labels] : [] }).scenario.label).to.equal(
        label,
      ));

  for (const [what, mutations, delay, rules] of [
    ["nothing moves", [], 0, []],
    ["one late change is waited for", [mutation({ count: 1, lastMs: 1_230 })], 1_500, []],
    ["a change at once needs no wait", [mutation({ count: 1, lastMs: 90 })], 0, []],
    ["what never ends is a rule, not a wait", [mutation({})], 0, ["#x dynamic"]],
    ["an attribute that never rests is not seen by that alone", [mutation({ kind: "attributes" })], 0, []],
  ] as const)
    it(`moving: ${what}`, () => {
      const found = suggest({ mutations: [...mutations] });
      expect(found.scenario.delay).to.equal(delay);
      expect(found.rules.map((r) => `${r.selector} ${r.mode}`)).to.deep.equal(rules);
    });

  for (const [what, differing, rules, remarks] of [
    ["other words are tolerated", part({}), ["#p dynamic"], 0],
    ["an animation is left out", part({ kind: "animation" }), ["#p ignore"], 0],
    ["a part that comes and goes is left out", part({ kind: "added" }), ["#p ignore"], 0],
    ["so is one that another part replaces", part({ kind: "replaced" }), ["#p ignore"], 0],
    ["a shift is told: no rule helps", part({ kind: "layout_shift" }), [], 1],
    ["most of the page is told: a rule would leave nothing", part({ area: 0.7 }), [], 1],
    ["so is the body", part({ selector: "body" }), [], 1],
  ] as const)
    it(`differing: ${what}`, () => {
      const found = suggest({ differing: [differing] });
      expect(found.rules.map((r) => `${r.selector} ${r.mode}`)).to.deep.equal(rules);
      expect(found.remarks).to.have.length(remarks);
    });

  it("frames of others are left out, own ones are compared", () => {
    const foreign = [
      { selector: "#ad", tag: "iframe", host: "ads.example" },
      { selector: "#own", tag: "iframe", host: "shop.example" },
      { selector: "video", tag: "video", host: "" },
    ];
    expect(suggest({ foreign }).rules.map(({ selector, mode }) => `${selector} ${mode}`)).to.deep.equal(["#ad ignore"]);
  });

  it("a selector has one rule, and there are ten at most", () => {
    const differing = Array.from({ length: 15 }, (_, i) => part({ selector: `#p${i % 12}` }));
    const { rules } = suggest({ differing });
    expect(rules).to.have.length(10);
    expect(new Set(rules.map(({ selector }) => selector)).size).to.equal(10);
  });
});
