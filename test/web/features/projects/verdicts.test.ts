import { expect } from "chai";
import { statusOfLast } from "../../../../web/src/features/projects/verdicts.ts";

describe("the last verdict of a pillar", () => {
  it("says how a run goes before it says a verdict, and the score beside it", () => {
    expect(statusOfLast({ conclusion: null, score: null })).to.deep.equal({ status: "running" });
    expect(statusOfLast({ conclusion: "inconclusive", score: null })).to.deep.equal({ status: "inconclusive" });
    expect(statusOfLast({ conclusion: "passed", score: null })).to.deep.equal({ status: "passed" });
    expect(statusOfLast({ conclusion: "failed", score: 61 })).to.deep.equal({
      status: "failed",
      word: "Failed, 61",
    });
  });
});
