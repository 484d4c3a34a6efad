import { expect } from "chai";
import { namedSummary, runSummary, type ToldRun } from "../../../domain/runs/runSummary.ts";

const run: ToldRun = { type: "vrt-test", status: "completed", verdict: null, summary: null, error: null };
const counts = { total: 12, passed: 12, failed: 0, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
const audit = {
  pages: 5,
  notMeasured: 0,
  score: 87.44,
  new: 0,
  fixed: 2,
  failed: 3,
  bySeverity: { critical: 1, serious: 2, moderate: 0, minor: 0, info: 0 },
  verdict: "pass",
  reasons: ["No critical or serious finding."],
};
const failedAudit = {
  ...audit,
  new: 3,
  verdict: "fail",
  reasons: ["1 new critical finding.", "2 new serious findings."],
};
const visual = (more: object): Partial<ToldRun> => ({ summary: { ...counts, ...more } });
const functional = (more: object): Partial<ToldRun> => ({ ...visual(more), type: "frt-test" });

describe("the sentence of a run", () => {
  for (const [patch, conclusion, sentence] of [
    [{ status: "running", progress: { phase: "capturing", done: 3, total: 9 } }, null, "Capturing: 3 of 9 done."],
    [{ status: "running", progress: { phase: "queued", done: 0, total: 0 } }, null, "Queued."],
    [{ status: "running" }, null, "Running."],
    [{ status: "failed", error: "The site\nis down" }, "inconclusive", "The site is down."],
    [{ status: "failed", error: "Cancelled by Ann.", ...visual({}) }, "inconclusive", "Cancelled by Ann."],
    [{}, "inconclusive", "The run has no result."],
    [visual({}), "passed", "12 screenshots passed."],
    [visual({ approved: 2, flaky: 1 }), "passed", "12 screenshots passed. 2 approved, 1 flaky."],
    [visual({ total: 1, passed: 1 }), "passed", "1 screenshot passed."],
    // From an earlier version, without the number of changes.
    [visual({ passed: 3, failed: 9 }), "failed", "9 of 12 screenshots changed."],
    [
      visual({ total: 51, passed: 12, failed: 39, approved: 2, flaky: 5, changes: 4, changedScreenshots: 39 }),
      "failed",
      "39 of 51 screenshots changed (4 changes). 2 approved, 5 flaky.",
    ],
    [
      visual({ passed: 5, failed: 7, noBaseline: 2, errors: 1, pageErrors: 1, changes: 1, changedScreenshots: 3 }),
      "failed",
      "3 of 12 screenshots changed (1 change). 2 without a baseline, 1 with an error page, 1 not measured.",
    ],
    [visual({ passed: 10, failed: 2, noBaseline: 2 }), "failed", "2 of 12 screenshots without a baseline."],
    [visual({ passed: 11, failed: 1, errors: 1 }), "inconclusive", "1 of 12 screenshots not measured."],
    [{ ...visual({}), type: "baseline" }, "passed", "12 screenshots captured."],
    [
      { ...visual({ passed: 10, failed: 2, errors: 2 }), type: "baseline" },
      "inconclusive",
      "2 of 12 screenshots not captured.",
    ],
    [functional({ flaky: 2 }), "passed", "12 scenarios passed. 2 flaky."],
    [
      functional({ passed: 8, failed: 4, errors: 1, undefined: 2 }),
      "failed",
      "1 of 12 scenarios failed. 2 not runnable, 1 not measured.",
    ],
    [functional({ total: 1, passed: 0, failed: 1 }), "failed", "1 of 1 scenario failed."],
    [
      { type: "full-suite", summary: { total: 5, passed: 2, failed: 3, errors: 1, reasons: ["SEO audit failed."] } },
      "failed",
      "2 of 5 pillars failed. 1 not measured.",
    ],
    [{ type: "seo-test", verdict: "pass", summary: audit }, "passed", "Score 87.4. 0 new findings, 2 fixed."],
    [
      { type: "seo-test", verdict: "fail", summary: { ...failedAudit, against: "main at a1b2c3d" } },
      "failed",
      "Score 87.4. 3 new findings, 2 fixed since main at a1b2c3d. 1 new critical finding.",
    ],
    [
      { type: "seo-test", summary: { ...audit, startingPoint: true, score: null, notMeasured: 1, pageErrors: 2 } },
      "passed",
      "No score. Starting point: 1 critical and 2 serious findings. 1 of 5 pages not measured. 2 of 5 pages with an error page.",
    ],
    [
      { type: "seo-test", summary: audit, part: { scenarios: 3, of: 12 } },
      "passed",
      "Score 87.4 over 3 of 12 scenarios. 0 new findings, 2 fixed.",
    ],
    [
      { type: "seo-test", summary: { ...audit, score: null }, part: { scenarios: 3, of: 12 } },
      "passed",
      "No score. 0 new findings, 2 fixed. Covers 3 of 12 scenarios.",
    ],
    [
      {
        ...visual({ passed: 11, failed: 1, rerun: { again: 1, carried: 11, from: ["run_a"] } }),
        part: { scenarios: 2, of: 5 },
      },
      "failed",
      "1 of 12 screenshots changed. Covers 2 of 5 scenarios. 1 run again, 11 carried from run_a.",
    ],
    [
      { ...functional({}), part: { scenarios: 12, of: 40 } },
      "passed",
      "12 scenarios passed. Covers 12 of 40 scenarios.",
    ],
    // All scenarios, each selected by name.
    [{ ...visual({}), part: { scenarios: 5, of: 5 } }, "passed", "12 screenshots passed."],
    [{ status: "running", part: { scenarios: 2, of: 5 } }, null, "Running."],
    [{ status: "failed", error: "Lost.", part: { scenarios: 2, of: 5 } }, "inconclusive", "Lost."],
    [
      { type: "full-suite", summary: { total: 5, passed: 5, failed: 0 }, part: { scenarios: 3, of: 12 } },
      "passed",
      "5 pillars passed. Covers 3 of 12 scenarios.",
    ],
  ] as [Partial<ToldRun>, string | null, string][])
    it(sentence, () => expect(runSummary({ ...run, ...patch })).to.include({ conclusion, sentence }));

  it("begins with its headline; that of a failed audit is why it failed", () => {
    const headline = (patch: Partial<ToldRun>) => runSummary({ ...run, ...patch }).headline;
    expect(headline(visual({ passed: 3, failed: 9, approved: 1 }))).to.equal("9 of 12 screenshots changed");
    expect(headline({ type: "seo-test", summary: failedAudit })).to.equal("1 new critical finding");
    expect(headline({ type: "seo-test", summary: audit })).to.equal("Score 87.4");
    const part = { scenarios: 3, of: 12 };
    expect(headline({ type: "seo-test", summary: audit, part })).to.equal("Score 87.4 over 3 of 12 scenarios");
    expect(headline({ type: "seo-test", summary: failedAudit, part })).to.equal("1 new critical finding");
  });

  it("cuts what a page wrote into an error, and long reasons", () => {
    const [error, reason] = ["x".repeat(900), "y".repeat(900)];
    expect(runSummary({ ...run, status: "failed", error }).sentence).to.have.lengthOf(300);
    const { sentence } = runSummary({ ...run, type: "seo-test", summary: { ...failedAudit, reasons: [reason] } });
    expect(sentence).to.have.lengthOf.below(350).and.match(/y…$/);
  });

  it("follows the run's name", () => {
    expect(namedSummary({ ...run, ...visual({}) })).to.equal("Visual test passed: 12 screenshots passed.");
    expect(namedSummary({ ...run, status: "failed", error: "Lost." }, "Run 7")).to.equal(
      "Run 7 is inconclusive: Lost.",
    );
    expect(namedSummary({ ...run, status: "running" })).to.equal("Visual test is running. Running.");
  });
});
