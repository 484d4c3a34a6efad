import { expect } from "chai";
import { identityAlignment } from "../../../../domain/visual/compare/alignRows.ts";
import { matchRuleBoxes } from "../../../../domain/visual/compare/ruleBoxes.ts";
import { applyRules } from "../../../../domain/visual/compare/rules.ts";
import type { Box, MapElement, PageMap } from "../../../../domain/visual/pageMap.ts";
import type { ComparisonMode } from "../../../../domain/visual/shot.ts";
import { box, element, pageMap } from "./paint.ts";

const TREE: MapElement[] = [
  element({ selector: "body", tag: "body", box: box(0, 0, 400, 600) }),
  element({
    selector: "#nav",
    parent: 0,
    tag: "nav",
    id: "nav",
    box: box(0, 0, 400, 40),
    attrs: { role: "navigation" },
  }),
  element({ selector: "#nav > a:nth-child(1)", parent: 1, tag: "a", classes: ["link", "on"], box: box(0, 0, 50, 40) }),
  element({ selector: "#nav > a:nth-child(2)", parent: 1, tag: "a", classes: ["link"], box: box(50, 0, 50, 40) }),
  element({
    selector: ".price",
    parent: 0,
    tag: "span",
    classes: ["price"],
    box: box(9, 90, 70, 20),
    attrs: { "data-testid": "price" },
  }),
];
/** A web component and what its shadow tree draws. */
const COMPONENT: MapElement[] = [
  element({ selector: "shop-cart", parent: 0, tag: "shop-cart", box: box(0, 200, 400, 50) }),
  element({
    selector: "shop-cart >> span.price",
    parent: 5,
    inside: "shadow",
    tag: "span",
    classes: ["price"],
    box: box(9, 210, 70, 20),
  }),
];
const MAP = pageMap(400, 600, [...TREE, ...COMPONENT]);

describe("matchRuleBoxes", () => {
  const exact: [string, Box[]][] = [
    ["#nav", [box(0, 0, 400, 40)]],
    ["a.link", [box(0, 0, 50, 40), box(50, 0, 50, 40)]],
    ["nav .link:not(.on)", [box(50, 0, 50, 40)]],
    ["body .price, #nav", [box(0, 0, 400, 40), box(9, 90, 70, 20)]],
    ["[data-testid=price]", [box(9, 90, 70, 20)]],
    ["[role='navigation']", [box(0, 0, 400, 40)]],
    ["nav:has(.on)", [box(0, 0, 400, 40)]],
    [".absent", []],
    ["#nav > a:nth-child(2)", [box(50, 0, 50, 40)]],
    // As in the page, a selector of the document reaches into no shadow tree, and one that leads there does.
    ["body span", [box(9, 90, 70, 20)]],
    ["shop-cart >> span.price", [box(9, 210, 70, 20)]],
    ["shop-cart >> .price", [box(9, 210, 70, 20)]],
    ["body shop-cart >> span", [box(9, 210, 70, 20)]],
    ["#nav >> span", []],
    ["shop-cart >> .absent", []],
    ['[aria-label="Home >> Shop"]', []],
  ];
  for (const [selector, boxes] of exact)
    it(`${selector} is judged`, () => expect(matchRuleBoxes(MAP, selector)).to.deep.equal({ boxes, exact: true }));

  const doubtful: [string, RegExp][] = [
    [".link:nth-child(2)", /invisible siblings/],
    [".link:first-child", /invisible siblings/],
    ["a + a", /invisible siblings/],
    ["a ~ a", /invisible siblings/],
    ["a[data-kind=x]", /attribute "data-kind"/],
    ["a[href^='/x']", /attribute "href"/],
    ["a:contains(x)", /whole texts/],
    ["a::before", /cannot be read/],
    ["a[", /cannot be read/],
    ["a:unheard-of", /cannot be read/],
  ];
  for (const [selector, why] of doubtful)
    it(`${selector} is not`, () => {
      const { boxes, exact: judged, warning } = matchRuleBoxes(MAP, selector);
      expect({ boxes, judged }).to.deep.equal({ boxes: [], judged: false });
      expect(warning).to.match(why);
    });

  it("answers a child combinator and a cut map with a warning", () => {
    for (const found of [matchRuleBoxes(MAP, "nav > .on"), matchRuleBoxes({ ...MAP, cut: true }, ".on")]) {
      expect(found).to.deep.include({ boxes: [box(0, 0, 50, 40)], exact: false });
      expect(found.warning).to.be.a("string");
    }
  });
});

function apply(mode: ComparisonMode, before: PageMap | null, after: PageMap | null, selector = ".card") {
  return applyRules({
    rules: [{ id: "r", selector, mode }],
    baselineMap: before,
    testMap: after,
    alignment: identityAlignment(600, 600),
    scale: 1,
  });
}

function card(at: Box, inner: Partial<MapElement>[] = []): PageMap {
  const elements = [element({ selector: ".card", classes: ["card"], box: at })];
  for (const [index, over] of inner.entries())
    elements.push(
      element({ selector: `.card p${index}`, parent: 0, tag: "p", box: box(at.x + 5, at.y + 5, 50, 20), ...over }),
    );
  return pageMap(400, 600, elements, { r: [at] });
}

describe("applyRules", () => {
  const home = box(10, 20, 100, 80);
  const cases: { name: string; mode: ComparisonMode; before: PageMap; after: PageMap; finding: RegExp | null }[] = [
    { name: "nothing happened", mode: "dynamic", before: card(home), after: card(home), finding: null },
    { name: "2 px off", mode: "dynamic", before: card(home), after: card(box(12, 18, 102, 80)), finding: null },
    {
      name: "3 px to the right",
      mode: "dynamic",
      before: card(home),
      after: card(box(13, 20, 100, 80)),
      finding: /moved by 3 px right and 0 px down/,
    },
    {
      name: "taller",
      mode: "dynamic",
      before: card(home),
      after: card(box(10, 20, 100, 90)),
      finding: /was 100×80 px and is 100×90 px/,
    },
    {
      name: "gone",
      mode: "dynamic",
      before: card(home),
      after: pageMap(400, 600, [], { r: [] }),
      finding: /was there once and is now there 0 times/,
    },
    {
      name: "gone, but ignored",
      mode: "ignore",
      before: card(home),
      after: pageMap(400, 600, [], { r: [] }),
      finding: null,
    },
    { name: "moved, but full", mode: "full", before: card(home), after: card(box(90, 20, 100, 80)), finding: null },
    {
      name: "a taller paragraph inside",
      mode: "layout_only",
      before: card(home, [{}]),
      after: card(home, [{ box: box(15, 25, 50, 40) }]),
      finding: /"\.card p0" was 50×20 px/,
    },
    {
      name: "a taller paragraph inside",
      mode: "dynamic",
      before: card(home, [{}]),
      after: card(home, [{ box: box(15, 25, 50, 40) }]),
      finding: null,
    },
    {
      name: "another text of another width inside",
      mode: "layout_only",
      before: card(home, [{ textHash: "a" }]),
      after: card(home, [{ textHash: "b", box: box(15, 25, 80, 20) }]),
      finding: null,
    },
    {
      name: "a new element inside",
      mode: "layout_only",
      before: card(home),
      after: card(home, [{}]),
      finding: /"\.card p0" is new/,
    },
    {
      name: "a missing element inside",
      mode: "layout_only",
      before: card(home, [{}]),
      after: card(home),
      finding: /"\.card p0" is gone/,
    },
  ];
  for (const { name, mode, before, after, finding } of cases)
    it(`${mode}: ${name}`, () => {
      const { findings, warnings } = apply(mode, before, after);
      expect(warnings).to.deep.equal([]);
      expect(findings).to.have.length(finding === null ? 0 : 1);
      if (finding) {
        expect(findings[0]?.message).to.match(finding);
        expect(findings[0]?.code).to.equal(mode === "dynamic" ? "dynamic_region_changed" : "layout_changed");
      }
    });

  it("masks the boxes of both sides, and `full` keeps its own", () => {
    const ignore = apply("ignore", card(home), card(box(200, 20, 100, 80)));
    expect(ignore.masked).to.deep.equal([box(200, 20, 100, 80), home]);
    expect(ignore.maskedBaseline).to.deep.equal([home]);
    const full = apply("full", card(home), card(home));
    expect({ masked: full.masked, full: full.full }).to.deep.equal({ masked: [], full: [home, home] });
  });

  it("finds what a selector leads to in a shadow tree where the capture of an earlier version found nothing", () => {
    const selector = "shop-cart >> span.price";
    const captured = { ...MAP, ruleBoxes: { r: [] } };
    expect(apply("ignore", captured, captured, selector).masked).to.deep.equal([
      box(9, 210, 70, 20),
      box(9, 210, 70, 20),
    ]);
    const gone = { ...captured, elements: TREE };
    expect(apply("dynamic", captured, gone, selector).findings.map(({ message }) => message)).to.deep.equal([
      `"${selector}" was there once and is now there 0 times.`,
    ]);
  });

  it("does not blame what a band above pushed down", () => {
    const alignment = {
      segments: [
        { baselineY: 0, testY: 0, height: 10 },
        { baselineY: 10, testY: 34, height: 590 },
      ],
      bands: [{ kind: "inserted" as const, y: 10, height: 24 }],
      reported: true,
    };
    const rules = [{ id: "r", selector: ".card", mode: "dynamic" as const }];
    const after = card({ ...home, y: 44 });
    const outcome = applyRules({ rules, baselineMap: card(home), testMap: after, alignment, scale: 1 });
    expect(outcome.findings).to.deep.equal([]);
    expect(outcome.masked).to.deep.equal([
      { ...home, y: 44 },
      { ...home, y: 44 },
    ]);
  });

  it("says what it could not judge", () => {
    const without = pageMap(400, 600, card(home).elements);
    expect(apply("ignore", null, card(home)).warnings.map(({ code }) => code)).to.deep.equal(["rule_not_judged"]);
    expect(apply("dynamic", without, without, ".card:nth-child(1)").warnings).to.have.length(1);
    expect(apply("dynamic", without, card(home)).masked).to.deep.equal([home, home]);
    expect(apply("full", null, null).warnings).to.deep.equal([]);
  });

  it("works in device pixels", () => {
    const rules = [{ id: "r", selector: ".card", mode: "ignore" as const }];
    const alignment = identityAlignment(1200, 1200);
    const outcome = applyRules({ rules, baselineMap: card(home), testMap: card(home), alignment, scale: 2 });
    expect(outcome.maskedBaseline).to.deep.equal([box(20, 40, 200, 160)]);
  });
});
