import { expect } from "chai";
import { cropOf } from "../../../../domain/report/visual/crop.ts";
import type { RegionKind, RowShift } from "../../../../domain/visual/outcome.ts";

const region = (x: number, y: number, width: number, height: number, kind: RegionKind = "text") => ({
  kind,
  box: { x, y, width, height },
});
const DESKTOP = { width: 1_440, height: 4_000 };
const SIZES = { baseline: DESKTOP, test: DESKTOP };

describe("the part of two pictures that a report shows", () => {
  it("is what changed with its surroundings, at the same place on both sides", () => {
    const crop = cropOf([region(700, 2_000, 40, 20)], [], SIZES);
    expect(crop).to.deep.equal({
      test: { x: 480, y: 1_880, width: 480, height: 260 },
      baseline: { x: 480, y: 1_880, width: 480, height: 260 },
      more: 0,
    });
  });

  for (const [where, given, expected] of [
    ["the top left corner", region(0, 0, 10, 10), { x: 0, y: 0, width: 480, height: 260 }],
    ["the bottom right corner", region(1_430, 3_990, 10, 10), { x: 960, y: 3_740, width: 480, height: 260 }],
    ["a band over the whole width", region(0, 100, 1_440, 60), { x: 0, y: 0, width: 1_440, height: 260 }],
    ["more than fits", region(0, 500, 1_440, 3_000), { x: 0, y: 452, width: 1_440, height: 900 }],
  ] as const)
    it(`stays inside the picture at ${where}`, () => {
      expect(cropOf([given], [], SIZES)?.test).to.deep.equal(expected);
    });

  it("is the whole of a picture that is smaller", () => {
    const small = { width: 200, height: 100 };
    expect(cropOf([region(10, 10, 5, 5)], [], { baseline: small, test: small })?.test).to.deep.equal({
      x: 0,
      y: 0,
      ...small,
    });
  });

  it("follows rows that were put in or taken out above", () => {
    const shifts: RowShift[] = [
      { kind: "inserted", y: 100, height: 300 },
      { kind: "removed", y: 500, height: 50 },
    ];
    const crop = cropOf([region(700, 2_000, 40, 20)], shifts, SIZES);
    expect([crop?.test.y, crop?.baseline.y]).to.deep.equal([1_880, 1_880 - 300 + 50]);
  });

  it("shows where a band was put in, and where one was taken out", () => {
    const put = cropOf([region(0, 800, 1_440, 200, "added")], [{ kind: "inserted", y: 800, height: 200 }], SIZES);
    // Content above the band is at the same height on both sides.
    expect([put?.test.y, put?.baseline.y]).to.deep.equal([752, 752]);
    const taken = cropOf([region(0, 800, 1_440, 200, "removed")], [{ kind: "removed", y: 800, height: 200 }], SIZES);
    expect([taken?.baseline.y, taken?.test.y]).to.deep.equal([752, 752]);
  });

  it("joins regions that are near, and counts those that are not", () => {
    const near = [region(700, 2_000, 40, 20), region(900, 2_100, 40, 20)];
    expect(cropOf(near, [], SIZES)).to.deep.include({ more: 0, test: { x: 580, y: 1_930, width: 480, height: 260 } });
    const far = [...near, region(700, 3_900, 40, 20)];
    expect(cropOf(far, [], SIZES)?.more).to.equal(1);
    expect(cropOf([], [], SIZES)).to.equal(null);
  });
});
