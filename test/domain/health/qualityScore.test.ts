import { expect } from "chai";
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { qualityScore } from "../../../domain/health/qualityScore.ts";
import { PILLAR_WEIGHTS } from "../../../domain/health/weights.ts";

describe("the quality score", () => {
  it("has weights of 100 parts in all", () => {
    expect(PILLARS.reduce((sum, pillar) => sum + PILLAR_WEIGHTS[pillar], 0)).to.equal(100);
  });

  it("is the weighted mean, and its table adds up to it", () => {
    const scores = [100, 90, 80, 70, 60, 50, 40, 30];
    const quality = qualityScore(PILLARS.map((pillar, i) => ({ pillar, score: scores[i] ?? null })));
    // visual 18×100, functional 18×90, a11y 14×80, perf 14×70, seo 10×60, security 14×50, tracking 6×40, privacy 6×30,
    // over 100: 18 + 16.2 + 11.2 + 9.8 + 6 + 7 + 2.4 + 1.8.
    expect(quality.score).to.equal(72.4);
    expect(quality.table.map(({ points }) => points)).to.deep.equal([18, 16.2, 11.2, 9.8, 6, 7, 2.4, 1.8]);
    expect(quality.reasons.map(({ message }) => message)).to.deep.equal(["Average of 8 of 8 areas."]);
    expect(quality.reasons[0]?.data).to.include({ score: 72.4, weight: 100, ofWeight: 100 });
  });

  it("leaves out pillars without data, and says so; a zero is data", () => {
    const quality = qualityScore([
      { pillar: "perf", score: 80 },
      { pillar: "seo", score: 0 },
      { pillar: "a11y", score: null },
    ]);
    // 14 × 80 / 24.
    expect(quality.score).to.equal(46.7);
    expect(quality.table.find(({ pillar }) => pillar === "perf")).to.deep.equal({
      pillar: "perf",
      name: "Performance",
      score: 80,
      weight: 14,
      share: 0.5833,
      points: 46.7,
    });
    expect(quality.table.find(({ pillar }) => pillar === "a11y")).to.include({ share: 0, points: null });
    expect(quality.reasons.map(({ message }) => message)).to.deep.equal([
      "Average of 2 of 8 areas.",
      "Visual, Functional, Accessibility, Security, Tracking and Privacy have no data yet.",
    ]);
  });

  it("says it of a single pillar too", () => {
    const all = PILLARS.map((pillar) => ({ pillar, score: pillar === "tracking" ? null : 50 }));
    expect(qualityScore(all).reasons.map(({ message }) => message)).to.deep.equal([
      "Average of 7 of 8 areas.",
      "Tracking has no data yet.",
    ]);
  });
});
