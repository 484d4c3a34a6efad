import { expect } from "chai";
import { alignRows } from "../../../domain/visual/compare/alignRows.ts";
import { comparePictures } from "../../../domain/visual/compare/comparePictures.ts";
import { alignmentOf, type JudgedResult, ruleEffect } from "../../../domain/visual/ruleEffect.ts";
import type { ComparisonMode, ComparisonRule } from "../../../domain/visual/shot.ts";
import { box, copy, element, fill, noise, page, pageMap, stack } from "./compare/paint.ts";

const WIDTH = 200;
const TOP = element({ selector: "#top", id: "top", box: box(10, 10, 100, 40) });
const LOW = element({ selector: "#low", id: "low", box: box(10, 300, 60, 20) });
const rule = (selector: string, mode: ComparisonMode = "ignore", id = "new"): ComparisonRule => ({
  id,
  selector,
  mode,
});

/** The result as a run stores it, and the pictures it came from. */
function judged(
  change: (picture: ReturnType<typeof page>) => ReturnType<typeof page>,
  maps: Partial<JudgedResult> = {},
) {
  const baseline = page(WIDTH, 400, 7);
  const test = change(copy(baseline));
  const baselineMap = pageMap(WIDTH, 400, [TOP, LOW]);
  const testMap = pageMap(WIDTH, test.height, [TOP, LOW]);
  const given = { baseline, test, baselineMap, testMap, misMatchThreshold: 0.1, align: true, ...maps };
  const { comparison } = comparePictures({ ...given, rules: [] });
  const { reasons, changedPixels, mismatchPercent, regions, shifts, sizes } = comparison;
  const result: JudgedResult = {
    reasons,
    changedPixels,
    mismatchPercent,
    regions,
    shifts,
    sizes,
    threshold: 0.1,
    baselineMap,
    testMap,
    ...maps,
  };
  /** The result of a real comparison under the rules. */
  const really = (rules: ComparisonRule[]) => comparePictures({ ...given, rules }).comparison;
  return { result, really };
}

const painted = (...boxes: ReturnType<typeof box>[]) =>
  judged((picture) => {
    for (const area of boxes) fill(picture, area, [200, 0, 0]);
    return picture;
  });

describe("the effect of a rule on a stored result", () => {
  for (const mode of ["ignore", "dynamic", "layout_only"] as const)
    it(`is what a comparison under it says, where it covers the whole change (${mode})`, () => {
      const { result, really } = painted(box(20, 20, 30, 10));
      const effect = ruleEffect(result, [rule("#top", mode)], "new");
      expect(effect).to.include({ matched: 1, wouldPass: true });
      expect(effect.mismatchAfter).to.equal(really([rule("#top", mode)]).mismatchPercent);
      expect(effect.covered).to.deep.equal([{ selector: "#top", kind: result.regions[0]?.kind, share: 1, under: 1 }]);
    });

  it("leaves what lies elsewhere, of fewer counted pixels", () => {
    const { result, really } = painted(box(20, 20, 30, 10), box(20, 305, 40, 10));
    const effect = ruleEffect(result, [rule("#top")], "new");
    expect(effect.covered).to.have.length(1);
    expect(effect.wouldPass).to.equal(false);
    expect(effect.mismatchAfter).to.be.closeTo(really([rule("#top")]).mismatchPercent, 1e-9);
    const both = [rule("#low", "ignore", "old"), rule("#top")];
    expect(ruleEffect(result, both, "new")).to.include({ wouldPass: true, mismatchAfter: 0 });
  });

  it("spreads a region that it covers in part", () => {
    const { result } = painted(box(20, 30, 30, 40));
    const [covered] = ruleEffect(result, [rule("#top")], "new").covered;
    expect(covered?.under).to.be.closeTo(0.5, 0.02);
  });

  it("follows rows that were put in", () => {
    const { result, really } = judged(
      (picture) => {
        fill(picture, box(20, 305, 40, 10), [200, 0, 0]);
        return stack(noise(WIDTH, 24, 3), picture);
      },
      {
        testMap: pageMap(WIDTH, 424, [
          { ...TOP, box: box(10, 34, 100, 40) },
          { ...LOW, box: box(10, 324, 60, 20) },
        ]),
      },
    );
    const effect = ruleEffect(result, [rule("#low")], "new");
    expect(effect).to.include({ wouldPass: false, why: "The size of the page changed outside the rule." });
    expect(effect.covered.map(({ under }) => under)).to.deep.equal([1]);
    expect(effect.mismatchAfter).to.be.closeTo(really([rule("#low")]).mismatchPercent, 0.2);
  });

  it("finds an element that a dynamic rule would still hold in its place", () => {
    const moved = { ...LOW, box: box(40, 300, 60, 20) };
    const { result, really } = judged(
      (picture) => {
        fill(picture, box(10, 300, 90, 20), [0, 0, 200]);
        return picture;
      },
      { testMap: pageMap(WIDTH, 400, [TOP, moved]) },
    );
    const effect = ruleEffect(result, [rule("#low", "dynamic")], "new");
    expect(effect.wouldPass).to.equal(false);
    expect(effect.why).to.match(/^"#low" moved by 30 px right/);
    expect(really([rule("#low", "dynamic")]).verdict).to.equal("failed");
    expect(ruleEffect(result, [rule("#low", "ignore")], "new").wouldPass).to.equal(true);
  });

  it("lets a full rule win over a wider one, and cannot say what that shows", () => {
    const { result } = painted(box(20, 20, 30, 10));
    const rules = [rule("#top"), rule("#top", "full", "full")];
    expect(ruleEffect(result, rules, "new")).to.include({ wouldPass: false, mismatchAfter: result.mismatchPercent });
    expect(ruleEffect(result, rules, "full")).to.deep.include({ matched: 1, wouldPass: null, covered: [] });
  });

  it("does not guess: no maps, a selector that matches nothing or that the map cannot judge", () => {
    const { result } = painted(box(20, 20, 30, 10));
    const cases: [JudgedResult, string, number | null, RegExp][] = [
      [{ ...result, testMap: null }, "#top", null, /no page maps/],
      [result, "#tip", 0, /matches nothing on the page/],
      [result, "div:nth-child(2)", null, /cannot be evaluated on the stored map/],
      [result, "a[[", null, /cannot be read/],
    ];
    for (const [given, selector, matched, why] of cases) {
      const effect = ruleEffect(given, [rule(selector)], "new");
      expect(effect, selector).to.deep.include({ matched, wouldPass: null, mismatchAfter: null, covered: [] });
      expect(effect.why).to.match(why);
    }
  });

  it("rebuilds the alignment that the shifts came from", () => {
    const top = noise(WIDTH, 100, 1);
    const middle = noise(WIDTH, 100, 2);
    const low = noise(WIDTH, 150, 3);
    const extra = noise(WIDTH, 30, 4);
    for (const [before, after] of [
      [stack(top, middle, low), stack(top, extra, middle, low)],
      [stack(top, middle, low), stack(top, low)],
      [stack(top, middle, low), stack(top, extra, low)],
      [stack(top, middle, extra, low), stack(extra, top, middle, low)],
      [stack(top, middle), stack(top, middle)],
    ] as const) {
      const found = alignRows(before, after);
      const rebuilt = alignmentOf(found.reported ? found.bands : [], before.height, after.height);
      if (found.reported) expect(rebuilt.segments).to.deep.equal(found.segments.filter(({ height }) => height > 0));
      else expect(rebuilt).to.deep.equal(found);
    }
  });
});
