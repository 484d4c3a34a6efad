import { expect } from "chai";
import { outcomeOf } from "../../../cli/client/outcome.ts";
import type { RunStatus } from "../../../cli/client/runs.ts";
import { endedData, endedLines } from "../../../cli/client/show.ts";
import { stepSummary } from "../../../cli/reports/github.ts";

describe("what is printed of runs that ended", () => {
  it("names what results were compared with, and whose decision on a branch they passed by", () => {
    const comparedWith = ["Compared with main at a1b2c3d, where this branch began."];
    const approvals = ["2 screenshots passed by an approval: accepted by ann@shop.example on feature in #41, 1 May."];
    const run: RunStatus = {
      runId: "run_1",
      projectId: "prj_1",
      type: "vrt-test",
      status: "completed",
      error: null,
      perfBudgetResult: null,
      summary: { total: 2, passed: 2, failed: 0, sentence: "It is told.", comparedWith, approvals },
    };
    const ended = [{ run, title: "Visual test", outcome: outcomeOf(run) }];
    const text = endedLines(ended).join(" ").replaceAll(/\s+/g, " ");
    expect(text).to.match(
      /passed .* run_1 Visual test: It is told\. Visual test: Compared with main at a1b2c3d, where this branch began\. Visual test: 2 screenshots passed by an approval: accepted by/,
    );
    expect(endedData(ended)[0]?.summary?.approvals).to.deep.equal(approvals);
    const plain = { ...run, summary: { total: 2, passed: 2, failed: 0 } };
    expect(endedLines([{ run: plain, title: "Visual test", outcome: outcomeOf(plain) }])).to.have.length(2);
  });

  it("names what an audit's findings are new since, and how its figures stand beside main's", () => {
    const against = "main at a1b2c3d, where this branch began";
    const figures = `Compared with ${against}: LCP 1,900 → 2,600 ms is worse; FCP is steady.`;
    const sentence = `Score 84. 3 new findings, 1 fixed since ${against}.`;
    const summary = { verdict: "pass", pages: 2, score: 84, new: 3, fixed: 1, against, sentence } as const;
    const run: RunStatus = {
      runId: "run_1",
      projectId: "prj_1",
      type: "perf-test",
      status: "completed",
      error: null,
      perfBudgetResult: null,
      summary: { ...summary, comparedWith: [figures] },
    };
    const ended = [{ run, title: "Performance", outcome: outcomeOf(run) }];
    expect(endedLines(ended).join(" ").replaceAll(/\s+/g, " ")).to.match(
      new RegExp(`run_1 Performance: ${sentence} Performance: ${figures}$`),
    );
    expect(endedData(ended)[0]?.summary).to.deep.include({ against, comparedWith: [figures] });
    const job = stepSummary(ended, []).replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(job).to.contain(sentence);
    expect(job.split("\n").filter((line) => line.startsWith("- "))).to.deep.equal([`- Performance: ${figures}`]);
  });

  it("tells the service's sentence, and the reasons that it leaves out", () => {
    const reasons = ["1 new critical finding.", "2 new serious findings."];
    const run: RunStatus = {
      runId: "run_1",
      projectId: "prj_1",
      type: "seo-test",
      status: "completed",
      error: null,
      perfBudgetResult: null,
      summary: { verdict: "fail", reasons, sentence: "Score 71. 1 new critical finding." },
    };
    const lines = endedLines([{ run, title: "SEO", outcome: outcomeOf(run) }]);
    expect(lines.slice(-2)).to.deep.equal([
      "  SEO: Score 71. 1 new critical finding.",
      "  SEO: 2 new serious findings.",
    ]);
  });
});
