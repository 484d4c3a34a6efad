import { expect } from "chai";
import { type Pixels, type Seen, seenBetween } from "../../../../domain/pillars/a11y/focusPixels.ts";

const SIZE = 40;
/** A white square whose first `count` pixels have another colour. */
const picture = (count = 0, colour: [number, number, number] = [0, 0, 0]): Pixels => {
  const data = new Uint8Array(SIZE * SIZE * 4).fill(255);
  for (let at = 0; at < count; at += 1) data.set(colour, at * 4);
  return { width: SIZE, height: SIZE, data };
};
const AREA = SIZE * SIZE;

const TABLE: [what: string, focused: Pixels, unfocused: Pixels, again: Pixels | null, seen: Seen][] = [
  ["equal pictures", picture(), picture(), null, "none"],
  ["a black dot", picture(9), picture(), null, "pixels"],
  ["less than a dot", picture(8), picture(), null, "none"],
  ["a line in #eee", picture(80, [238, 238, 238]), picture(), null, "none"],
  ["a line in #ddd", picture(80, [221, 221, 221]), picture(), null, "pixels"],
  ["all of it in #f2f2f2", picture(AREA, [242, 242, 242]), picture(), null, "faint"],
  ["all of it by three steps of 255", picture(AREA, [252, 252, 252]), picture(), null, "none"],
  ["red where green was", picture(80, [255, 0, 0]), picture(80, [0, 140, 0]), null, "pixels"],
  ["what moves by itself", picture(80), picture(), picture(80), "none"],
  ["a dot beside what moves by itself", picture(100), picture(), picture(80), "pixels"],
  ["another size", picture(), { ...picture(), width: 20, height: 80 }, null, "pixels"],
];

describe("two pictures of a control", () => {
  for (const [what, focused, unfocused, again, seen] of TABLE)
    it(`${what}: ${seen}`, () => expect(seenBetween(focused, unfocused, again, AREA)).to.equal(seen));
});
