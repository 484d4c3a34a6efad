import { expect } from "chai";
import { bandsOf } from "../../../../domain/visual/compare/bands.ts";
import { CHANGED, fillBoxes, IGNORED } from "../../../../domain/visual/compare/diffPixels.ts";
import { findRegions, MAX_REGIONS } from "../../../../domain/visual/compare/regions.ts";
import type { Box } from "../../../../domain/visual/pageMap.ts";
import { box } from "./paint.ts";

const W = 400;
const H = 300;

function regionsOf(boxes: Box[]): Box[] {
  const mask = new Uint8Array(W * H);
  fillBoxes(mask, W, H, boxes, CHANGED);
  return findRegions(mask, W, H).map((region) => region.box);
}

describe("findRegions", () => {
  const cases: [string, Box[], Box[]][] = [
    ["nothing", [], []],
    ["one pixel", [box(7, 9, 1, 1)], [box(7, 9, 1, 1)]],
    ["a box over many tiles, tight around its pixels", [box(13, 21, 150, 90)], [box(13, 21, 150, 90)]],
    ["lines of a paragraph are one", [box(10, 10, 100, 12), box(10, 34, 80, 12)], [box(10, 10, 100, 36)]],
    ["cards are two", [box(10, 10, 60, 60), box(150, 10, 50, 60)], [box(10, 10, 60, 60), box(150, 10, 50, 60)]],
    ["the larger count first", [box(0, 0, 5, 5), box(200, 200, 9, 9)], [box(200, 200, 9, 9), box(0, 0, 5, 5)]],
    ["edges do not wrap around", [box(0, 40, 4, 4), box(396, 20, 4, 4)], [box(396, 20, 4, 4), box(0, 40, 4, 4)]],
    ["the last pixel", [box(W - 1, H - 1, 1, 1)], [box(W - 1, H - 1, 1, 1)]],
  ];
  for (const [name, boxes, expected] of cases) it(name, () => expect(regionsOf(boxes)).to.deep.equal(expected));

  it("counts changed pixels only, and keeps a hundred regions", () => {
    const mask = new Uint8Array(4000 * 1000);
    const dots: Box[] = [];
    for (let i = 0; i < MAX_REGIONS + 20; i++) dots.push(box((i % 40) * 90, Math.floor(i / 40) * 90, 2, 2));
    fillBoxes(mask, 4000, 1000, dots, CHANGED);
    mask[3] = IGNORED;
    const regions = findRegions(mask, 4000, 1000);
    expect(regions).to.have.length(MAX_REGIONS);
    expect(regions.every(({ changedPixels }) => changedPixels === 4)).to.equal(true);
  });
});

describe("bandsOf", () => {
  it("splits the rows evenly and adds removed rows where they were", () => {
    const rows = new Uint32Array(105);
    rows[0] = 10;
    rows[104] = 5;
    const bands = bandsOf(rows, 10, [
      { y: 50, pixels: 30 },
      { y: 105, pixels: 1 },
    ]);
    expect(bands.map(({ changedPixels }) => changedPixels)).to.deep.equal([10, 0, 0, 0, 30, 0, 0, 0, 0, 6]);
    expect(bands.reduce((sum, { height }) => sum + height, 0)).to.equal(105);
    expect(bands[0]).to.deep.equal({ y: 0, height: 10, changedPixels: 10, percent: 10 });
  });
  it("never exceeds 100 percent, and does with fewer rows than bands", () => {
    expect(bandsOf(new Uint32Array(3), 10, [{ y: 0, pixels: 900 }])).to.have.length(3);
    expect(bandsOf(new Uint32Array(3), 10, [{ y: 0, pixels: 900 }])[0]?.percent).to.equal(100);
  });
});
