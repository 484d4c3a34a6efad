import { expect } from "chai";
import { type Pixels, type Seen, seenBetween } from "../../../../domain/pillars/a11y/focusPixels.ts";

const SIZE = 40;
/** A white square whose first `count` pixels have another color. */
const picture = (count = 0, colour: [number, number, number] = [0, 0, 0]): Pixels => {
  const data = new Uint8Array(SIZE * SIZE * 4).fill(255);
  for (let at = 0; at < count; at += 1) data.set(colour, at * 4);
  return { width: SIZE, height: SIZE, data };
};
const AREA = SIZE * SIZE;
const BOX = { x: 0, y: 20, width: SIZE, height: 20 };

const TABLE: [
  what: string,
  focused: Pixels,
  unfocused: Pixels,
  again: Partial<{ focused: Pixels; unfocused: Pixels }>,
  seen: Seen,
][] = [
  ["equal pictures", picture(), picture(), {}, "none"],
  ["a black dot", picture(9), picture(), {}, "pixels"],
  ["less than a dot", picture(8), picture(), {}, "none"],
  ["a line in #eee", picture(80, [238, 238, 238]), picture(), {}, "none"],
  ["a line in #ddd", picture(80, [221, 221, 221]), picture(), {}, "pixels"],
  ["all of it in #f2f2f2", picture(AREA, [242, 242, 242]), picture(), {}, "faint"],
  ["all of it by three steps of 255", picture(AREA, [252, 252, 252]), picture(), {}, "none"],
  ["red where green was", picture(80, [255, 0, 0]), picture(80, [0, 140, 0]), {}, "pixels"],
  ["what moves away from the control", picture(80), picture(), { unfocused: picture(80) }, "none"],
  ["a clock that went on between two pictures", picture(80), picture(), { focused: picture() }, "none"],
  ["a ring below what moves", picture(1_200), picture(), { unfocused: picture(80) }, "pixels"],
  ["what moves over the control", picture(1_200), picture(), { unfocused: picture(1_200) }, "unknown"],
  ["another size", picture(), { ...picture(), width: 20, height: 80 }, {}, "unknown"],
];

describe("pictures of a control with the focus and without", () => {
  for (const [what, focused, unfocused, again, seen] of TABLE)
    it(`${what}: ${seen}`, () =>
      expect(seenBetween([focused, again.focused ?? focused], [unfocused, again.unfocused ?? unfocused], BOX)).to.equal(
        seen,
      ));
});
