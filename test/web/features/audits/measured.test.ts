import { expect } from "chai";
import { figuresOf, isFrames, slowestFirst } from "../../../../web/src/features/audits/measured.ts";

describe("a measured page", () => {
  it("has each figure that was measured, with the spread of its runs", () => {
    expect(figuresOf({ lcp: 1_500, lcpMin: 1_400, lcpMax: 1_700, cls: 0.1, tbt: null, runs: 3 })).to.deep.equal([
      { name: "LCP", unit: "ms", value: 1_500, low: 1_400, high: 1_700 },
      { name: "CLS", unit: "", value: 0.1, low: 0.1, high: 0.1 },
    ]);
  });

  it("is listed with the slowest first, before them what could not be measured", () => {
    expect(slowestFirst([{ score: 90 }, { score: null }, { score: 20 }]).map(({ score }) => score)).to.deep.equal([
      null,
      20,
      90,
    ]);
  });

  for (const [why, data, fits] of [
    ["pictures within the answer", { frames: [{ ms: 1, data: "data:image/jpeg;base64,AA" }] }, true],
    ["a picture of another address", { frames: [{ ms: 1, data: "https://shop.example/x.png" }] }, false],
    ["no picture", { frames: [] }, false],
    ["no list", { frames: "x" }, false],
    ["nothing", undefined, false],
    ["a hole", { frames: [null] }, false],
  ] as const)
    it(`a filmstrip of ${why} is ${fits ? "" : "not "}drawn`, () => {
      expect(isFrames(data)).to.equal(fits);
    });
});
