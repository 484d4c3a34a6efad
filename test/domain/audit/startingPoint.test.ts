import { expect } from "chai";
import { isStartingPoint, openFindings, startingPointWords } from "../../../domain/audit/startingPoint.ts";
import { auditSummary } from "../../api/health/support.ts";

const bySeverity = (critical: number, serious: number) => ({ critical, serious, moderate: 9, minor: 9, info: 9 });

describe("the starting point", () => {
  for (const [what, run, expected] of [
    ["a first run", { verdict: "pass", summary: { startingPoint: true } }, true],
    ["a run that was compared", { verdict: "pass", summary: { startingPoint: false } }, false],
    [
      "an older first run, by what it was compared with",
      { verdict: "pass", summary: {}, extra: { comparedWith: null } },
      true,
    ],
    ["an older run that was compared", { verdict: "pass", summary: {}, extra: { comparedWith: "run_1" } }, false],
    ["an older run of which it is not known", { verdict: "pass", summary: {}, extra: {} }, false],
    ["a first run that failed", { verdict: "fail", summary: null, extra: { comparedWith: null } }, false],
  ] as const)
    it(`${what}: ${expected}`, () => {
      expect(isStartingPoint(run)).to.equal(expected);
    });

  for (const [critical, serious, words] of [
    [13, 2, "13 critical and 2 serious findings"],
    [1, 1, "1 critical and 1 serious finding"],
    [13, 0, "13 critical findings"],
    [0, 1, "1 serious finding"],
    [0, 0, "no critical or serious finding"],
  ] as const)
    it(`says ${words}`, () => {
      expect(openFindings(bySeverity(critical, serious))).to.equal(words);
    });

  it("has words beside the outcome of a first run alone", () => {
    const summary = { ...auditSummary(95), bySeverity: bySeverity(13, 0) };
    const words = (startingPoint: boolean) =>
      startingPointWords({ verdict: "pass", summary: { ...summary, startingPoint } });
    expect(words(true)).to.equal("starting point: 13 critical findings");
    expect(words(false)).to.equal(null);
  });
});
