import { expect } from "chai";
import { bandsOf, deploysOf, linesOf, pagesOf } from "../../../../web/src/features/audits/trends.ts";

type Metric = Parameters<typeof linesOf>[0];
type Runs = Parameters<typeof deploysOf>[0];

const point = (at: string, value: number) => ({ runId: at, at, value, low: value - 1, high: value + 1 });
const METRIC = {
  bands: { mobile: { good: 2_500, poor: 4_000 }, desktop: { good: 1_200, poor: 2_400 } },
  lines: [
    { page: "/", device: "mobile", points: [point("2026-01-01", 10), point("2026-01-03", 30)] },
    { page: "/", device: "desktop", points: [point("2026-01-02", 5)] },
    { page: "/cart", device: "desktop", points: [point("2026-01-01", 7)] },
  ],
} as unknown as Metric;

describe("the charts of a pillar", () => {
  it("mark runs with another commit than the run before, and no first run", () => {
    const runs = [null, "aaaaaaaaaa", null, "aaaaaaaaaa", "bbbbbbbbbb"].map((commitSha, at) => ({
      at: `t${at}`,
      commitSha,
    })) as unknown as Runs;
    expect(deploysOf(runs)).to.deep.equal([{ time: "t4", label: "bbbbbbb" }]);
  });

  it("show a page's line for each device, with gaps and its spread", () => {
    expect(linesOf(METRIC, "/")).to.deep.equal({
      times: ["2026-01-01", "2026-01-02", "2026-01-03"],
      lines: [
        { name: "Phone", values: [10, null, 30], low: [9, null, 29], high: [11, null, 31] },
        { name: "Desktop", values: [null, 5, null], low: [null, 4, null], high: [null, 6, null] },
      ],
    });
    expect(pagesOf([METRIC])).to.deep.equal(["/", "/cart"]);
  });

  it("have the bands of a phone unless only a desktop was measured", () => {
    expect(bandsOf(METRIC, "/")).to.deep.equal({ good: 2_500, poor: 4_000 });
    expect(bandsOf(METRIC, "/cart")).to.deep.equal({ good: 1_200, poor: 2_400 });
  });
});
