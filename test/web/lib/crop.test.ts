import { expect } from "chai";
import { cropOf } from "../../../web/src/lib/crop.ts";

const FRAME = { width: 200, height: 100 };

describe("the part of a picture that a frame shows", () => {
  for (const [what, picture, expected] of [
    [
      "a small box in the middle: as it is, centred",
      { width: 1_000, height: 4_000, box: { x: 490, y: 1_990, width: 20, height: 20 } },
      { scale: 1, left: -400, top: -1_950, mark: { left: 90, top: 40, width: 20, height: 20 } },
    ],
    [
      "a box at the corner: the frame stays in the picture",
      { width: 1_000, height: 4_000, box: { x: 0, y: 0, width: 20, height: 20 } },
      { scale: 1, left: -0, top: -0, mark: { left: 0, top: 0, width: 20, height: 20 } },
    ],
    [
      "a box as large as the page: the width fills the frame",
      { width: 1_000, height: 4_000, box: { x: 0, y: 0, width: 1_000, height: 4_000 } },
      { scale: 0.2, left: 0, top: -350, mark: { left: 0, top: -350, width: 200, height: 800 } },
    ],
    [
      "a picture smaller than the frame: in its middle",
      { width: 100, height: 50, box: { x: 10, y: 10, width: 10, height: 10 } },
      { scale: 1, left: 50, top: 25, mark: { left: 60, top: 35, width: 10, height: 10 } },
    ],
  ] as const)
    it(what, () => {
      const crop = cropOf(picture, FRAME);
      expect(JSON.parse(JSON.stringify(crop))).to.deep.equal(JSON.parse(JSON.stringify(expected)));
    });
});
