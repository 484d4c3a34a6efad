import { expect } from "chai";
import { SEVERITIES } from "../../../../domain/audit/finding.ts";
import type { PageResult } from "../../../../domain/audit/page.ts";
import { rollUp } from "../../../../domain/pillars/a11y/rollUp.ts";
import { MIN_REACH, pageScore, runScore, SEVERITY_WEIGHT } from "../../../../domain/pillars/a11y/score.ts";

const page = (change: Partial<PageResult> = {}): PageResult => ({
  index: 0,
  url: "https://a.test/",
  scenarioLabels: [],
  status: "passed",
  score: 100,
  metrics: {},
  rules: [],
  ...change,
});

describe("the score of accessibility", () => {
  const table: [what: string, broken: Parameters<typeof pageScore>[0], score: number][] = [
    ["nothing broken", [], 100],
    ["nothing broken of what was tested", [{ severity: "critical", failed: 0, tested: 9 }], 100],
    ["a critical rule broken throughout", [{ severity: "critical", failed: 5, tested: 5 }], 70],
    ["one in a hundred", [{ severity: "serious", failed: 1, tested: 100 }], 92.7],
    ["more failed than were counted", [{ severity: "serious", failed: 3, tested: 0 }], 82],
    ["info", [{ severity: "info", failed: 5, tested: 5 }], 100],
    [
      "two rules",
      [
        { severity: "critical", failed: 1, tested: 1 },
        { severity: "minor", failed: 1, tested: 1 },
      ],
      67.9,
    ],
  ];
  for (const [what, broken, score] of table) it(`${what}: ${score}`, () => expect(pageScore(broken)).to.equal(score));

  it("falls with severity and with reach, and stays within 0 to 100", () => {
    const of = (severity: (typeof SEVERITIES)[number], failed: number) => pageScore([{ severity, failed, tested: 10 }]);
    for (const [index, severity] of SEVERITIES.slice(1).entries())
      expect(of(severity, 10)).to.be.above(of(SEVERITIES[index] ?? "critical", 10));
    for (let failed = 2; failed <= 10; failed += 1)
      expect(of("serious", failed)).to.be.below(of("serious", failed - 1));
    const all = Array.from({ length: 60 }, () => ({ severity: "critical" as const, failed: 1, tested: 1 }));
    expect(pageScore(all)).to.be.within(0, 0.1);
    expect(MIN_REACH).to.be.within(0, 1);
    expect(Object.values(SEVERITY_WEIGHT).every((weight) => weight >= 0 && weight < 1)).to.equal(true);
  });

  it("of a run is the mean of what was measured", () => {
    expect(runScore([100, 50, null])).to.equal(75);
    expect(runScore([null])).to.equal(null);
    expect(runScore([])).to.equal(null);
  });
});

describe("the roll-up of accessibility", () => {
  const rule = (outcome: PageResult["rules"][number]["outcome"]) => ({
    rule: outcome,
    outcome,
    severity: "serious" as const,
  });
  const pages = [
    page({
      status: "failed",
      score: 60,
      metrics: { serious: 5, minor: 1 },
      rules: [rule("passed"), rule("failed"), rule("review")],
    }),
    page({
      score: 100,
      metrics: { serious: 2, leftOutRules: 1 },
      rules: [rule("passed"), rule("warning"), rule("inapplicable")],
    }),
    page({ status: "not_measured", score: null }),
  ];

  it("counts rules over pages and leaves out what was not measured", () => {
    expect(rollUp(pages, undefined)).to.deep.equal({
      score: 80,
      passed: 2,
      failed: 1,
      warnings: 1,
      review: 1,
      failures: [],
      warningSentences: ["On 1 page some of the keyboard and reflow rules gave no answer."],
    });
  });

  const budgets: [budgets: unknown, failures: string[]][] = [
    [{ serious: 0 }, ["7 serious violations are over the budget of 0."]],
    [{ serious: 7, minor: 0 }, ["1 minor violation is over the budget of 0."]],
    [{ critical: 0, moderate: 0, serious: 7, minor: 1 }, []],
    [{ serious: "0", info: 0, minor: Number.NaN }, []],
    [null, []],
    ["none", []],
  ];
  for (const [given, failures] of budgets)
    it(`budgets ${JSON.stringify(given)}: ${failures.length} over`, () =>
      expect(rollUp(pages, given).failures).to.deep.equal(failures));

  it("a run without a measured page has no score", () => {
    expect(rollUp([page({ status: "not_measured", score: null })], {}).score).to.equal(null);
  });
});
