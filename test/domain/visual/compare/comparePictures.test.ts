import { expect } from "chai";
import { type CompareInput, comparePictures } from "../../../../domain/visual/compare/comparePictures.ts";
import { type Picture, rowBand } from "../../../../domain/visual/compare/picture.ts";
import type { Comparison, Region } from "../../../../domain/visual/outcome.ts";
import type { MapElement } from "../../../../domain/visual/pageMap.ts";
import { changeSentence } from "../../../../domain/visual/reading/sentence.ts";
import { BLACK, blank, box, type Colour, copy, element, fill, noise, page, pageMap, stack } from "./paint.ts";

const W = 200;
const H = 400;
const PAGE = page(W, H, 3);

function compare(baseline: Picture, test: Picture, over: Partial<CompareInput> = {}): Comparison {
  const input: CompareInput = {
    baseline,
    test,
    baselineMap: null,
    testMap: null,
    rules: [],
    misMatchThreshold: 0.1,
    align: true,
  };
  return comparePictures({ ...input, ...over }).comparison;
}

function painted(...boxes: ReturnType<typeof box>[]): Picture {
  const result = copy(PAGE);
  for (const area of boxes) fill(result, area, BLACK);
  return result;
}

const codes = ({ reasons }: Comparison): string[] => reasons.map(({ code }) => code);

describe("comparePictures", () => {
  it("passes equal pictures", () => {
    const { verdict, mismatchPercent, countedPixels, regions, bands, fingerprint, ...rest } = compare(PAGE, copy(PAGE));
    expect({ verdict, mismatchPercent, countedPixels }).to.deep.equal({
      verdict: "passed",
      mismatchPercent: 0,
      countedPixels: W * H,
    });
    expect({ regions, bands, fingerprint }).to.deep.equal({ regions: [], bands: [], fingerprint: "" });
    expect(rest.reasons[0]?.code).to.equal("equal");
  });

  it("judges the raw percentage: equal to the threshold passes, a pixel more fails", () => {
    const flat = blank(W, H);
    const test = blank(W, H);
    fill(test, box(20, 20, 10, 8), BLACK);
    expect(codes(compare(flat, test))).to.deep.equal(["within_threshold"]);
    expect(compare(flat, test).mismatchPercent).to.equal(0.1);
    fill(test, box(100, 100, 1, 1), BLACK);
    const failed = compare(flat, test);
    expect(failed.verdict).to.equal("failed");
    expect(failed.reasons[0]?.message).to.match(
      /^0\.101 % of the pixels \(81\) differ, more than the threshold of 0\.1 %/,
    );
  });

  it("says how many regions there are beyond those that it lists, and names a change by all of them", () => {
    const dotted = (...smaller: number[]): Comparison => {
      const test = blank(1_000, 1_000);
      for (let i = 0; i < 100 + smaller.length; i++)
        fill(test, box((i % 11) * 90, Math.floor(i / 11) * 90, 3, smaller[i - 100] ?? 3), BLACK);
      return compare(blank(1_000, 1_000), test, { misMatchThreshold: 0 });
    };
    const [listed, one, two] = [dotted(), dotted(2), dotted(2, 1)];
    expect([listed, one, two].map(({ regions }) => regions.length)).to.deep.equal([100, 100, 100]);
    expect(two.reasons[0]?.message).to.match(/102 regions differ; the largest 100 are listed\.$/);
    expect(listed.reasons[0]?.message).not.to.contain("listed");
    expect(new Set([listed, one, two].map(({ fingerprint }) => fingerprint)).size).to.equal(3);
    expect(dotted(2, 2).fingerprint, "equal parts count once").to.equal(one.fingerprint);
  });

  it("reports an inserted band instead of everything below it", () => {
    const test = stack(rowBand(PAGE, 0, 100), noise(W, 24, 9), rowBand(PAGE, 100, H - 100));
    const { shifts, regions, changedPixels, countedPixels, reasons, bands } = compare(PAGE, test);
    expect(shifts.map(({ kind, height }) => ({ kind, height }))).to.deep.equal([{ kind: "inserted", height: 24 }]);
    expect(changedPixels).to.equal(24 * W);
    expect(countedPixels).to.equal((H + 24) * W);
    expect(regions).to.have.length(1);
    expect(regions[0]).to.deep.include({ kind: "added", share: 1 });
    expect(reasons[0]?.code).to.equal("size_changed");
    expect(reasons[0]?.message).to.match(/was 200×400 px and is 200×424 px: \+24 px at y=\d+\.$/);
    expect(bands.reduce((sum, band) => sum + band.changedPixels, 0)).to.equal(24 * W);
  });

  it("reports a removed band with its place in the baseline", () => {
    const test = stack(rowBand(PAGE, 0, 100), rowBand(PAGE, 150, H - 150));
    const { shifts, regions, changedPixels, countedPixels } = compare(PAGE, test);
    expect(shifts).to.have.length(1);
    expect(shifts[0]).to.deep.include({ kind: "removed", height: 50 });
    expect(regions[0]?.kind).to.equal("removed");
    expect([changedPixels, countedPixels]).to.deep.equal([50 * W, H * W]);
  });

  it("without alignment compares from the top and counts the rest", () => {
    const test = stack(PAGE, noise(W, 40, 9));
    const { shifts, changedPixels, countedPixels, verdict } = compare(PAGE, test, { align: false });
    expect({ shifts, changedPixels, countedPixels, verdict }).to.deep.equal({
      shifts: [],
      changedPixels: 40 * W,
      countedPixels: (H + 40) * W,
      verdict: "failed",
    });
  });

  for (const [name, baselineWidth, testWidth, kind] of [
    ["wider", 160, 200, "added"],
    ["narrower", 200, 160, "removed"],
  ] as const)
    it(`counts the columns of a ${name} picture`, () => {
      const result = compare(blank(baselineWidth, 50), blank(testWidth, 50));
      expect(codes(result)[0]).to.equal("size_changed");
      expect([result.changedPixels, result.countedPixels]).to.deep.equal([40 * 50, 200 * 50]);
      expect(result.regions[0]).to.deep.include({ kind, box: box(160, 0, 40, 50) });
      expect(result.changes.map((one) => changeSentence(one))).to.deep.equal([`Page is 40 px ${name}`]);
      expect(result.changes[0]).to.include({ key: result.causes[0], changedPixels: 40 * 50, share: 1 });
      expect(result.causes).to.have.length(1);
      expect(result.bands[0]).to.deep.equal({ y: 0, height: 5, changedPixels: 200, percent: 20 });
      expect(result.bands.reduce((sum, band) => sum + band.changedPixels, 0)).to.equal(result.changedPixels);
    });

  it("tells a width once where the body and what is in it follow the page", () => {
    const side = (width: number, height: number) => {
      const picture = blank(width, 60);
      fill(picture, box(width - 40, 10, 30, 20), BLACK);
      const body = element({ selector: "body", tag: "body", box: box(0, 0, width, height) });
      const text = { selector: "p", tag: "p", text: "Hi", textHash: "h", parent: 0, box: box(10, 10, width - 20, 20) };
      return { picture, map: pageMap(width, 60, [body, element(text)]) };
    };
    const [before, after] = [side(160, 60), side(200, 50)];
    const maps = { baselineMap: before.map, testMap: after.map };
    const { changes, causes, regions } = compare(before.picture, after.picture, maps);
    expect(changes.map((one) => changeSentence(one))).to.deep.equal(["Page is 10 px shorter and 40 px wider"]);
    expect(causes).to.deep.equal([changes[0]?.key]);
    expect(regions.map(({ cause }) => cause)).to.deep.equal([changes[0]?.key, changes[0]?.key]);
  });

  describe("rules", () => {
    const rule = { id: "r", selector: ".ad", mode: "ignore" as const };
    const ad = box(20, 100, 160, 60);
    const map = pageMap(W, H, [], { r: [ad] });
    it("take pixels out of the score", () => {
      const result = compare(PAGE, painted(ad), { rules: [rule], baselineMap: map, testMap: map });
      expect(codes(result)).to.deep.equal(["equal"]);
      expect(result.countedPixels).to.equal(W * H - 160 * 60);
    });
    it("give a part back to a full rule", () => {
      const price = box(30, 110, 40, 20);
      const both = pageMap(W, H, [], { r: [ad], p: [price] });
      const rules = [rule, { id: "p", selector: ".price", mode: "full" as const }];
      const result = compare(PAGE, painted(ad), { rules, baselineMap: both, testMap: both });
      expect(result.countedPixels).to.equal(W * H - 160 * 60 + 800);
      expect(result.changedPixels).to.be.greaterThan(600);
    });
    it("excuse a page that grew because an ignored part grew", () => {
      const base = stack(rowBand(PAGE, 0, 100), noise(W, 60, 1), rowBand(PAGE, 160, 240));
      const test = stack(rowBand(PAGE, 0, 100), noise(W, 90, 2), rowBand(PAGE, 160, 240));
      const result = compare(base, test, {
        rules: [rule],
        baselineMap: pageMap(W, H, [], { r: [box(0, 100, W, 60)] }),
        testMap: pageMap(W, H + 30, [], { r: [box(0, 100, W, 90)] }),
      });
      expect(codes(result)).to.deep.equal(["equal"]);
      expect(compare(base, test).verdict).to.equal("failed");
    });
    it("do not excuse what comes or goes beside an ignored column that stretches with the page", () => {
      const stretched = (height: number) => pageMap(W, height, [], { r: [box(140, 40, 60, height - 80)] });
      const shorter = copy(PAGE);
      const longer = stack(rowBand(PAGE, 0, 200), page(W, 48, 9), rowBand(PAGE, 200, H - 200));
      for (const picture of [shorter, longer]) fill(picture, box(140, 40, 60, picture.height - 80), [200, 200, 200]);
      for (const [before, after, kind] of [
        [shorter, longer, "added"],
        [longer, shorter, "removed"],
      ] as const) {
        const maps = { baselineMap: stretched(before.height), testMap: stretched(after.height) };
        const result = compare(before, after, { rules: [rule], ...maps });
        // The page grew with the masked part. What differs beside it counts, but not the background around.
        expect(codes(result)).to.deep.equal(["mismatch"]);
        expect(result.regions).to.have.length(1);
        expect(result.regions[0]?.kind).to.equal(kind);
        expect(result.regions[0]?.changedPixels).to.be.within(100, 400);
      }
    });
    const GREY = (level: number): Colour => [level, level, level];
    /** A page whose ignored part, of this height, has `grey` beside it. */
    const grown = (height: number, grey: (x: number, y: number) => number): Picture => {
      const part = noise(W, height, height);
      for (let y = 0; y < height; y++) for (let x = 0; x < 40; x++) fill(part, box(x, y, 1, 1), GREY(grey(x, y)));
      return stack(rowBand(PAGE, 0, 100), part, rowBand(PAGE, 160, 240));
    };
    /** `elements`: those beside the ignored part; by default, one that stretches with it. */
    const grownMap = (height: number, elements = [element({ selector: "main", box: box(0, 100, W, height) })]) =>
      pageMap(W, H + height - 60, elements, { r: [box(42, 100, W - 42, height)] });
    const grounds: Record<string, (x: number, y: number) => number> = {
      "a dithered gradient": (x, y) => 230 + (x % 8) + ((x * 7 + y * 13 + (y >> 2)) % 3),
      "a dotted line": (x, y) => (x === 10 && y % 6 < 3 ? 120 : 255),
      "a ruled background": (_x, y) => (y % 24 === 0 ? 200 : 255),
    };
    for (const [name, grey] of Object.entries(grounds))
      it(`excuse a page that grew or shrank because an ignored part beside ${name} did`, () => {
        for (const [from, to] of [
          [96, 144],
          [144, 96],
        ] as const) {
          const maps = { baselineMap: grownMap(from), testMap: grownMap(to) };
          expect(codes(compare(grown(from, grey), grown(to, grey), { rules: [rule], ...maps }))).to.deep.equal([
            "equal",
          ]);
        }
      });
    it("excuse a dotted line of an element whose text stays the same", () => {
      const side = (height: number) => {
        const area = box(0, 100, 40, height);
        const aside = element({ selector: "aside", textHash: "t", text: "Price", box: area });
        const dots = grown(height, (x, y) => (x === 10 && y % 6 < 3 ? 120 : 255));
        return { picture: dots, map: grownMap(height, [aside]) };
      };
      for (const [from, to] of [
        [side(96), side(144)],
        [side(144), side(96)],
      ] as const) {
        const maps = { baselineMap: from.map, testMap: to.map };
        expect(codes(compare(from.picture, to.picture, { rules: [rule], ...maps }))).to.deep.equal(["equal"]);
      }
    });
    it("excuse what contains an ignored part that comes or goes between two dividers, but no element beside it", () => {
      const slot = element({ selector: "main", box: box(0, 100, W, 48) });
      const full = { picture: grown(48, () => 255), map: grownMap(48, [slot]) };
      const none = { picture: stack(rowBand(PAGE, 0, 100), rowBand(PAGE, 160, 240)), map: pageMap(W, H - 60, []) };
      for (const { picture } of [full, none])
        for (const y of [99, picture.height - 240]) fill(picture, box(0, y, W, 1), BLACK);
      const ofNote = grownMap(48, [slot, element({ selector: "i", box: box(0, 100, 40, 48) })]);
      for (const [from, to] of [
        [none, full],
        [full, none],
      ] as const) {
        const compared = (map: typeof ofNote) =>
          compare(from.picture, to.picture, {
            rules: [rule],
            baselineMap: from === full ? map : from.map,
            testMap: to === full ? map : to.map,
          });
        expect(codes(compared(full.map)).at(-1)).to.equal("equal");
        expect(compared(ofNote).verdict).to.equal("failed");
      }
    });
    const ITEM = 48;
    const items: Record<string, { first: number; grey: (x: number, y: number) => number; item: Partial<MapElement> }> =
      {
        "a line of text": {
          first: 2,
          grey: (x, y) => (x > 3 && x < 30 && y % ITEM > 20 && y % ITEM < 30 ? (x * 37 + (y % ITEM) * 11) % 200 : 255),
          item: { textHash: "t", text: "Free shipping" },
        },
        "an empty box": { first: 2, grey: (x, y) => (x === 0 || y % ITEM < 2 ? 100 : 255), item: {} },
        "a block of one colour": { first: 2, grey: (_x, y) => (y % ITEM < 40 ? 120 : 255), item: {} },
        "the first block of its colour": { first: 1, grey: (_x, y) => (y < ITEM ? 255 : 120), item: {} },
      };
    for (const [name, { first, grey, item }] of Object.entries(items))
      it(`do not excuse ${name} that comes or goes beside an ignored part, even if it equals what is there`, () => {
        const side = (count: number) => {
          const listed = Array.from({ length: count }, (_, at) =>
            element({ selector: `li:nth-of-type(${at + 1})`, box: box(0, 100 + at * ITEM, 40, ITEM), ...item }),
          );
          return { picture: grown(count * ITEM, grey), map: grownMap(count * ITEM, listed) };
        };
        for (const [from, to] of [
          [side(first), side(first + 1)],
          [side(first + 1), side(first)],
        ] as const) {
          const maps = { baselineMap: from.map, testMap: to.map, misMatchThreshold: 0 };
          const result = compare(from.picture, to.picture, { rules: [rule], ...maps });
          expect([result.verdict, codes(result).at(-1)]).to.deep.equal(["failed", "mismatch"]);
        }
      });
    it("count only what moved beside an ignored part that grew, so that a tolerance can allow it", () => {
      const dot = (height: number) => (x: number, y: number) =>
        x >= 10 && x < 20 && Math.abs(y - height / 2) < 4 ? (x * 9 + (y % 5) * 20) % 200 : 255;
      const maps = { rules: [rule], baselineMap: grownMap(60), testMap: grownMap(100) };
      const [before, after] = [grown(60, dot(60)), grown(100, dot(100))];
      const result = compare(before, after, maps);
      expect(codes(result)).to.deep.equal(["mismatch"]);
      expect(result.changedPixels).to.be.within(70, 140);
      expect(codes(compare(before, after, { ...maps, misMatchThreshold: 0.5 }))).to.deep.equal(["within_threshold"]);
    });
    it("excuse rows and columns that several rules mask together, and fail where they leave nothing to compare", () => {
      const whole = pageMap(W, H, [], { r: [box(0, 0, 120, H + 40), box(120, 0, 180, H + 40)] });
      const sides = { rules: [rule], baselineMap: whole, testMap: whole };
      expect(codes(compare(PAGE, noise(W, H + 20, 2), sides))).to.deep.equal(["rule_hides_page", "equal"]);
      expect(
        codes(compare(PAGE, noise(W + 20, H, 2), { ...sides, testMap: { ...whole, width: W + 20 } })),
      ).to.deep.equal(["rule_hides_page", "equal"]);
    });
    it("fail a shot whose dynamic part grew", () => {
      const result = compare(PAGE, painted(ad), {
        rules: [{ ...rule, mode: "dynamic" }],
        baselineMap: map,
        testMap: pageMap(W, H, [], { r: [{ ...ad, height: 90 }] }),
      });
      expect(result.verdict).to.equal("failed");
      expect(codes(result)[0]).to.equal("dynamic_region_changed");
    });
  });

  describe("regions", () => {
    const at = box(40, 200, 80, 30);
    const same = { selector: "#b", tag: "button", id: "b", text: "Buy", textHash: "1", box: at };
    const kinds: [Region["kind"], Partial<MapElement> | null, Partial<MapElement> | null][] = [
      ["text", {}, { text: "Sell", textHash: "2" }],
      ["recoloured", { styles: { color: "red" } }, { styles: { color: "blue" } }],
      ["resized", {}, { box: { ...at, width: 90 } }],
      ["moved", { box: { ...at, y: 208 } }, {}],
      ["added", null, {}],
      ["removed", {}, null],
      ["other", { image: "/a.png" }, { image: "/b.png" }],
      ["text", { text: "Buy" }, { text: "Sell", textHash: "2", box: { ...at, width: 90 } }],
    ];
    for (const [kind, before, after] of kinds)
      it(`are ${kind} by the page maps`, () => {
        const root = element({ selector: "body", tag: "body", box: box(0, 0, W, H) });
        const side = (over: Partial<MapElement> | null) =>
          pageMap(W, H, over === null ? [root] : [root, element({ ...same, parent: 0, ...over })]);
        const { regions } = compare(PAGE, painted(at), { baselineMap: side(before), testMap: side(after) });
        expect(regions).to.have.length(1);
        expect(regions[0]).to.deep.include({ kind, selector: "#b", share: 1 });
      });

    it("are named by the smallest element around them when no element changed", () => {
      const elements = [
        element({ selector: "body", box: box(0, 0, W, H) }),
        element({ selector: "#b", box: box(30, 190, 100, 60) }),
      ];
      const map = pageMap(W, H, elements);
      expect(compare(PAGE, painted(at), { baselineMap: map, testMap: map }).regions[0]?.selector).to.equal("#b");
    });

    for (const [kind, before, after] of [
      ["added", blank(W, 60), noise(W, 60, 4)],
      ["removed", noise(W, 60, 4), blank(W, 60)],
      ["recoloured", blank(W, 60), blank(W, 60, [200, 0, 0])],
      ["other", noise(W, 60, 4), noise(W, 60, 5)],
    ] as const)
      it(`are ${kind} by their pixels when there are no maps`, () => {
        expect(compare(before, after, { align: false }).regions[0]?.kind).to.equal(kind);
      });
  });
});

describe("fingerprints", () => {
  const header = (text: number, below: number, height = 300): Picture =>
    stack(noise(W, 40, text), page(W, height, below));
  const shop = compare(header(1, 10), header(2, 10)).fingerprint;
  it("are equal for one change on two pages", () => {
    expect(shop).to.match(/^[0-9a-f]{16}$/);
    expect(compare(header(1, 11, 500), header(2, 11, 500)).fingerprint).to.equal(shop);
  });
  it("do not depend on where the change is", () => {
    const badge = noise(60, 20, 8);
    const at = (y: number): Picture => {
      const result = copy(blank(W, 300));
      for (let row = 0; row < 20; row++)
        result.data.set(badge.data.subarray(row * 240, row * 240 + 240), ((y + row) * W + 33) * 4);
      return result;
    };
    expect(compare(blank(W, 300), at(50)).fingerprint).to.equal(compare(blank(W, 300), at(211)).fingerprint);
  });
  it("are equal for one band put into two pages", () => {
    const band = noise(W, 24, 5);
    const prints = [10, 11].map((seed) => {
      const base = noise(W, 300, seed);
      return compare(base, stack(rowBand(base, 0, seed * 9), band, rowBand(base, seed * 9, 300 - seed * 9)))
        .fingerprint;
    });
    expect(prints[0]).to.equal(prints[1]);
  });
  it("differ for other changes", () => {
    const others = [
      compare(header(1, 10), header(3, 10)),
      compare(header(2, 10), header(1, 10)),
      compare(header(1, 10), header(1, 12)),
      compare(PAGE, painted(box(10, 10, 20, 20))),
      compare(PAGE, painted(box(10, 10, 21, 20))),
      compare(PAGE, stack(PAGE, noise(W, 24, 1))),
      compare(PAGE, stack(PAGE, noise(W, 24, 2))),
    ].map(({ fingerprint }) => fingerprint);
    expect(new Set([...others, shop]).size).to.equal(others.length + 1);
  });
});
