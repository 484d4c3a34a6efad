import { expect } from "chai";
import { mean, median, robustSpread, rounded, sum } from "../../domain/statistics.ts";

const CASES: [values: number[], sum: number, mean: number | null, median: number | null, spread: number | null][] = [
  [[], 0, null, null, null],
  [[7], 7, 7, 7, 0],
  [[9, 1, 5], 15, 5, 5, 4 * 1.4826],
  [[10, 1, 3, 8], 22, 5.5, 5.5, 3.5 * 1.4826],
  // A single outlier moves the mean, but not the median and its spread.
  [[10, 11, 1_000], 1_021, 1_021 / 3, 11, 1.4826],
];

describe("sums, means, medians and spreads", () => {
  for (const [values, all, average, middle, spread] of CASES)
    it(`of [${values}]`, () => {
      expect([sum(values), mean(values), median(values)]).to.deep.equal([all, average, middle]);
      if (spread === null) expect(robustSpread(values)).to.equal(null);
      else expect(robustSpread(values)).to.be.closeTo(spread, 1e-9);
    });

  it("are rounded to so many decimals, and what nobody measured stays null", () => {
    expect([rounded(12.346), rounded(12.346, 1), rounded(0.12346, 3)]).to.deep.equal([12, 12.3, 0.123]);
    expect(rounded(null, 1)).to.equal(null);
  });
});
