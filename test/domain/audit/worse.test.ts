import { expect } from "chai";
import { auditVerdict } from "../../../domain/audit/verdict.ts";
import { judgeWorse, noReference, type WorseInput } from "../../../domain/audit/worse.ts";

const INPUT: WorseInput = {
  limits: { score: 0, findings: 0 },
  words: "main at a1b2c3d (run_main)",
  before: { score: 94, findings: 12 },
  now: { score: 94, findings: 12 },
  samePages: true,
  measured: [],
};
const judge = (patch: Partial<WorseInput>) => judgeWorse({ ...INPUT, ...patch });

describe("worse than the reference", () => {
  it("passes what is as it was, or better", () => {
    expect(judge({}).failures).to.deep.equal([]);
    expect(judge({ now: { score: 95, findings: 1 } }).figures.some(({ worse }) => worse)).to.equal(false);
  });

  it("fails on a lower score, and names both runs' figures and the reference", () => {
    expect(judge({ now: { score: 91, findings: 12 } }).failures).to.deep.equal([
      "Score 91 is worse than 94 of main at a1b2c3d (run_main).",
    ]);
  });

  it("lets a fall pass that is allowed, and a difference that nobody reads", () => {
    expect(judge({ limits: { score: 3 }, now: { score: 91, findings: 12 } }).failures).to.deep.equal([]);
    expect(judge({ now: { score: 93.98, findings: 12 } }).failures).to.deep.equal([]);
  });

  it("fails on a figure only beyond the noise of both runs", () => {
    const lcp = { figure: "lcp", from: 2_200, to: 3_100 };
    const limits = { lcp: 0 };
    expect(judge({ limits, measured: [{ ...lcp, change: "steady" }] }).failures).to.deep.equal([]);
    expect(judge({ limits, measured: [{ ...lcp, change: "worse" }] }).failures).to.deep.equal([
      "LCP 3,100 ms is worse than 2,200 ms of main at a1b2c3d (run_main).",
    ]);
    expect(judge({ limits: { lcp: 1_000 }, measured: [{ ...lcp, change: "worse" }] }).failures).to.deep.equal([]);
  });

  it("takes a score that was measured several times with its spread", () => {
    const measured = [{ figure: "score", from: 94, to: 80, change: "steady" as const }];
    expect(judge({ measured, now: { score: 80, findings: 12 } }).failures).to.deep.equal([]);
  });

  it("names what one of the runs lacks", () => {
    expect(judge({ limits: { lcp: 0 } }).missing).to.deep.equal(["lcp"]);
  });

  it("compares no score and no findings of other pages, but figures of the pages that both measured", () => {
    const measured = [{ figure: "lcp", from: 2_200, to: 3_100, change: "worse" as const }];
    const limits = { score: 0, findings: 0, lcp: 0 };
    const { missing, findings, failures } = judge({
      limits,
      samePages: false,
      now: { score: 10, findings: 99 },
      measured,
    });
    expect(missing).to.deep.equal(["score", "findings"]);
    expect(findings).to.equal(null);
    expect(failures).to.have.length(1);
  });

  it("counts findings as they stand, so that an acceptance ends the failure", () => {
    const { findings } = judge({ now: { score: 94, findings: 13 } });
    const facts = { compared: true, score: 94, thresholds: {}, failures: [], findingsLimit: findings };
    const zero = { critical: 0, serious: 0, moderate: 0, minor: 0, info: 0 };
    const verdictOf = (moderate: number) =>
      auditVerdict({ ...facts, newBySeverity: zero, bySeverity: { ...zero, moderate } });
    expect(verdictOf(13)).to.deep.equal({
      verdict: "fail",
      reasons: ["13 failed findings are more than the 12 of main at a1b2c3d (run_main)."],
    });
    expect(verdictOf(12).verdict).to.equal("pass");
  });

  it("says what was not compared where there is no reference", () => {
    expect(noReference({ lcp: 0, score: 0 }, "main")).to.equal(
      "Not compared (score, lcp): main has no completed run to compare with.",
    );
  });
});
