import { expect } from "chai";
import { alignRows, type RowAlignment } from "../../../../domain/visual/compare/alignRows.ts";
import { editScript } from "../../../../domain/visual/compare/editScript.ts";
import { longestRising } from "../../../../domain/visual/compare/matchRows.ts";
import { type Picture, rowBand } from "../../../../domain/visual/compare/picture.ts";
import { projectBox, projectRow } from "../../../../domain/visual/compare/projectRows.ts";
import type { RowShift } from "../../../../domain/visual/outcome.ts";
import { BLACK, blank, box, copy, fill, noise, page, randomFrom, stack } from "./paint.ts";

const W = 48;
const PAGE = page(W, 600, 5);
const part = (from: number, to: number): Picture => rowBand(PAGE, from, to - from);
const BANNER = noise(W, 24, 91);
const inserted = (y: number, height: number): RowShift => ({ kind: "inserted", y, height });
const removed = (y: number, height: number): RowShift => ({ kind: "removed", y, height });

/** Rows of a table: two stripes and a border, repeated. */
function striped(rows: number): Picture {
  const table = blank(W, rows * 10);
  for (let row = 0; row < rows; row++) {
    if (row % 2 === 0) fill(table, box(0, row * 10, W, 9), [230, 230, 240]);
    fill(table, box(0, row * 10 + 9, W, 1), [180, 180, 180]);
    fill(table, box(4, row * 10 + 3, 20, 3), BLACK);
  }
  return table;
}

function changedArea(): Picture {
  const result = copy(PAGE);
  fill(result, box(0, 200, W, 90), [250, 240, 200]);
  return result;
}

function sprinkled(): Picture {
  const random = randomFrom(3);
  const result = copy(PAGE);
  for (let y = 0; y < 600; y++) if (random() < 0.7) result.data[(y * W + Math.floor(random() * W)) * 4] = 17;
  return result;
}

type Case = { name: string; baseline: Picture; test: Picture; bands: RowShift[]; reported: boolean };
const CASES: Case[] = [
  { name: "equal pictures", baseline: PAGE, test: copy(PAGE), bands: [], reported: false },
  {
    name: "a band put in at the top",
    baseline: PAGE,
    test: stack(BANNER, PAGE),
    bands: [inserted(0, 24)],
    reported: true,
  },
  {
    name: "a band put in in the middle",
    baseline: PAGE,
    test: stack(part(0, 312), BANNER, part(312, 600)),
    bands: [inserted(312, 24)],
    reported: true,
  },
  {
    name: "a band put in at the bottom",
    baseline: PAGE,
    test: stack(PAGE, BANNER),
    bands: [inserted(600, 24)],
    reported: true,
  },
  {
    name: "a band taken out",
    baseline: stack(part(0, 312), BANNER, part(312, 600)),
    test: PAGE,
    bands: [removed(312, 24)],
    reported: true,
  },
  {
    name: "two bands put in",
    baseline: PAGE,
    test: stack(part(0, 100), BANNER, part(100, 400), noise(W, 31, 8), part(400, 600)),
    bands: [inserted(100, 24), inserted(424, 31)],
    reported: true,
  },
  {
    name: "one band put in, another taken out, at equal heights",
    baseline: stack(part(0, 500), BANNER, part(500, 600)),
    test: stack(part(0, 60), noise(W, 24, 8), part(60, 600)),
    bands: [inserted(60, 24), removed(500, 24)],
    reported: true,
  },
  {
    name: "content that a banner pushed out of a picture of fixed height",
    baseline: PAGE,
    test: stack(BANNER, part(0, 576)),
    bands: [inserted(0, 24), removed(576, 24)],
    reported: true,
  },
  {
    name: "a band replaced by a taller one",
    baseline: stack(part(0, 300), noise(W, 40, 21), part(300, 600)),
    test: stack(part(0, 300), noise(W, 64, 22), part(300, 600)),
    bands: [inserted(340, 24)],
    reported: true,
  },
  { name: "an area repainted at equal height", baseline: PAGE, test: changedArea(), bands: [], reported: false },
  { name: "single pixels changed in most rows", baseline: PAGE, test: sprinkled(), bands: [], reported: false },
  { name: "noise against noise", baseline: noise(W, 400, 1), test: noise(W, 400, 2), bands: [], reported: false },
  {
    name: "other pages of different heights: no shift is invented, the rest at the bottom is only longer",
    baseline: noise(W, 400, 1),
    test: noise(W, 460, 2),
    bands: [inserted(400, 60)],
    reported: false,
  },
  {
    name: "white space that grew between two blocks",
    baseline: stack(part(0, 200), blank(W, 100), part(200, 600)),
    test: stack(part(0, 200), blank(W, 130), part(200, 600)),
    bands: [inserted(300, 30)],
    reported: true,
  },
  {
    name: "rows added to a striped table",
    baseline: stack(part(0, 100), striped(20), part(100, 200)),
    test: stack(part(0, 100), striped(24), part(100, 200)),
    bands: [inserted(300, 40)],
    reported: true,
  },
];

function bandsOf({ bands, reported }: RowAlignment) {
  return { bands, reported };
}

/** Checks that each row of either picture occurs exactly once. */
function expectComplete({ segments, bands }: RowAlignment, baseline: Picture, test: Picture): void {
  const [inBaseline, inTest] = [new Uint8Array(baseline.height), new Uint8Array(test.height)];
  for (const { baselineY, testY, height } of segments)
    for (let i = 0; i < height; i++) {
      inBaseline[baselineY + i]! += 1;
      inTest[testY + i]! += 1;
    }
  for (const { kind, y, height } of bands)
    for (let i = 0; i < height; i++) (kind === "inserted" ? inTest : inBaseline)[y + i]! += 1;
  expect(new Set(inBaseline)).to.deep.equal(new Set([1]));
  expect(new Set(inTest)).to.deep.equal(new Set([1]));
}

describe("alignRows", () => {
  for (const { name, baseline, test, bands, reported } of CASES)
    it(name, () => {
      const alignment = alignRows(baseline, test);
      // White rows around a band belong to it as well as to its neighbours, so its position may be off by their number.
      expect({
        ...bandsOf(alignment),
        bands: alignment.bands.map(({ kind, height }) => ({ kind, height })),
      }).to.deep.equal({
        bands: bands.map(({ kind, height }) => ({ kind, height })),
        reported,
      });
      for (const [index, { y }] of alignment.bands.entries()) expect(y).to.be.closeTo(bands[index]!.y, 10);
      expectComplete(alignment, baseline, test);
    });

  it("carries rows and boxes of the baseline along", () => {
    const alignment = alignRows(PAGE, stack(part(0, 312), BANNER, part(312, 600)));
    expect(projectRow(alignment, 10)).to.equal(10);
    expect(projectRow(alignment, 400)).to.equal(424);
    expect(projectBox(alignment, box(5, 290, 10, 50))).to.have.length(2);
    const back = alignRows(stack(part(0, 312), BANNER, part(312, 600)), PAGE);
    expect(projectRow(back, 320)).to.be.closeTo(312, 10);
    expect(projectBox(back, box(0, 316, 10, 10)).reduce((sum, { height }) => sum + height, 0)).to.be.lessThan(10);
  });

  it("aligns 30,000 rows with two bands", () => {
    const long = page(8, 30_000, 77);
    const test = stack(rowBand(long, 0, 9_000), noise(8, 50, 1), rowBand(long, 9_000, 21_000), noise(8, 70, 2));
    const alignment = alignRows(long, test);
    expect(alignment.bands.map(({ height }) => height)).to.deep.equal([50, 70]);
  });
});

describe("editScript", () => {
  const script = (a: string, b: string, most?: number): string =>
    editScript(
      Int32Array.from([...a].map((c) => c.charCodeAt(0))),
      Int32Array.from([...b].map((c) => c.charCodeAt(0))),
      most,
    )
      .map(([i, j]) => {
        expect(a[i]).to.equal(b[j]);
        return a[i];
      })
      .join("");
  for (const [a, b, length] of [
    ["abcabba", "cbabac", 4],
    ["", "abc", 0],
    ["abc", "", 0],
    ["abc", "abc", 3],
    ["aaaa", "aaaaaa", 4],
    ["xaxbxc", "abc", 3],
  ] as const)
    it(`${a || "nothing"} → ${b || "nothing"}: ${length} kept`, () => expect(script(a, b)).to.have.length(length));
  it("gives up beyond its limit", () => expect(script("abcdef", "uvwxyz", 5)).to.equal(""));
});

describe("longestRising", () => {
  it("keeps the longest chain", () => {
    const pairs: [number, number][] = [
      [0, 4],
      [1, 0],
      [2, 1],
      [3, 9],
      [4, 2],
    ];
    expect(longestRising(pairs).map(([, j]) => j)).to.deep.equal([0, 1, 2]);
    expect(longestRising([])).to.deep.equal([]);
  });
});
