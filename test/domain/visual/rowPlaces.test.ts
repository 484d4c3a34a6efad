import { expect } from "chai";
import type { RowShift } from "../../../domain/visual/outcome.ts";
import { baselineRowOf, testRowOf } from "../../../domain/visual/rowPlaces.ts";

const INSERTED: RowShift = { kind: "inserted", y: 100, height: 20 };
const REMOVED: RowShift = { kind: "removed", y: 300, height: 50 };

describe("rows of a pair of pictures", () => {
  for (const [what, shifts, baseline, test] of [
    ["nothing moved", [], 500, 500],
    ["above an inserted band", [INSERTED], 99, 99],
    ["below an inserted band", [INSERTED], 100, 120],
    ["above a removed band", [REMOVED], 299, 299],
    ["below a removed band", [REMOVED], 350, 300],
    ["below both", [INSERTED, REMOVED], 400, 370],
  ] as const)
    it(`${what}: ${baseline} of the baseline is ${test} of the test`, () => {
      expect(testRowOf(shifts, baseline)).to.equal(test);
      expect(baselineRowOf(shifts, test)).to.equal(baseline);
    });

  it("an inserted row is where it was put in", () => {
    expect(baselineRowOf([INSERTED], 110)).to.equal(100);
  });
});
