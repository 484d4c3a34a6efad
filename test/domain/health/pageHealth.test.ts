import { expect } from "chai";
import { type PageResultAt, pagePillarHealth } from "../../../domain/health/pageHealth.ts";

const DAY = 86_400_000;
const at = (day: number, score: number | null, patch: Partial<PageResultAt> = {}): PageResultAt => ({
  runId: `run_${day}`,
  at: day * DAY,
  status: "passed",
  reason: null,
  score,
  ...patch,
});

describe("the health of a page in one pillar", () => {
  it("nothing is known of a page that no run had", () =>
    expect(pagePillarHealth("seo", [])).to.deep.include({ status: "never", runId: null, at: null, score: null }));

  it("the newest result stands, in whatever order they come", () =>
    expect(pagePillarHealth("seo", [at(2, 50, { status: "failed", reason: "No title." }), at(1, 90)])).to.deep.include({
      status: "failed",
      runId: "run_2",
      at: new Date(2 * DAY).toISOString(),
      score: 50,
      reason: "No title.",
    }));

  for (const [what, scores, direction] of [
    ["rising", [50, 60, 70, 80], "rising"],
    ["falling", [80, 70, 60, 50], "falling"],
    ["steady", [80, 80, 80, 80], "steady"],
    ["too few", [80, 70], "unknown"],
    ["not measured in between", [50, null, 70, 90], "rising"],
  ] as const)
    it(`trend: ${what}`, () => {
      const results = scores.map((score, day) => at(day * 3, score));
      expect(pagePillarHealth("perf", results).trend.direction).to.equal(direction);
    });
});
