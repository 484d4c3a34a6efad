import { expect } from "chai";
import type { Action, CauseKind, ExplainContext } from "../../../domain/visual/cause.ts";
import { explain } from "../../../domain/visual/explain.ts";
import type { Comparison, Region, RowShift } from "../../../domain/visual/outcome.ts";
import type { MapElement } from "../../../domain/visual/pageMap.ts";
import { box, element, pageMap } from "./compare/paint.ts";

const region = (over: Partial<Region> = {}): Region => ({
  box: box(10, 10, 50, 20),
  kind: "other",
  selector: "#a",
  text: "",
  share: 1,
  changedPixels: 100,
  ...over,
});

function comparison(regions: Region[], shifts: RowShift[] = []): Comparison {
  const size = { width: 400, height: 600 };
  return {
    verdict: "failed",
    reasons: [],
    mismatchPercent: 1,
    changedPixels: 100,
    differingPixels: 100,
    countedPixels: 240_000,
    regions,
    shifts,
    bands: [],
    fingerprint: "f",
    causes: [],
    changes: [],
    sizes: { baseline: size, test: size },
    timings: {},
  };
}

function maps(before: Partial<MapElement>, after: Partial<MapElement>): ExplainContext {
  const side = (over: Partial<MapElement>) =>
    pageMap(400, 600, [element({ selector: "#a", id: "a", box: box(10, 10, 50, 20), ...over })]);
  return { baselineMap: side(before), testMap: side(after) };
}

type Case = {
  name: string;
  comparison: Comparison;
  context: ExplainContext;
  kind: CauseKind;
  action: Action;
  evidence: RegExp;
  confidence: number;
};
const CASES: Case[] = [
  {
    name: "another text",
    comparison: comparison([region({ kind: "text" })]),
    context: maps({ text: "Buy", textHash: "1" }, { text: "Sell", textHash: "2" }),
    kind: "content",
    action: "approve",
    evidence: /"#a" was "Buy" and is "Sell"/,
    confidence: 0.95,
  },
  {
    name: "a text that differs in its numbers only, where earlier runs differed too",
    comparison: comparison([region({ kind: "text" })]),
    context: {
      ...maps({ text: "3 left, 12:40", textHash: "1" }, { text: "2 left, 13:05", textHash: "2" }),
      changesByItself: true,
    },
    kind: "content",
    action: "rule",
    evidence: /13:05/,
    confidence: 0.95,
  },
  {
    name: "a price that changed once",
    comparison: comparison([region({ kind: "text" })]),
    context: maps({ text: "€ 12.40", textHash: "1" }, { text: "€ 13.05", textHash: "2" }),
    kind: "content",
    action: "approve",
    evidence: /13\.05/,
    confidence: 0.95,
  },
  {
    name: "a broken image",
    comparison: comparison([region({ kind: "other" })]),
    context: maps({ image: "/a.jpg", broken: false }, { image: "/a.jpg", broken: true }),
    kind: "broken_image",
    action: "fix",
    evidence: /The image "#a" \(\/a\.jpg\) did not load/,
    confidence: 0.95,
  },
  {
    name: "another letter spacing",
    comparison: comparison([region({ kind: "other" })]),
    context: maps(
      { text: "A", textHash: "1", styles: { letterSpacing: "normal" } },
      { text: "A", textHash: "1", styles: { letterSpacing: "2px" } },
    ),
    kind: "style",
    action: "approve",
    evidence: /letter-spacing normal → 2px/,
    confidence: 0.9,
  },
  {
    name: "a box that moved on a page as high as before",
    comparison: comparison(
      [region({ kind: "added", selector: "", box: box(0, 80, 400, 24) })],
      [
        { kind: "inserted", y: 80, height: 24 },
        { kind: "removed", y: 200, height: 24 },
      ],
    ),
    context: maps({}, { box: box(10, 34, 50, 20) }),
    kind: "layout_shift",
    action: "approve",
    evidence: /^"#a" moved 24 px down; the page is as high as before\.$/,
    confidence: 0.9,
  },
  {
    name: "rows that an element which grew put in",
    comparison: {
      ...comparison(
        [region({ kind: "added", selector: "", box: box(0, 20, 400, 24) })],
        [{ kind: "inserted", y: 20, height: 24 }],
      ),
      sizes: { baseline: { width: 400, height: 600 }, test: { width: 400, height: 624 } },
    },
    context: maps({}, { box: box(10, 10, 50, 44) }),
    kind: "layout_shift",
    action: "approve",
    evidence: /^"#a" is 24 px taller \(50×20 → 50×44\); the content below moved down\.$/,
    confidence: 0.95,
  },
  {
    name: "another font",
    comparison: comparison([region()]),
    context: maps(
      { textHash: "1", styles: { fontFamily: "Inter" } },
      { textHash: "1", styles: { fontFamily: "serif" } },
    ),
    kind: "font",
    action: "approve",
    evidence: /^The font of "#a" was Inter and is serif\.$/,
    confidence: 0.95,
  },
  {
    name: "movement seen by the capture",
    comparison: comparison([region()]),
    context: { movingRegion: box(0, 0, 30, 30) },
    kind: "animation",
    action: "rule",
    evidence: /kept differing at "#a"/,
    confidence: 0.9,
  },
  {
    name: "two captures that differ",
    comparison: comparison([region()]),
    context: { flaky: true, variation: { boxes: [box(0, 0, 400, 600)], changes: null, length: false } },
    kind: "animation",
    action: "fix",
    evidence: /Two captures/,
    confidence: 0.6,
  },
  {
    name: "an inserted band",
    comparison: comparison(
      [region({ kind: "added", selector: "#banner", box: box(0, 80, 400, 24) })],
      [{ kind: "inserted", y: 80, height: 24 }],
    ),
    context: {},
    kind: "layout_shift",
    action: "approve",
    evidence: /24 rows were put in by "#banner" \(\+24 px at y=80\)/,
    confidence: 0.95,
  },
  {
    name: "an image that was still loading",
    comparison: comparison([region({ kind: "removed" })]),
    context: {
      ...maps({ tag: "img", image: "/hero.jpg" }, { tag: "img", image: "/hero.jpg" }),
      notes: [{ code: "still_loading", message: "" }],
    },
    kind: "late_image",
    action: "fix",
    evidence: /\/hero\.jpg has the same address/,
    confidence: 0.9,
  },
  {
    name: "another image",
    comparison: comparison([region()]),
    context: maps({ image: "/a.jpg" }, { image: "/b.jpg" }),
    kind: "content",
    action: "approve",
    evidence: /another image \(\/b\.jpg\)/,
    confidence: 0.9,
  },
  {
    name: "other colours",
    comparison: comparison([region({ kind: "recoloured" })]),
    context: maps({ styles: { color: "red" } }, { styles: { color: "blue" } }),
    kind: "style",
    action: "approve",
    evidence: /color red → blue/,
    confidence: 0.95,
  },
  {
    name: "an element in another place",
    comparison: comparison([region({ kind: "moved" })]),
    context: maps({}, { box: box(30, 10, 50, 20) }),
    kind: "layout_shift",
    action: "approve",
    evidence: /^"#a" moved 20 px to the right\.$/,
    confidence: 0.8,
  },
  {
    name: "pixels nobody accounts for",
    comparison: comparison([region({ selector: "" })]),
    context: {},
    kind: "unknown",
    action: "approve",
    evidence: /the area at x=10, y=10/,
    confidence: 0.3,
  },
];

describe("explain", () => {
  for (const { name, comparison: of, context, kind, action, evidence, confidence } of CASES)
    it(name, () => {
      const causes = explain(of, context);
      expect(causes).to.have.length(1);
      expect(causes[0]).to.deep.include({ kind, action, confidence, share: 1 });
      expect(causes[0]?.evidence).to.match(evidence);
    });

  it("has nothing to say about equal pictures", () => expect(explain(comparison([]))).to.deep.equal([]));

  it("calls many unchanged texts that look different a font that was not loaded", () => {
    const texts = [0, 1, 2, 3].map((i) =>
      element({ selector: `#t${i}`, id: `t${i}`, textHash: "x", box: box(0, i * 50, 90, 20) }),
    );
    const context = { baselineMap: pageMap(400, 600, texts), testMap: pageMap(400, 600, texts) };
    const causes = explain(comparison(texts.map(({ selector }) => region({ selector, share: 0.25 }))), context);
    expect(causes).to.have.length(1);
    expect(causes[0]).to.deep.include({ kind: "font", action: "fix", confidence: 0.7, share: 1 });
  });

  it("gathers regions of one element and puts the largest cause first", () => {
    const causes = explain(
      comparison([region({ share: 0.5, selector: "#big" }), region({ share: 0.2 }), region({ share: 0.3 })]),
    );
    expect(causes.map(({ selector, share }) => [selector, share])).to.deep.equal([
      ["#big", 0.5],
      ["#a", 0.5],
    ]);
  });
});
