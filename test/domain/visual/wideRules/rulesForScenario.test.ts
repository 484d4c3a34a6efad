import { expect } from "chai";
import { identityAlignment } from "../../../../domain/visual/compare/alignRows.ts";
import { hidingReason, ruleUses } from "../../../../domain/visual/compare/ruleUse.ts";
import { selectorProblem } from "../../../../domain/visual/selectorSyntax.ts";
import { namesWholePage } from "../../../../domain/visual/wideRules/hidesAll.ts";
import { rulesForScenario } from "../../../../domain/visual/wideRules/rulesForScenario.ts";
import { type RuleTotal, recordOf, ruleTotals } from "../../../../domain/visual/wideRules/ruleTotals.ts";
import { parseScope, touches } from "../../../../domain/visual/wideRules/scope.ts";
import type { KeptWideRule, WideKind } from "../../../../domain/visual/wideRules/wideRule.ts";

const rule = (scope: string, kind: WideKind, selector: string, value: string): KeptWideRule => ({
  id: `${scope} ${value}`,
  scope,
  kind,
  selector,
  value,
});
const OWN = { comparisonRules: [], contentRules: [], hideSelectors: [], removeSelectors: [], misMatchThreshold: 0 };
const POST = { url: "/blog/first?page=2", tags: ["news", "wide"] };

describe("rules for several scenarios", () => {
  for (const [scope, url, tags, holds] of [
    ["project", "/", [], true],
    ["tag:news", "/", ["news"], true],
    ["tag:news", "/", ["newsletter"], false],
    ["path:/blog/*", "https://shop.example/blog/a/b?x=1", [], true],
    ["path:/blog/*", "/blog", [], false],
    ["path:/*/edit", "/posts/7/edit", [], true],
    ["path:/", "/", [], true],
  ] as const)
    it(`${scope} ${holds ? "is" : "is not"} for ${url} [${tags}]`, () => {
      expect(touches(parseScope(scope)!, { url, tags })).to.equal(holds);
    });

  for (const scope of ["", "all", "tag:", "tag:Big", "path:blog", "path:/a b", `path:/${"*a".repeat(5_000)}`])
    it(`"${scope.slice(0, 20)}" is no scope`, () => expect(parseScope(scope)).to.equal(null));

  it("a scenario's own rule wins over its tag's, that over its path's, that over the project's", () => {
    const wide = [
      rule("project", "mode", ".a", "ignore"),
      rule("path:/blog/*", "mode", ".a", "dynamic"),
      rule("tag:news", "mode", ".a", "layout_only"),
    ];
    const modeOf = (rules: KeptWideRule[], own = OWN) =>
      rulesForScenario(POST, own, rules).comparisonRules.map(({ mode, scope }) => `${mode} ${scope ?? "own"}`);
    expect(modeOf(wide)).to.deep.equal(["layout_only tag:news"]);
    expect(modeOf(wide.slice(0, 2))).to.deep.equal(["dynamic path:/blog/*"]);
    expect(modeOf(wide.slice(0, 1))).to.deep.equal(["ignore project"]);
    const own = { ...OWN, comparisonRules: [{ id: "o", selector: ".a", mode: "full" as const }] };
    expect(modeOf(wide, own as never)).to.deep.equal(["full own"]);
  });

  it("of two tags that disagree the stricter mode and the smaller tolerance hold, in either order", () => {
    const wide = [
      rule("tag:news", "mode", ".a", "ignore"),
      rule("tag:wide", "mode", ".a", "full"),
      rule("tag:news", "misMatchThreshold", "", "5"),
      rule("tag:wide", "misMatchThreshold", "", "0.5"),
    ];
    for (const rules of [wide, wide.toReversed()]) {
      const chosen = rulesForScenario(POST, OWN, rules);
      expect(chosen.comparisonRules.map(({ mode }) => mode)).to.deep.equal(["full"]);
      expect(chosen).to.deep.include({
        misMatchThreshold: 0.5,
        toleranceOf: { id: "tag:wide 0.5", scope: "tag:wide" },
      });
    }
    expect(rulesForScenario(POST, { ...OWN, misMatchThreshold: 2 }, wide)).to.deep.include({ misMatchThreshold: 2 });
  });

  it("content rules are applied widest first, and hidden elements join the scenario's own", () => {
    const wide = [
      rule("tag:news", "normalize", ".b", "text"),
      rule("project", "normalize", ".c", "date"),
      rule("project", "page", ".chat", "hide"),
      rule("project", "page", ".ad", "remove"),
    ];
    const chosen = rulesForScenario(POST, { ...OWN, hideSelectors: [".mine"] as never }, wide);
    expect(chosen.contentRules.map(({ selector }) => selector)).to.deep.equal([".c", ".b"]);
    expect(chosen).to.deep.include({ hideSelectors: [".mine", ".chat"], removeSelectors: [".ad"] });
  });

  it("counts what a rule left out, without counting overlaps twice", () => {
    const picture = (fill: number) => ({ width: 10, height: 10, data: new Uint8Array(400).fill(fill) });
    const [baseline, test] = [picture(0), picture(0)];
    for (const at of [0, 1, 2]) test.data[at * 4] = 9;
    const masked = [
      { x: 0, y: 0, width: 2, height: 2 },
      { x: 1, y: 0, width: 2, height: 2 },
    ];
    const area = {
      rule: { id: "r", selector: ".a", mode: "ignore" as const },
      elements: 2,
      masked,
      maskedBaseline: [],
    };
    const pair = { baseline, test, alignment: identityAlignment(10, 10), full: [] };
    expect(ruleUses([area], pair)).to.deep.equal([
      { id: "r", selector: ".a", mode: "ignore", elements: 2, pixels: 6, changedPixels: 3, changes: 2 },
    ]);
    const covering = (height: number) => ({ ...area, masked: [{ x: 0, y: 0, width: 10, height }] });
    expect(hidingReason([covering(4)], test, [])).to.equal(null);
    expect(hidingReason([covering(5)], test, [])).to.deep.include({ fails: false });
    expect(hidingReason([covering(10)], test, [])).to.deep.include({ fails: true });
    const dynamic = (height: number) => ({ ...covering(height), rule: { ...area.rule, mode: "dynamic" as const } });
    expect(hidingReason([dynamic(9)], test, [])).to.equal(null);
    expect(hidingReason([dynamic(10)], test, [])).to.deep.include({ fails: true });
    expect(hidingReason([covering(4), dynamic(10)], test, [])?.reason.message).to.match(
      /^The ignore and dynamic rules/,
    );
    const layout = { ...covering(10), rule: { ...area.rule, mode: "layout_only" as const } };
    expect(hidingReason([layout], test, [])).to.equal(null);
  });

  it("calls a rule unused when it hid nothing in ten runs, not sooner", () => {
    const total = (changedPixels: number): RuleTotal[] => [
      { id: "r", shots: 1, hiding: changedPixels > 0 ? 1 : 0, pixels: 4, changedPixels, changes: 0 },
    ];
    const runs = (count: number) => Array.from({ length: count }, () => total(0));
    expect(recordOf("r", runs(9)).unused).to.equal(false);
    expect(recordOf("r", runs(10)).unused).to.equal(true);
    expect(recordOf("r", [...runs(9), total(3)])).to.deep.equal({
      runs: 10,
      hiding: 1,
      changedPixels: 3,
      elements: 0,
      unused: false,
      share: null,
    });
    const spec = { comparisonRules: [{ id: "r", selector: ".a", mode: "ignore" as const }] };
    expect(ruleTotals([{ spec }, { spec, ruleUse: [] }])).to.deep.equal([
      { id: "r", shots: 2, hiding: 0, pixels: 0, changedPixels: 0, changes: 0 },
    ]);
  });

  for (const selector of [
    "a[",
    "..x",
    "div >",
    ".a,",
    "a{",
    ":is(a",
    "#1",
    "my-el >> ..x",
    ".a >> ",
    ".ad, shop-cart >> b",
  ])
    it(`${selector} is no selector`, () => expect(selectorProblem(selector)).to.be.a("string"));
  for (const selector of [
    ".a",
    ":popover-open",
    "a:not(.b, .c)",
    'a[href="#1{x"]',
    "ul > li:nth-child(2n+1)",
    ".é",
    "my-el >> b",
    "my-el >> :is(b, i)",
    'a[title="Home >> Shop"]',
  ])
    it(`${selector} is one`, () => expect(selectorProblem(selector)).to.equal(null));
  for (const [selector, whole] of [
    ["body", true],
    [".a, HTML", true],
    ["html > body", true],
    ["body .a", false],
  ] as const)
    it(`${selector} ${whole ? "names" : "does not name"} the whole page`, () =>
      expect(namesWholePage(selector)).to.equal(whole));
});
