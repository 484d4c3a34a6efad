import { expect } from "chai";
import { brokenBudgetsOf, budgetWords } from "../../../../domain/pillars/perf/budgetWords.ts";
import { rollUp } from "../../../../domain/pillars/perf/rollUp.ts";

const beside = { branch: "main", figures: [{ figure: "lcp", from: 2_200, to: 3_100, change: "worse" as const }] };

describe("a budget that is not met, in a line", () => {
  for (const [broken, against, words] of [
    [{ figure: "lcp", value: 3_100, budget: 2_500 }, beside, "LCP 3.1 s, budget 2.5 s (was 2.2 s on main)"],
    [{ figure: "lcp", value: 3_100, budget: 2_500 }, null, "LCP 3.1 s, budget 2.5 s"],
    [{ figure: "lcp", value: 2_540, budget: 2_500 }, null, "LCP 2.54 s, budget 2.50 s"],
    [{ figure: "tbt", value: 640, budget: 200 }, beside, "TBT 640 ms, budget 200 ms"],
    [{ figure: "cls", value: 0.3, budget: 0.1 }, null, "CLS 0.3, budget 0.1"],
    [{ figure: "score", value: 41, budget: 90 }, null, "Performance score 41, budget 90"],
    [{ figure: "fcp", value: null, budget: 1_800 }, null, "FCP not measured, budget 1.8 s"],
  ] as const)
    it(words, () => expect(budgetWords(broken, against)).to.equal(words));

  it("is kept with the run, and an earlier run has none", () => {
    const { extra } = rollUp([], { lcp: 2_500 }, true);
    expect(brokenBudgetsOf({ extra })).to.deep.equal([{ figure: "lcp", value: null, budget: 2_500 }]);
    expect(brokenBudgetsOf({ extra: {} })).to.deep.equal([]);
  });
});
