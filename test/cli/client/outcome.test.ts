import { expect } from "chai";
import { worstOf } from "../../../cli/client/exit.ts";
import { outcomeOf } from "../../../cli/client/outcome.ts";
import type { RunStatus } from "../../../cli/client/runs.ts";

const run = (patch: Partial<RunStatus>): RunStatus => ({
  runId: "run_1",
  projectId: "prj_1",
  type: "vrt-test",
  status: "completed",
  error: null,
  perfBudgetResult: null,
  summary: { total: 4, passed: 4, failed: 0 },
  ...patch,
});

describe("how the command line says that a run ended", () => {
  for (const [what, patch, word, exit, reasons] of [
    [
      "all passed",
      { summary: { total: 4, passed: 4, failed: 0, sentence: "It is told." } },
      "passed",
      0,
      ["It is told."],
    ],
    [
      "some failed",
      { summary: { total: 4, passed: 3, failed: 1, sentence: "It is told." } },
      "failed",
      1,
      ["It is told."],
    ],
    [
      "some have no baseline",
      { summary: { total: 4, passed: 1, failed: 3, noBaseline: 3, sentence: "It is told." } },
      "failed",
      1,
      ["It is told."],
    ],
    [
      "one failed and one could not be judged",
      { summary: { total: 9, passed: 7, failed: 2, errors: 1, sentence: "It is told." } },
      "failed",
      1,
      ["It is told."],
    ],
    [
      "nothing against it could be judged",
      { summary: { total: 4, passed: 2, failed: 2, errors: 2, sentence: "It is told." } },
      "inconclusive",
      3,
      ["It is told."],
    ],
    [
      "a quarter could not be judged, whatever failed",
      { summary: { total: 34, passed: 20, failed: 14, errors: 12, sentence: "It is told." } },
      "inconclusive",
      3,
      ["It is told."],
    ],
    [
      "a page with a baseline that answers 404",
      { summary: { total: 4, passed: 3, failed: 1, errors: 0, pageErrors: 1, sentence: "It is told." } },
      "failed",
      1,
      ["It is told."],
    ],
    [
      "a full audit of which one pillar says nothing",
      {
        type: "full-suite",
        summary: { total: 7, passed: 6, failed: 1, errors: 1, verdict: "fail", reasons: ["Security is inconclusive."] },
      },
      "inconclusive",
      3,
      ["Security is inconclusive."],
    ],
    [
      "an audit that fails by its verdict",
      { type: "seo-test", summary: { verdict: "fail", reasons: ["2 new serious findings."], failed: 9 } },
      "failed",
      1,
      ["2 new serious findings."],
    ],
    [
      "an audit that passes with old findings",
      {
        summary: { verdict: "pass", reasons: ["No new critical or serious finding; 9 were there before."], failed: 9 },
      },
      "passed",
      0,
      ["No new critical or serious finding; 9 were there before."],
    ],
    [
      "budgets that were not kept",
      {
        summary: { verdict: "pass", reasons: ["Fine."], score: 90 },
        perfBudgetResult: { pass: false, violations: ["LCP 3,100 ms is over 2,500 ms."] },
      },
      "failed",
      1,
      ["LCP 3,100 ms is over 2,500 ms."],
    ],
    [
      "a run that failed",
      { status: "failed", error: "cancelled by a key", summary: null },
      "inconclusive",
      3,
      ["cancelled by a key"],
    ],
    ["a service that says no sentence", { summary: { total: 4, passed: 3, failed: 1 } }, "failed", 1, []],
    ["a run that goes on", { status: "running", summary: null }, "running", 4, []],
  ] as const)
    it(what, () => {
      expect(outcomeOf(run(patch as Partial<RunStatus>))).to.deep.equal({ word, exit, reasons });
    });

  it("of several runs the one that must be looked at first decides", () => {
    expect(worstOf([])).to.equal(0);
    expect(worstOf([0, 1, 0])).to.equal(1);
    expect(worstOf([1, 3])).to.equal(3);
    expect(worstOf([4, 3, 1])).to.equal(4);
  });
});
