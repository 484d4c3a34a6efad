import { expect } from "chai";
import {
  answersSentence,
  conclude,
  conclusionOf,
  INCONCLUSIVE_FROM,
  notMeasuredSentence,
} from "../../../domain/runs/measured.ts";

describe("what was not measured is never a pass", () => {
  it("a quarter is the share from which on a run says nothing", () => expect(INCONCLUSIVE_FROM).to.equal(0.25));

  for (const [parts, notMeasured, against, each, expected] of [
    [5, 0, false, false, "passed"],
    [5, 0, true, false, "failed"],
    [5, 1, false, false, "passed"],
    [5, 1, true, false, "failed"],
    [5, 1, false, true, "inconclusive"],
    [5, 1, true, true, "failed"],
    [4, 1, false, false, "inconclusive"],
    [4, 1, true, true, "inconclusive"],
    [10, 3, true, false, "inconclusive"],
    [1, 1, false, false, "inconclusive"],
    [0, 0, false, false, "inconclusive"],
  ] as const)
    it(`${notMeasured} of ${parts} not measured${against ? ", something against the site" : ""}${each ? ", each a test" : ""}: ${expected}`, () =>
      expect(conclude({ parts, notMeasured, against, each })).to.equal(expected));

  const counted = (total: number, failed: number, errors = 0) => ({ total, passed: total - failed, failed, errors });
  for (const [name, type, status, verdict, summary, expected] of [
    ["a run that goes on", "vrt-test", "running", null, null, null],
    ["one that did not complete", "vrt-test", "failed", "fail", counted(4, 4, 4), "inconclusive"],
    ["one without results", "seo-test", "completed", "pass", null, "inconclusive"],
    ["screenshots that passed", "vrt-test", "completed", "pass", counted(4, 0), "passed"],
    ["a screenshot that differs", "vrt-test", "completed", "fail", counted(4, 1), "failed"],
    ["one of 34 that could not be taken", "vrt-test", "completed", "fail", counted(34, 1, 1), "inconclusive"],
    ["one that differs beside it", "vrt-test", "completed", "fail", counted(34, 2, 1), "failed"],
    ["12 of 34 that could not be taken", "vrt-test", "completed", "fail", counted(34, 14, 12), "inconclusive"],
    ["baselines that could not be taken", "baseline", "completed", "fail", counted(4, 1, 1), "inconclusive"],
    ["scenarios without a judgement", "frt-test", "completed", "fail", counted(9, 1, 1), "inconclusive"],
    ["a full audit with a failed pillar", "full-suite", "completed", "fail", counted(7, 3, 2), "failed"],
    [
      "a full audit with a pillar that says nothing",
      "full-suite",
      "completed",
      "fail",
      counted(7, 1, 1),
      "inconclusive",
    ],
    ["a run without a single screenshot", "vrt-test", "completed", "pass", counted(0, 0), "inconclusive"],
    ["an audit without a page", "seo-test", "completed", "pass", { pages: 0, verdict: "pass" }, "inconclusive"],
    ["an audit by its verdict", "seo-test", "completed", "fail", { pages: 5, failed: 1, verdict: "fail" }, "failed"],
    ["an audit with old findings", "seo-test", "completed", "pass", { pages: 5, failed: 9, verdict: "pass" }, "passed"],
    ["an answer without a verdict of its own", "seo-test", "completed", undefined, { verdict: "fail" }, "failed"],
  ] as const)
    it(`of ${name}: ${expected}`, () => expect(conclusionOf({ type, status, verdict, summary })).to.equal(expected));

  it("says how many, and why", () => {
    const one = { parts: 5, notMeasured: 1 };
    expect(notMeasuredSentence(one, "page", "No connection came about.")).to.equal(
      "1 of 5 pages not measured: No connection came about.",
    );
    expect(notMeasuredSentence(one, "page", null)).to.equal("1 of 5 pages not measured.");
    expect(answersSentence("/about", "The page answered 404 Not Found.")).to.equal(
      "/about answers 404; it answered before.",
    );
    expect(answersSentence("/about", null)).to.equal("/about answers with an error; it answered before.");
  });
});
