import { expect } from "chai";
import { endOfAudit } from "../../../domain/audit/endOfAudit.ts";
import { type SuiteChild, suiteChildOf, suiteEnd } from "../../../domain/audit/suite.ts";
import { auditVerdict, type VerdictInput, withDefaults } from "../../../domain/audit/verdict.ts";

const NONE = { critical: 0, serious: 0, moderate: 0, minor: 0, info: 0 };
const input = (patch: Partial<VerdictInput> = {}): VerdictInput => ({
  bySeverity: NONE,
  newBySeverity: NONE,
  compared: true,
  score: 90,
  thresholds: withDefaults({}),
  failures: [],
  ...patch,
});

describe("auditVerdict", () => {
  const cases: [name: string, patch: Partial<VerdictInput>, verdict: "pass" | "fail", reason: RegExp][] = [
    ["nothing wrong", {}, "pass", /^No critical or serious finding\.$/],
    ["old findings only", { bySeverity: { ...NONE, serious: 2 } }, "pass", /2 were there before/],
    ["a new serious one", { newBySeverity: { ...NONE, serious: 1 } }, "fail", /^1 new serious finding\.$/],
    ["new moderate ones", { newBySeverity: { ...NONE, moderate: 9 } }, "pass", /No critical/],
    [
      "the first run",
      { compared: false, bySeverity: { ...NONE, critical: 3 }, newBySeverity: { ...NONE, critical: 3 } },
      "pass",
      /its 3 critical findings are the starting point/,
    ],
    [
      "a project that allows some",
      { thresholds: { maxNew: { serious: 2 } }, newBySeverity: { ...NONE, serious: 3 } },
      "fail",
      /3 new serious findings; 2 are allowed/,
    ],
    [
      "a score too low",
      { thresholds: { minScore: 95 } },
      "fail",
      /The score 90 is below the project's minimum score of 95/,
    ],
    [
      "a limit for one severity, which leaves the others as they are",
      { thresholds: withDefaults({ maxNew: { moderate: 0 } }), newBySeverity: { ...NONE, critical: 1 } },
      "fail",
      /^1 new critical finding\.$/,
    ],
    [
      "new ones that the project allows",
      {
        thresholds: withDefaults({ maxNew: { serious: 3 } }),
        bySeverity: { ...NONE, serious: 2 },
        newBySeverity: { ...NONE, serious: 2 },
      },
      "pass",
      /^2 new critical or serious findings, which the project's limits allow\.$/,
    ],
    [
      "a score just too low",
      { thresholds: { minScore: 90 }, score: 89.6 },
      "fail",
      /The score 89\.6 is below the project's minimum score of 90/,
    ],
    ["no score", { thresholds: { minScore: 95 }, score: null }, "pass", /No critical/],
    ["a budget that is not kept", { failures: ["LCP is over."] }, "fail", /^LCP is over\.$/],
  ];
  for (const [name, patch, verdict, reason] of cases)
    it(`${name}: ${verdict}`, () => {
      const judged = auditVerdict(input(patch));
      expect(judged.verdict).to.equal(verdict);
      expect(judged.reasons.join(" ")).to.match(reason);
    });
});

describe("endOfAudit", () => {
  const base = { pages: 5, notMeasured: 0, siteFailed: false, failure: null, cancelledBy: null, commonestReason: null };
  for (const [name, patch, status, error] of [
    ["all measured", {}, "completed", null],
    ["one of five not measured", { notMeasured: 1, commonestReason: "It is down." }, "completed", null],
    [
      "a quarter not measured",
      { pages: 4, notMeasured: 1, commonestReason: "It is down." },
      "failed",
      "1 of 4 pages not measured: It is down.",
    ],
    ["none measured, and a site whose certificate has ended", { notMeasured: 5, siteFailed: true }, "completed", null],
    [
      "none measured",
      { notMeasured: 5, commonestReason: "It is down." },
      "failed",
      "No page could be measured: It is down.",
    ],
    ["no pages", { pages: 0, notMeasured: 0 }, "failed", "The run had no pages."],
    ["cancelled by a person", { failure: { cancelled: true }, cancelledBy: "ada" }, "failed", "cancelled by ada"],
    ["cancelled in Temporal", { failure: { cancelled: true } }, "failed", "cancelled by an operator in Temporal"],
    ["broken", { failure: { cancelled: false, message: "No." } }, "failed", "No."],
  ] as const)
    it(`${name}: ${status}`, () => {
      expect(endOfAudit({ ...base, ...patch })).to.deep.equal({ status, error });
    });
});

describe("suiteEnd", () => {
  const child = (patch: Partial<SuiteChild> = {}): SuiteChild => ({
    runId: "run_x",
    type: "seo-test",
    status: "completed",
    verdict: "pass",
    score: 80,
    told: "It is told.",
    start: null,
    ...patch,
  });
  const end = (children: SuiteChild[], more: Partial<Parameters<typeof suiteEnd>[0]> = {}) =>
    suiteEnd({ children, failure: null, cancelledBy: null, ...more });

  it("passes when every pillar did", () => {
    const { status, verdict, summary } = end([child(), child({ type: "perf-test", score: 70 })]);
    expect([status, verdict]).to.deep.equal(["completed", "pass"]);
    expect(summary).to.deep.equal({
      total: 2,
      passed: 2,
      failed: 0,
      scores: { "seo-test": 80, "perf-test": 70 },
      verdict: "pass",
      reasons: ["Every pillar passed."],
    });
  });
  it("gives each pillar the score of its run: none if it did not complete, whatever it measured", () => {
    const run = { _id: "run_x", type: "seo-test", status: "completed", verdict: "fail", error: null } as const;
    const shots = { total: 4, passed: 3, failed: 1, approved: 0 };
    const children = [
      suiteChildOf({ ...run, type: "vrt-test", summary: shots }),
      suiteChildOf({ ...run, status: "failed", verdict: null, error: "cancelled by ada", summary: { score: 12 } }),
    ];
    expect(end(children).summary?.scores).to.deep.equal({ "vrt-test": 75, "seo-test": null });
  });
  it("says beside a pass which pillars are at their starting point", () => {
    const { verdict, summary } = end([
      child(),
      child({ type: "a11y-test", start: "starting point: 13 critical findings" }),
    ]);
    expect(verdict).to.equal("pass");
    expect(summary?.reasons).to.deep.equal([
      "Every pillar passed.",
      "Accessibility audit: starting point: 13 critical findings.",
    ]);
  });
  it("completes with what there is when a pillar failed, and names it", () => {
    const { status, verdict, summary } = end([
      child(),
      child({ type: "perf-test", status: "failed", verdict: null, told: "The lab is unavailable." }),
      child({ type: "a11y-test", verdict: "fail", told: "2 new findings." }),
    ]);
    expect([status, verdict]).to.deep.equal(["completed", "fail"]);
    expect(summary?.reasons).to.deep.equal(["The lab is unavailable.", "2 new findings."]);
  });
  it("has no verdict where nothing is against the site, and a pillar says nothing", () => {
    const silent = child({ type: "security-test", status: "failed", verdict: null, told: "It is down." });
    const { status, verdict, summary } = end([child(), silent, child({ type: "vrt-test", verdict: null })]);
    expect([status, verdict]).to.deep.equal(["completed", null]);
    expect(summary).to.include({ total: 3, passed: 1, failed: 2, errors: 2 });
    expect(summary?.reasons).to.deep.equal(["It is down.", "It is told."]);
  });
  it("fails when none completed, was cancelled, or could not be planned", () => {
    expect(end([child({ status: "failed", verdict: null })]).error).to.match(/^No pillar/);
    expect(end([child()], { failure: { cancelled: true }, cancelledBy: "ada" })).to.include({
      status: "failed",
      verdict: null,
      error: "cancelled by ada",
    });
    expect(end([], { failure: { cancelled: false, message: "No pillar." } })).to.include({ summary: null });
  });
});
