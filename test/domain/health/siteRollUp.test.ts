import { expect } from "chai";
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { siteRollUp } from "../../../domain/health/siteRollUp.ts";
import type { PillarHealth, QualityRow, Trend } from "../../../domain/health/types.ts";

const pillar = (name: Pillar, more: Partial<PillarHealth> = {}): PillarHealth => ({
  pillar: name,
  score: 80,
  coverage: 1,
  trend: trend("steady", 0),
  confidence: "high",
  noise: 1,
  runs: 5,
  lastRunAt: null,
  newestFailed: null,
  notCovered: [],
  notCoveredCount: 0,
  ...more,
});
const trend = (direction: Trend["direction"], perDay: number | null): Trend => ({ direction, perDay, sentence: "" });
const weights = (shares: Partial<Record<Pillar, number>>): QualityRow[] =>
  (Object.entries(shares) as [Pillar, number][]).map(([name, share]) => ({
    pillar: name,
    name,
    score: 80,
    weight: 1,
    share,
    points: 1,
  }));

describe("siteRollUp", () => {
  it("says nothing where there is nothing", () => {
    expect(siteRollUp({ pillars: [pillar("seo", { score: null })], weights: [] })).to.deep.equal({
      coverage: 0,
      trend: { perDay: null, direction: "unknown", sentence: "No pillar has enough runs for a trend yet." },
      confidence: "low",
    });
  });

  it("weighs coverage as the score does, and is as sure as the least sure pillar with a score", () => {
    const pillars = [
      pillar("visual", { coverage: 1 }),
      pillar("seo", { coverage: 0.5, confidence: "medium" }),
      pillar("perf", { score: null, confidence: "low", coverage: 0 }),
    ];
    expect(siteRollUp({ pillars, weights: weights({ visual: 0.75, seo: 0.25 }) })).to.deep.include({
      coverage: 0.875,
      confidence: "medium",
    });
  });

  for (const [name, trends, expected] of [
    [
      "steady",
      [trend("steady", 0.4), trend("steady", 0)],
      { direction: "steady", perDay: 0, sentence: "Steady: Visual and SEO." },
    ],
    [
      "rising more than falling",
      [trend("rising", 2), trend("falling", -1)],
      { direction: "rising", perDay: 0.5, sentence: "Rising: Visual; falling: SEO." },
    ],
    [
      "falling",
      [trend("unknown", null), trend("falling", -1)],
      { direction: "falling", perDay: -0.5, sentence: "Falling: SEO." },
    ],
  ] as const)
    it(`trend: ${name}`, () => {
      const pillars = [pillar("visual", { trend: trends[0] }), pillar("seo", { trend: trends[1] })];
      expect(siteRollUp({ pillars, weights: weights({ visual: 0.5, seo: 0.5 }) }).trend).to.deep.equal(expected);
    });
});
