import { expect } from "chai";
import type { PageResult } from "../../../../domain/audit/page.ts";
import { auditPage, SCORE_LOCKED } from "../../../../domain/pillars/perf/audit.ts";
import { formatFigure } from "../../../../domain/pillars/perf/measurements.ts";
import { rollUp } from "../../../../domain/pillars/perf/rollUp.ts";
import { representativeRun, runsOfMetrics } from "../../../../domain/pillars/perf/runMetrics.ts";
import { factsOf, GOOD_METRICS, SITE } from "./fixtures.ts";

const lhrWith = (largestContentfulPaint: number, score: number | null, totalBlockingTime = 30) => ({
  metrics: { ...GOOD_METRICS, largestContentfulPaint, totalBlockingTime },
  score,
});
const facts = factsOf([lhrWith(3_000, 0.8), lhrWith(2_000, 0.9), lhrWith(2_100, 0.88)], {
  failures: [{ code: "timeout", reason: "The measurement did not end in time." }],
  artifacts: { lhr1: "a", report: "b" },
});
const place = { pillar: "perf", page: `${SITE}/`, baseUrl: SITE } as const;

function page(index: number, from = facts, withScore = true): PageResult {
  const judged = auditPage(from, place, withScore);
  const url = `${SITE}/${index}`;
  return {
    index,
    url,
    scenarioLabels: [],
    status: "passed",
    score: judged.score,
    metrics: judged.metrics,
    rules: judged.rules,
  };
}
const notMeasured: PageResult = {
  index: 9,
  url: SITE,
  scenarioLabels: [],
  status: "not_measured",
  score: null,
  metrics: {},
  rules: [],
};

describe("a performance page and how pages add up", () => {
  it("gives medians, spreads and each run's figures", () => {
    const { score, metrics, artifacts } = auditPage(facts, place, true);
    expect(score).to.equal(88);
    expect(metrics).to.include({
      lcp: 2_100,
      lcpMin: 2_000,
      lcpMax: 3_000,
      lcpSpread: 148.3,
      lcpRun1: 3_000,
      scoreRun2: 90,
    });
    expect(metrics).to.include({ runs: 3, failedRuns: 1, benchmarkIndex: 1_500, cls: 0 });
    expect(artifacts).to.deep.equal({ lhr1: "a", report: "b" });
    expect(runsOfMetrics(metrics).lcp).to.deep.equal([3_000, 2_000, 2_100]);
  });

  it("without the score in the plan there is none anywhere", () => {
    const judged = auditPage(facts, place, false);
    expect(judged.score).to.equal(null);
    expect(Object.keys(judged.metrics).filter((name) => name.startsWith("score"))).to.deep.equal([]);
    expect(judged.details.warnings).to.include(SCORE_LOCKED);
    const up = rollUp([page(0, facts, false)], { score: 90, lcp: 3_000 }, false);
    expect(up.score).to.equal(null);
    expect(up.extra).not.to.have.property("perfScore");
    expect(up.extra.perfBudgetResult).to.deep.equal({
      pass: true,
      violations: [],
      warnings: ["The budget of 90 for the performance score was not checked: the plan does not include the score."],
    });
    expect(up.warningSentences).to.include(SCORE_LOCKED);
  });

  it("a figure that no run gave is null and leaves its average out", () => {
    const { timeToFirstByte: _gone, ...metrics } = GOOD_METRICS;
    const up = rollUp([page(0, factsOf([{ metrics, score: null }]))], null, true);
    expect(up.score).to.equal(null);
    expect(up.extra).to.have.all.keys("perfAvgLcp", "perfAvgFcp", "perfAvgCls", "perfAvgTbt", "perfBudgetResult");
    expect(up.extra.perfBudgetResult).to.equal(null);
  });

  it("averages the measured pages and judges the budgets", () => {
    const slow = factsOf([lhrWith(6_000, 0.5), lhrWith(6_100, 0.51), lhrWith(6_050, 0.52)]);
    const up = rollUp([page(0), page(1, slow), notMeasured], { lcp: 2_500 }, true);
    expect(up.score).to.equal(70); // (88 + 51) / 2
    expect(up.extra).to.include({ perfScore: 70, perfAvgLcp: 4_075, perfAvgTtfb: 460 });
    expect(up.failures).to.deep.equal(["LCP 4,075 ms is over the budget of 2,500 ms"]);
    expect(up.extra.perfBudgetResult).to.deep.equal({ pass: false, violations: up.failures });
    expect(up.warningSentences).to.deep.equal([
      "On one page some runs had no result; the figures are from the others.",
    ]);
    expect(up.failed).to.equal(1);
  });

  it("a budget that passes only within the spread is said beside the violations", () => {
    const up = rollUp([page(0)], { lcp: 2_090 }, true);
    const warning =
      "LCP 2,100 ms is over the budget of 2,090 ms, but within the measured spread of 1,952 ms to 2,248 ms, so it passes.";
    expect(up.extra.perfBudgetResult).to.deep.equal({ pass: true, violations: [], warnings: [warning] });
    expect(up.warningSentences).to.include(warning);
  });

  it("nothing measured gives no figures and no pass", () => {
    const up = rollUp([notMeasured], { lcp: 2_500 }, true);
    expect(up).to.include({ score: null, passed: 0, failed: 0 });
    expect(up.extra).to.have.all.keys("perfBudgetResult", "brokenBudgets");
    expect(up.extra.perfBudgetResult).to.have.property("pass", false);
  });

  it("the run nearest to the medians stands for the page", () => {
    expect(representativeRun(facts.runs)).to.equal(2);
    expect(
      representativeRun(factsOf([lhrWith(2_000, 1, 900), lhrWith(2_000, 1), lhrWith(2_010, 1, 40)]).runs),
    ).to.equal(2);
  });

  it("figures are shown as people read them", () => {
    expect(formatFigure("lcp", 3_411.6)).to.equal("3,412 ms");
    expect([0.1266, 0.1, 0, 0.25].map((value) => formatFigure("cls", value))).to.deep.equal([
      "0.127",
      "0.1",
      "0.0",
      "0.25",
    ]);
  });
});
