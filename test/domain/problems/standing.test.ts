import { expect } from "chai";
import type { FoundProblem } from "../../../domain/problems/problem.ts";
import {
  type JudgedProblem,
  newFindingsOf,
  setAsideOf,
  stands,
  standsNew,
  withDecision,
} from "../../../domain/problems/standing.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const PAST = new Date("2026-03-09T12:00:00Z");
const found = (more: Partial<FoundProblem> = {}): FoundProblem => ({
  cause: "c",
  rule: "r",
  severity: "critical",
  kind: "failed",
  title: "It is broken.",
  sentence: "It is broken here.",
  help: "",
  places: [],
  placeCount: 1,
  added: true,
  evidence: {},
  ...more,
});
const judged = ({ setAside = false, ...more }: Partial<JudgedProblem> = {}): JudgedProblem => ({
  ...found(more),
  setAside,
});
const on = (...labels: string[]) => ({
  places: labels.map((label) => ({ page: "", label, viewport: "desktop", browser: "chromium" })),
  placeCount: labels.length,
});

describe("what stands against a merge", () => {
  const accepted = (until: Date | null) => ({ by: "ann", reason: null, until });
  const snoozed = (until: Date | null, places: number | null) => ({
    by: "ann",
    at: PAST,
    note: null,
    until,
    places,
  });
  for (const [name, problem, decision, expected] of [
    ["a failure", {}, null, [true, true]],
    ["one that the base has", { added: false }, null, [true, false]],
    ["one that nothing is compared with", { added: null }, null, [true, true]],
    ["a warning", { kind: "warning" }, null, [false, false]],
    ["what a person must decide", { kind: "review" }, null, [false, false]],
    ["an accepted finding", { accepted: accepted(null) }, null, [false, false]],
    ["an acceptance that ended", { accepted: accepted(PAST) }, null, [true, true]],
    ["an accepted problem", {}, { acceptance: { ...accepted(null), at: PAST }, snooze: null }, [false, false]],
    ["a snoozed one", {}, { acceptance: null, snooze: snoozed(null, 1) }, [false, false]],
    ["a snoozed one that spread", { placeCount: 2 }, { acceptance: null, snooze: snoozed(null, 1) }, [true, true]],
    ["a snooze that ended", {}, { acceptance: null, snooze: snoozed(PAST, null) }, [true, true]],
  ] as const)
    it(name, () => {
      const one = withDecision(found(problem), decision, NOW);
      expect([stands(one), standsNew(one)]).to.deep.equal(expected);
    });

  it("of an audit: new ones by severity, compared only where each could be", () => {
    const problems = [
      judged(),
      judged({ setAside: true }),
      judged({ added: false }),
      judged({ severity: "serious", sentence: "Slow." }),
      judged({ severity: "minor", added: null }),
    ];
    expect(newFindingsOf(problems)).to.deep.equal({
      compared: true,
      critical: { count: 1, example: "It is broken here." },
      serious: { count: 1, example: "Slow." },
    });
    expect(newFindingsOf([...problems, judged({ added: null })])).to.deep.include({ compared: false });
    expect(newFindingsOf([judged({ added: null, setAside: true })])).to.deep.include({ compared: true });
  });

  const counts = { total: 6, passed: 2, approved: 0, noBaseline: 0, errors: 1, pageErrors: 1 };
  for (const [name, problems, expected] of [
    ["nothing", [judged(on("a")), judged(on("b"))], [0, 0, 0]],
    ["one of two", [judged(on("a")), judged({ ...on("b"), setAside: true })], [1, 0, 0]],
    ["none of a result with two problems", [judged(on("a")), judged({ ...on("a"), setAside: true })], [0, 0, 0]],
    ["all, also those whose places are only counted", [judged({ setAside: true })], [2, 0, 0]],
    ["what could not be judged", [judged({ countsAs: "error", setAside: true })], [0, 1, 0]],
    ["pages with an error", [judged({ countsAs: "pageError", setAside: true })], [0, 0, 1]],
    ["no flaky one, which passed", [judged({ ...on("a"), countsAs: "passed", setAside: true })], [0, 0, 0]],
    [
      "no approved one, which passed",
      [judged({ setAside: true, accepted: { by: "ann", reason: null, until: null } })],
      [0, 0, 0],
    ],
  ] as const)
    it(`sets aside ${name}`, () => {
      const { failures, errors, pageErrors } = setAsideOf(problems, counts);
      expect([failures, errors, pageErrors]).to.deep.equal(expected);
    });
});
