import { expect } from "chai";
import { evaluateBudgets, intervalOf } from "../../../../domain/pillars/perf/budgets.ts";

describe("performance budgets", () => {
  it("a clear excess is a sentence with both figures", () => {
    const pages = [{ lcp: [3_400, 3_412, 3_430], cls: [0.3, 0.3, 0.3], score: [40, 41, 42] }];
    expect(evaluateBudgets({ lcp: 2_500, cls: 0.1, score: 90 }, pages)).to.deep.equal({
      pass: false,
      violations: [
        "LCP 3,412 ms is over the budget of 2,500 ms",
        "CLS 0.3 is over the budget of 0.1",
        "The performance score of 41 is under the budget of 90",
      ],
      warnings: [],
      broken: [
        { figure: "lcp", value: 3_412, budget: 2_500 },
        { figure: "cls", value: 0.3, budget: 0.1 },
        { figure: "score", value: 41, budget: 90 },
      ],
    });
  });

  it("what keeps its budget says nothing, the border included", () => {
    const pages = [{ lcp: [2_500], fcp: [900], tbt: [0], ttfb: [400], cls: [0], score: [90] }];
    const budgets = { lcp: 2_500, fcp: 1_000, tbt: 200, ttfb: 600, cls: 0.1, score: 90 };
    expect(evaluateBudgets(budgets, pages)).to.deep.equal({
      pass: true,
      violations: [],
      warnings: [],
      broken: [],
    });
  });

  it("a budget inside the measured spread passes with the interval", () => {
    const result = evaluateBudgets({ lcp: 2_500 }, [{ lcp: [2_400, 2_560, 2_600] }]);
    expect(result.pass).to.equal(true);
    expect(result.warnings).to.deep.equal([
      "LCP 2,560 ms is over the budget of 2,500 ms, but within the measured spread of 2,432 ms to 2,688 ms, so it passes.",
    ]);
  });

  it("a wide spread of the runs widens the interval, an outlier does not", () => {
    expect(intervalOf("lcp", [[1_000, 2_000, 3_000]])?.low).to.be.closeTo(2_000 - 1_482.6, 0.1);
    expect(intervalOf("lcp", [[2_000, 2_010, 9_000]])?.low).to.be.closeTo(2_010 * 0.95, 0.1);
  });

  it("averages over the pages that have the figure", () => {
    const interval = intervalOf("fcp", [[1_000, 1_000, 1_000], [3_000, 3_000, 3_000], []]);
    expect(interval).to.deep.equal({ value: 2_000, low: 1_900, high: 2_100 });
  });

  it("one run alone is believed less", () => {
    expect(intervalOf("lcp", [[2_000]])).to.deep.equal({ value: 2_000, low: 1_800, high: 2_200 });
  });

  it("what was not measured does not pass, what the plan does not hold is no failure", () => {
    const { pass, violations } = evaluateBudgets({ lcp: 2_500 }, []);
    expect(pass).to.equal(false);
    expect(violations).to.deep.equal(["LCP was not measured on any page, so its budget of 2,500 ms is not met."]);
    const locked = evaluateBudgets({ score: 90 }, [{ lcp: [1] }], ["score"]);
    expect(locked.pass).to.equal(true);
    expect(locked.warnings).to.have.length(1);
  });

  it("an unchanged page gets the same verdict in 19 of 20 repeats, and one 30 % slower is caught in 19 of 20", () => {
    const random = generator(20_251);
    const scatter = 0.025;
    const verdicts = (truth: number) =>
      Array.from({ length: 20 }, () => {
        const lcp = [1, 2, 3].map(() => truth * (1 + scatter * normal(random)));
        return evaluateBudgets({ lcp: 2_000 * 1.15 }, [{ lcp }]).pass;
      });
    // 200 series of 20: the requirement holds for nearly every one of them.
    const series = Array.from({ length: 200 }, () => ({ same: verdicts(2_000), slow: verdicts(2_600) }));
    expect(series.filter(({ same }) => same.filter(Boolean).length >= 19).length).to.be.at.least(198);
    expect(series.filter(({ slow }) => slow.filter((pass) => !pass).length >= 19).length).to.be.at.least(190);
    // Also with the budget exactly at the true value.
    const border = Array.from({ length: 20 }, () => {
      const lcp = [1, 2, 3].map(() => 2_300 * (1 + scatter * normal(random)));
      return evaluateBudgets({ lcp: 2_300 }, [{ lcp }]).pass;
    });
    expect(border.filter(Boolean).length).to.be.at.least(19);
  });
});

/** The same numbers in every test run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
