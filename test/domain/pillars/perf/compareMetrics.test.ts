import { expect } from "chai";
import { compareMetrics } from "../../../../domain/pillars/perf/compareMetrics.ts";

const page = (key: string, lcp: number | null, spread = 0) => ({
  key,
  metrics: { lcp, lcpMin: lcp && lcp - spread, lcpMax: lcp && lcp + spread },
});

describe("comparing the figures of two performance runs", () => {
  for (const [why, before, after, change] of [
    ["a smaller figure is better", page("/", 2_000, 100), page("/", 1_500, 100), "better"],
    ["a larger figure is worse", page("/", 1_500, 100), page("/", 2_000, 100), "worse"],
    ["measurements that overlap are steady", page("/", 1_500, 300), page("/", 2_000, 300), "steady"],
    ["a few milliseconds are steady", page("/", 468), page("/", 455), "steady"],
    ["a few percent are steady", page("/", 2_000), page("/", 2_080), "steady"],
    ["equal ones are steady", page("/", 1_500), page("/", 1_500), "steady"],
  ] as const)
    it(why, () => {
      expect(compareMetrics([before], [after])).to.deep.equal([
        { page: "/", metric: "lcp", name: "LCP", unit: "ms", from: before.metrics.lcp, to: after.metrics.lcp, change },
      ]);
    });

  it("says nothing of what only one run measured", () => {
    expect(compareMetrics([page("/", null), page("/old", 1)], [page("/", 1), page("/new", 1)])).to.deep.equal([]);
  });
});
