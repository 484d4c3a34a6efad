// Help against moving pages: suggested rules, rules for restless first captures, and what a rule hides.
import { expect } from "chai";
import { ruleSuggestions } from "../../../domain/visual/explain/suggestions.ts";
import { restlessElements } from "../../../domain/visual/restlessElements.ts";
import { recordOf, ruleTotals } from "../../../domain/visual/wideRules/ruleTotals.ts";
import { hidesMuch, hidesWords } from "../../../domain/words/ruleShare.ts";
import { box, element, pageMap } from "./compare/paint.ts";

const map = pageMap(
  400,
  600,
  [
    { selector: "body", tag: "body", box: box(0, 0, 400, 600) },
    { selector: "#clock", text: "12:01", box: box(10, 10, 80, 20), parent: 0 },
    { selector: "#price", text: "€ 9", box: box(10, 200, 80, 20), parent: 0 },
  ].map((one) => element(one)),
);
const size = { width: 400, height: 600 };
const facts = {
  reasons: [{ code: "mismatch" as const, message: "Pixels differ." }],
  mismatchPercent: 1,
  threshold: 0,
  regions: [],
  shifts: [],
  fingerprint: "f",
  flaky: true,
  sizes: { baseline: size, test: size },
  baselineMap: map,
  testMap: map,
  otherCapture: { map, size },
  movement: [box(12, 12, 20, 10)],
  earlier: [],
  sameChange: 0,
};

describe("rules that are suggested", () => {
  it("name the smallest element in which pixels moved, with the narrowest rule", () => {
    const [first, ...others] = ruleSuggestions(facts, []);
    expect(first?.rule).to.deep.equal({ kind: "comparison", selector: "#clock", mode: "dynamic" });
    expect(first?.text).to.equal("12:01");
    expect(others).to.deep.equal([]);
  });
  it("name restless parts first, each element once, and never the whole page", () => {
    const restless = [
      { box: box(10, 200, 80, 20), selector: "#price" },
      { box: box(10, 10, 80, 20), selector: "#clock", between: true },
      { box: box(0, 0, 400, 600), selector: "body" },
    ];
    const told = ruleSuggestions(facts, restless).map(({ rule }) => rule.selector);
    expect(told).to.deep.equal(["#price", "#clock"]);
  });
  it("are none where nothing is known to move", () => {
    expect(ruleSuggestions({ ...facts, movement: null, otherCapture: null }, [])).to.deep.equal([]);
  });
});

describe("restless elements of first captures", () => {
  const capture = (selector: string) => ({ restless: [{ box: box(0, 0, 9, 9), selector }] });
  const late = (selector: string, mode: string | null) => ({
    code: "restless" as const,
    message: "It changes.",
    data: { selector, mode, late: true },
  });
  const shots = [
    { scenarioLabel: "Home", reasons: [], captures: [capture("#ad")] },
    { scenarioLabel: "Cart", reasons: [late("#ad", "ignore")], captures: [capture("#ad")] },
    { scenarioLabel: "Cart", reasons: [late("#toast", null)], captures: [capture("#toast"), capture("body")] },
    { scenarioLabel: "About", reasons: [], captures: [capture("#clock")] },
  ];
  it("are named once with their pages; what pushes the page has no rule", () => {
    expect(restlessElements(shots, () => new Set())).to.deep.equal([
      { selector: "#ad", mode: "ignore", screenshots: 2, scenarios: ["Cart", "Home"] },
      { selector: "#clock", mode: "dynamic", screenshots: 1, scenarios: ["About"] },
    ]);
  });
  it("leave out those that have a rule by now", () => {
    const ruled = (label: string) => new Set(label === "Home" ? ["#ad"] : label === "About" ? ["#clock"] : []);
    expect(restlessElements(shots, ruled).map(({ scenarios }) => scenarios)).to.deep.equal([["Cart"]]);
  });
});

describe("what a rule hides", () => {
  const rows: [share: number, words: string, much: boolean][] = [
    [0, "Hides nothing", false],
    [0.001, "Hides less than 1 % of the page", false],
    [0.3, "Hides 30 % of the page", false],
    [0.342, "Hides 34 % of the page", true],
    [1, "Hides 100 % of the page", true],
  ];
  for (const [share, words, much] of rows)
    it(words, () => expect([hidesWords(share), hidesMuch(share)]).to.deep.equal([words, much]));

  it("is counted over the screenshots that were compared in the last run that compared any", () => {
    const rule = { id: "r", selector: "#a", mode: "ignore" as const };
    const use = { ...rule, elements: 1, pixels: 30, changedPixels: 3, changes: 1 };
    const spec = { comparisonRules: [rule] };
    const last = ruleTotals([
      { spec, ruleUse: [use], page: 100 },
      { spec, ruleUse: [use], page: 200 },
      { spec, page: 900 },
    ]);
    expect(recordOf("r", [ruleTotals([{ spec, page: 900 }]), last]).share).to.equal(0.2);
    expect(recordOf("r", []).share).to.equal(null);
  });
});
