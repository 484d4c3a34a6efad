import { expect } from "chai";
import { perfOverview } from "../../../../domain/pillars/perf/overview.ts";

describe("perfOverview", () => {
  it("averages the pages' medians, with where the average may lie", () => {
    const { figures } = perfOverview([
      { url: "/a", score: 90, metrics: { lcp: 1_000, lcpRun1: 900, lcpRun2: 1_000, lcpRun3: 1_100 } },
      { url: "/b", score: 70, metrics: { lcp: 3_000, lcpRun1: 3_000, lcpRun2: 3_000, lcpRun3: 3_000 } },
    ]);
    // Spread of /a is 1.4826 × 100, of /b 0: √(148.26²)/2 = 74 is less than 5 % of 2,000.
    expect(figures).to.deep.equal([{ figure: "lcp", average: 2_000, low: 1_900, high: 2_100 }]);
  });

  it("tells medians and spread by page, the lowest score first and those without one last", () => {
    const { pages } = perfOverview([
      { url: "/none", score: null, metrics: { cls: 0.1 } },
      { url: "/good", score: 99, metrics: { lcp: 1_000, lcpSpread: 15, scoreSpread: 1, runs: 3 } },
      { url: "/bad", score: 40, metrics: {} },
    ]);
    expect(pages).to.deep.equal([
      { url: "/bad", score: 40, runs: null, figures: [{ figure: "score", median: 40, spread: null }] },
      {
        url: "/good",
        score: 99,
        runs: 3,
        figures: [
          { figure: "lcp", median: 1_000, spread: 15 },
          { figure: "score", median: 99, spread: 1 },
        ],
      },
      { url: "/none", score: null, runs: null, figures: [{ figure: "cls", median: 0.1, spread: null }] },
    ]);
  });
});
