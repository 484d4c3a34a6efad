import { expect } from "chai";
import { noiseOf, slopeOf, weightedMedian } from "../../../domain/health/statistics.ts";

describe("the statistics of health", () => {
  it("weighs values: half of the weight lies on either side", () => {
    const of = (...pairs: [number, number][]) => weightedMedian(pairs.map(([value, weight]) => ({ value, weight })));
    expect(of()).to.equal(null);
    expect(of([50, 0])).to.equal(null);
    // Equal weights: the plain median, also for an even number of values.
    expect(of([90, 1], [70, 1], [80, 1])).to.equal(80);
    expect(of([90, 0.1], [70, 0.1], [80, 0.1], [60, 0.1])).to.equal(75);
    // 0.25 + 0.25 of 1.5 is below half (0.75); the third value reaches it.
    expect(of([10, 0.25], [20, 0.25], [90, 1])).to.equal(90);
  });

  it("measures noise from three values on, and is not moved by one odd one", () => {
    expect(noiseOf([80, 90])).to.equal(null);
    // Median 80; deviations 0, 2, 2, 3, 80: their median is 2.
    expect(noiseOf([80, 82, 78, 83, 0])).to.be.closeTo(2.9652, 1e-9);
    expect(noiseOf([80, 80, 80])).to.equal(0);
  });

  it("takes the median of the slopes of all pairs", () => {
    const of = (...pairs: [number, number][]) => slopeOf(pairs.map(([at, value]) => ({ at, value })));
    expect(of([1, 5])).to.equal(null);
    expect(of([1, 5], [1, 9])).to.equal(null);
    expect(of([0, 50], [1, 52], [2, 54])).to.equal(2);
    // Four points on a line give six slopes of 2, the point next to it 12, 18.7, 52 and -48: the median of the ten is 2.
    expect(of([0, 50], [1, 52], [2, 54], [3, 56], [2.5, 80])).to.equal(2);
  });
});
