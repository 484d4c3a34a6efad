// Merging pictures by region: what each side changed is expected; where both did, the side that the new picture equals in every pixel.
import { expect } from "chai";
import { type Merged, mergePictures } from "../../../../domain/visual/compare/mergePictures.ts";
import { type Picture, rowBand } from "../../../../domain/visual/compare/picture.ts";
import { settleMerge, withoutConflicts } from "../../../../domain/visual/compare/settleMerge.ts";
import { blank, box, type Colour, copy, fill, noise, page, randomFrom, stack } from "./paint.ts";

const W = 96;
const PAGE = page(W, 480, 5);
const BANNER = noise(W, 24, 91);
const NOTICE = noise(W, 16, 17);
const RED: Colour = [200, 0, 0];
const BLUE: Colour = [0, 0, 200];
const GREEN: Colour = [0, 160, 0];

/** Cells of 32×20 px, three in a row, without gaps; `at` counts from the top left. */
function cells(...changes: [at: number, colour: Colour][]): (picture?: Picture) => Picture {
  return (picture = PAGE) => {
    const result = copy(picture);
    for (const [at, colour] of changes) fill(result, box((at % 3) * 32, 160 + Math.floor(at / 3) * 20, 32, 20), colour);
    return result;
  };
}
const insert =
  (y: number, ...bands: Picture[]) =>
  (picture: Picture = PAGE) =>
    stack(rowBand(picture, 0, y), ...bands, rowBand(picture, y, picture.height - y));
const remove =
  (y: number, height: number) =>
  (picture: Picture = PAGE) =>
    stack(rowBand(picture, 0, y), rowBand(picture, y + height, picture.height - y - height));
const both = (...steps: ((picture: Picture) => Picture)[]) => steps.reduce((picture, step) => step(picture), PAGE);

const isEqual = (a: Picture, b: Picture): boolean =>
  a.width === b.width && a.height === b.height && Buffer.compare(a.data, b.data) === 0;
const kinds = ({ conflicts }: Merged): string[] => conflicts.map(({ kind }) => kind);

type Case = { name: string; base?: Picture | null; ours: Picture; theirs: Picture; merged: Picture };
const MERGED: Case[] = [
  { name: "nothing on either side", ours: PAGE, theirs: copy(PAGE), merged: PAGE },
  { name: "a change on our side alone", ours: cells([0, RED])(), theirs: PAGE, merged: cells([0, RED])() },
  { name: "a change on their side alone", ours: PAGE, theirs: cells([0, RED])(), merged: cells([0, RED])() },
  { name: "one change on both sides", ours: cells([0, RED])(), theirs: cells([0, RED])(), merged: cells([0, RED])() },
  {
    name: "cells side by side",
    ours: cells([0, RED])(),
    theirs: cells([1, BLUE])(),
    merged: cells([0, RED], [1, BLUE])(),
  },
  {
    name: "cells one above the other",
    ours: cells([0, RED])(),
    theirs: cells([3, BLUE])(),
    merged: cells([0, RED], [3, BLUE])(),
  },
  {
    name: "cells in corners, and one that both changed alike",
    ours: cells([0, RED], [4, GREEN])(),
    theirs: cells([2, BLUE], [4, GREEN])(),
    merged: cells([0, RED], [2, BLUE], [4, GREEN])(),
  },
  {
    name: "rows put in on one side, a change below them on the other",
    ours: insert(64, BANNER)(),
    theirs: cells([1, BLUE])(),
    merged: both(cells([1, BLUE]), insert(64, BANNER)),
  },
  {
    name: "rows put in on their side, a change above them on ours",
    ours: cells([1, BLUE])(),
    theirs: insert(320, BANNER)(),
    merged: both(insert(320, BANNER), cells([1, BLUE])),
  },
  {
    name: "both put rows in, in different places",
    ours: insert(64, BANNER)(),
    theirs: insert(320, NOTICE)(),
    merged: both(insert(320, NOTICE), insert(64, BANNER)),
  },
  {
    name: "both put in the same rows",
    ours: insert(64, BANNER)(),
    theirs: insert(64, BANNER)(),
    merged: insert(64, BANNER)(),
  },
  {
    name: "one takes rows out, the other changes what is below",
    ours: remove(48, 48)(),
    theirs: cells([1, BLUE])(),
    merged: both(cells([1, BLUE]), remove(48, 48)),
  },
  {
    name: "both take out the same rows",
    ours: both(cells([0, RED]), remove(48, 48)),
    theirs: both(cells([2, BLUE]), remove(48, 48)),
    merged: both(cells([0, RED], [2, BLUE]), remove(48, 48)),
  },
  {
    name: "one takes rows out above, the other puts some in below",
    ours: remove(48, 48)(),
    theirs: insert(320, NOTICE)(),
    merged: both(insert(320, NOTICE), remove(48, 48)),
  },
  { name: "equal pictures that nothing precedes", base: null, ours: PAGE, theirs: copy(PAGE), merged: PAGE },
  {
    name: "a width that one side changed",
    ours: PAGE,
    theirs: page(W + 8, 480, 5),
    merged: page(W + 8, 480, 5),
  },
];

type Open = { name: string; base?: Picture | null; ours: Picture; theirs: Picture; kinds: string[]; shows: Shown[] };
/** `open`: number of conflicts in which the picture equals neither side. `expected` unset: the picture itself. */
type Shown = { what: string; test: Picture; open: number; expected?: Picture };
const SIDES = { ours: cells([1, RED], [0, GREEN])(), theirs: cells([1, BLUE], [2, GREEN])() };
const IN_BOTH = cells([0, GREEN], [2, GREEN]);
const CONFLICTS: Open[] = [
  {
    name: "a cell that both changed, beside cells that one did",
    ...SIDES,
    kinds: ["pixels"],
    shows: [
      { what: "ours", test: both(IN_BOTH, cells([1, RED])), open: 0 },
      { what: "theirs", test: both(IN_BOTH, cells([1, BLUE])), open: 0 },
      {
        what: "another colour",
        test: both(IN_BOTH, cells([1, [9, 9, 9]])),
        open: 1,
        expected: both(IN_BOTH, cells([1, RED])),
      },
      {
        what: "theirs but for one pixel",
        test: both(IN_BOTH, cells([1, BLUE]), (picture) => {
          fill(picture, box(48, 170, 1, 1), [0, 0, 201]);
          return picture;
        }),
        open: 1,
        expected: both(IN_BOTH, cells([1, RED])),
      },
      {
        what: "theirs, on a page that is longer by a banner",
        test: both(IN_BOTH, cells([1, BLUE]), insert(48, BANNER)),
        open: 0,
        expected: both(IN_BOTH, cells([1, BLUE])),
      },
    ],
  },
  {
    name: "two cells far from each other, each of which both changed",
    ours: both(cells([0, RED]), (picture) => cells([0, RED])(picture), insertCell(RED)),
    theirs: both(cells([0, BLUE]), insertCell(BLUE)),
    kinds: ["pixels", "pixels"],
    shows: [
      { what: "one of each", test: both(cells([0, RED]), insertCell(BLUE)), open: 0 },
      {
        what: "one of ours and something new",
        test: both(cells([0, RED]), insertCell(GREEN)),
        open: 1,
        expected: both(cells([0, RED]), insertCell(RED)),
      },
    ],
  },
  {
    name: "both put rows in, in one place",
    ours: insert(64, BANNER)(),
    theirs: insert(64, NOTICE)(),
    kinds: ["rows"],
    shows: [
      { what: "ours", test: insert(64, BANNER)(), open: 0 },
      { what: "theirs", test: insert(64, NOTICE)(), open: 0 },
      { what: "ours above theirs", test: insert(64, BANNER, NOTICE)(), open: 0 },
      { what: "theirs above ours", test: insert(64, NOTICE, BANNER)(), open: 0 },
      { what: "something new", test: insert(64, noise(W, 20, 3))(), open: 1, expected: insert(64, BANNER)() },
      {
        what: "theirs, and a change below",
        test: both(cells([0, RED]), insert(64, NOTICE)),
        open: 0,
        expected: insert(64, NOTICE)(),
      },
    ],
  },
  {
    name: "rows that one takes out and the other changes",
    ours: remove(144, 80)(),
    theirs: cells([0, RED])(),
    kinds: ["rows"],
    shows: [
      { what: "ours", test: remove(144, 80)(), open: 0 },
      { what: "theirs", test: cells([0, RED])(), open: 0 },
    ],
  },
  {
    name: "rows that one takes out and the other puts some into",
    ours: remove(144, 80)(),
    theirs: insert(190, BANNER)(),
    kinds: ["rows"],
    shows: [{ what: "ours", test: remove(144, 80)(), open: 0 }],
  },
  {
    name: "two pictures that nothing precedes",
    base: null,
    ours: cells([0, RED])(),
    theirs: cells([1, BLUE])(),
    kinds: ["whole"],
    shows: [
      { what: "ours", test: cells([0, RED])(), open: 0 },
      { what: "theirs", test: cells([1, BLUE])(), open: 0 },
      { what: "both", test: cells([0, RED], [1, BLUE])(), open: 1, expected: cells([0, RED])() },
    ],
  },
  {
    name: "widths that both changed",
    ours: page(W + 8, 480, 5),
    theirs: page(W + 16, 480, 5),
    kinds: ["whole"],
    shows: [
      { what: "theirs", test: page(W + 16, 480, 5), open: 0 },
      { what: "neither", test: PAGE, open: 1, expected: page(W + 8, 480, 5) },
    ],
  },
];

function insertCell(colour: Colour): (picture: Picture) => Picture {
  return (picture) => {
    const result = copy(picture);
    fill(result, box(32, 400, 32, 20), colour);
    return result;
  };
}

describe("merging pictures", () => {
  for (const { name, base = PAGE, ours, theirs, merged } of MERGED)
    it(`brings together ${name}`, () => {
      const found = mergePictures(base, ours, theirs);
      expect(kinds(found)).to.deep.equal([]);
      expect(isEqual(found.picture, merged)).to.equal(true);
      // Merging in the opposite order gives the same picture.
      expect(isEqual(mergePictures(base, theirs, ours).picture, merged)).to.equal(true);
      expect(settleMerge(found, PAGE)).to.deep.equal({ picture: found.picture, open: 0 });
    });

  for (const { name, base = PAGE, ours, theirs, kinds: wanted, shows } of CONFLICTS)
    it(`finds a conflict: ${name}`, () => {
      const merged = mergePictures(base, ours, theirs);
      expect(kinds(merged)).to.deep.equal(wanted);
      for (const { what, test, open, expected = test } of shows) {
        const settled = settleMerge(merged, test);
        expect(settled.open, what).to.equal(open);
        expect(isEqual(settled.picture, expected), what).to.equal(true);
      }
    });

  it("a letter that both changed is taken whole, with the edges that only one of them drew", () => {
    const letter = (x: number, width: number): Picture => {
      const result = blank(W, 120);
      fill(result, box(x, 40, width, 20), [20, 20, 20]);
      return result;
    };
    const [base, ours, theirs] = [letter(40, 8), letter(42, 10), letter(36, 8)];
    for (const picture of [ours, theirs]) fill(picture, box(42, 40, 2, 20), picture === ours ? RED : BLUE);
    const merged = mergePictures(base, ours, theirs);
    expect(kinds(merged)).to.deep.equal(["pixels"]);
    for (const test of [ours, theirs]) expect(isEqual(settleMerge(merged, test).picture, test)).to.equal(true);
  });

  it("a base with conflicts is changed by both sides, whichever way they settled it", () => {
    const base = mergePictures(PAGE, cells([1, RED])(), cells([1, BLUE])());
    const none = withoutConflicts(base);
    expect(isEqual(none, base.picture)).to.equal(false);
    const merged = mergePictures(none, cells([1, RED])(), cells([1, BLUE])());
    expect(kinds(merged)).to.deep.equal(["pixels"]);
    expect(isEqual(settleMerge(merged, cells([1, BLUE])()).picture, cells([1, BLUE])())).to.equal(true);
  });

  it("a picture that lacks what their side changed is not expected", () => {
    const [ours, theirs] = [cells([0, RED])(), cells([2, BLUE])()];
    const { picture } = settleMerge(mergePictures(PAGE, ours, theirs), ours);
    expect(isEqual(picture, ours)).to.equal(false);
  });

  it("of random grids exactly the cells in conflict stay open, and all others are as one side has them", () => {
    const random = randomFrom(11);
    const pick = (from: number) => Math.floor(random() * from);
    const grid = (colours: readonly number[]): Picture => {
      const picture = blank(W, 120);
      for (const [at, colour] of colours.entries())
        fill(picture, box((at % 3) * 32, Math.floor(at / 3) * 20, 32, 20), [colour * 40, at * 10, 90]);
      return picture;
    };
    for (let round = 0; round < 60; round++) {
      const base = Array.from({ length: 18 }, () => pick(6));
      const changed = () => base.map((colour) => (pick(3) === 0 ? pick(6) : colour));
      const [ours, theirs] = [changed(), changed()];
      const met = base.map((colour, at) => ![colour, theirs[at]].includes(ours[at]) && theirs[at] !== colour);
      const expected = base.map((colour, at) => (ours[at] === colour ? theirs[at] : ours[at]) ?? colour);
      const merged = mergePictures(grid(base), grid(ours), grid(theirs));
      const untouched = settleMerge(merged, grid(expected.map((colour, at) => (met[at] ? 6 : colour))));
      expect(isEqual(untouched.picture, grid(expected)), `round ${round}`).to.equal(true);
      expect(untouched.open > 0).to.equal(met.includes(true));
      const taken = grid(expected.map((colour, at) => (met[at] ? theirs[at] : colour) ?? colour));
      const settled = settleMerge(merged, taken);
      expect([isEqual(settled.picture, taken), settled.open], `round ${round}`).to.deep.equal([true, 0]);
    }
  });
});
