import { expect } from "chai";
import {
  type Counted,
  endProblem,
  isInForce,
  rejudge,
  type VerdictFacts,
  whyNotAccepted,
} from "../../../domain/audit/acceptance.ts";
import { type Check, failed, warning } from "../../../domain/audit/finding.ts";
import { statusOfFinding } from "../../../domain/audit/findingStatus.ts";
import { runChecks } from "../../../domain/audit/runChecks.ts";
import { sightingsSince } from "../../../domain/audit/sightings.ts";
import { shareOf } from "../../../domain/pillars/seo/score.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

describe("an accepted finding", () => {
  it("is in force until its end, and not at it", () => {
    expect([days(1), NOW, days(-1)].map((until) => isInForce({ until }, NOW))).to.deep.equal([true, false, false]);
  });

  for (const [until, problem] of [
    [days(1), null],
    [days(366), null],
    [days(367), /within 366 days/],
    [NOW, /in the future/],
    [days(-1), /in the future/],
    [new Date("soon"), /must be a date/],
  ] as const)
    it(`until ${String(until)}: ${problem ?? "fine"}`, () => {
      if (problem === null) expect(endProblem(until, NOW)).to.equal(null);
      else expect(endProblem(until, NOW)).to.match(problem);
    });

  const standing = { id: "a1", by: "Ann", until: days(3) };
  for (const [what, seen, replaces, refused] of [
    ["nobody accepted it", null, undefined, false],
    ["somebody did", standing, undefined, true],
    ["somebody did, and that is replaced", standing, "a1", false],
    ["somebody did, and another one was seen", standing, "a0", true],
    ["somebody did, and it has ended", { ...standing, until: days(-1) }, undefined, false],
  ] as const)
    it(`${what}: ${refused ? "refused by name and date" : "accepted"}`, () => {
      const why = whyNotAccepted(seen, replaces, NOW);
      if (refused) expect(why).to.match(/^Ann has accepted it until 2026-03-13/);
      else expect(why).to.equal(null);
    });

  const check = (rule: string, run: Check<null>["run"]): Check<null> => ({
    rule,
    severity: "serious",
    title: "It holds.",
    fault: "It is broken",
    help: "Mend it.",
    run,
  });
  const place = { pillar: "seo" as const, page: "https://shop.example/p", baseUrl: "https://shop.example/" };

  it("breaks no rule, costs nothing, and says what it would be", () => {
    const checks = [
      check("title-missing", () => failed("None.", "a")),
      check("both", () => [failed("Bad.", "b"), warning("A little.", "c")]),
    ];
    const before = runChecks(checks, null, place);
    const accepted = before.findings.filter(({ outcome }) => outcome === "failed").map((one) => one.fingerprint);
    const { findings, rules } = runChecks(checks, null, { ...place, accepted });
    expect(findings.map(({ rule, outcome, was }) => [rule, outcome, was])).to.deep.equal([
      ["both", "warning", undefined],
      ["title-missing", "accepted", "failed"],
      ["both", "accepted", "failed"],
    ]);
    expect(rules.map(({ outcome }) => outcome)).to.deep.equal(["accepted", "warning"]);
    const weights = { "title-missing": 10, both: 4 };
    expect(shareOf(before.rules, weights)).to.deep.equal({ earned: 0, possible: 14 });
    expect(shareOf(rules, weights)).to.deep.equal({ earned: 2, possible: 4 });
  });

  const facts: VerdictFacts = {
    compared: true,
    score: 80,
    thresholds: { maxNew: { critical: 0 } },
    failures: [],
  };
  const found = (outcome: string, isNew = true): Counted => ({ severity: "critical", outcome, isNew });
  for (const [what, findings, patch, verdict] of [
    ["a new one fails", [found("failed")], {}, "fail"],
    ["a new one that is accepted does not", [found("accepted")], {}, "pass"],
    ["the other one still fails", [found("accepted"), found("failed")], {}, "fail"],
    ["what stood before never did", [found("failed", false)], {}, "pass"],
    ["a budget is no finding", [found("accepted")], { failures: ["LCP is over."] }, "fail"],
    ["nor is the least score", [found("accepted")], { thresholds: { minScore: 90 } }, "fail"],
    ["a first run has nothing new", [found("failed")], { compared: false }, "pass"],
  ] as const)
    it(`verdict: ${what}`, () => {
      const judged = rejudge(findings, { ...facts, ...patch } as VerdictFacts);
      expect(judged.verdict).to.equal(verdict);
      const accepted = findings.filter(({ outcome }) => outcome === "accepted").length;
      expect(judged.accepted).to.equal(accepted);
      expect(/accepted finding/.test(judged.reasons.join(" "))).to.equal(accepted > 0);
    });

  for (const [stored, status] of [
    [{ outcome: "failed", isNew: true, isNewOnBranch: null }, "new"],
    [{ outcome: "failed", isNew: true, isNewOnBranch: false }, "standing"],
    [{ outcome: "failed", isNew: null, isNewOnBranch: null }, "standing"],
    [{ outcome: "accepted", isNew: true, isNewOnBranch: null, acceptedUntil: days(1) }, "accepted"],
    [{ outcome: "accepted", isNew: true, isNewOnBranch: null, acceptedUntil: days(-1) }, "new"],
  ] as const)
    it(`status of ${JSON.stringify(stored)}: ${status}`, () => {
      expect(statusOfFinding(stored, NOW)).to.equal(status);
    });
});

describe("since when a finding stands", () => {
  const at = (day: number) => days(day);
  it("goes on from the run before, begins again after a gap, and begins with the run before where that did not count", () => {
    const findings = ["new", "known", "uncounted", "doubt"].map((fingerprint) => ({ fingerprint }));
    const sightings = sightingsSince(
      { runId: "r3", at: at(3), findings },
      {
        runId: "r2",
        at: at(2),
        findings: [
          {
            fingerprint: "known",
            outcome: "review",
            failedBefore: true,
            firstSeen: { runId: "r1", at: at(1) },
            timesSeen: 4,
          },
          { fingerprint: "uncounted", outcome: "failed", firstSeen: null, timesSeen: null },
          { fingerprint: "doubt", outcome: "review", firstSeen: { runId: "r1", at: at(1) }, timesSeen: 4 },
          { fingerprint: "gone", outcome: "failed", firstSeen: { runId: "r1", at: at(1) }, timesSeen: 2 },
        ],
      },
    );
    expect(
      sightings.map(({ firstSeen, timesSeen, failedBefore, fingerprints: of }) => [
        firstSeen.runId,
        timesSeen,
        failedBefore,
        of,
      ]),
    ).to.deep.equal([
      ["r3", 1, false, ["new"]],
      ["r1", 5, true, ["known"]],
      ["r2", 2, true, ["uncounted"]],
      ["r1", 5, false, ["doubt"]],
    ]);
  });
  it("goes on where a finding came to stand for several pages, and where it no longer does", () => {
    const whole = { fingerprint: "c", cause: "c", pages: {} };
    const part = (fingerprint: string, timesSeen: number) => ({
      fingerprint,
      cause: "c",
      outcome: "failed" as const,
      timesSeen,
      firstSeen: { runId: `r${5 - timesSeen}`, at: at(5 - timesSeen) },
    });
    const since = (now: { fingerprint: string; cause: string; pages?: object }, before: object[]) =>
      sightingsSince(
        { runId: "r5", at: at(5), findings: [now] },
        { runId: "r4", at: at(4), findings: before as ReturnType<typeof part>[] },
      ).map(({ firstSeen, timesSeen, fingerprints }) => [firstSeen.runId, timesSeen, ...fingerprints]);
    expect(since(whole, [part("p1", 2), part("p2", 3)])).to.deep.equal([["r2", 4, "c"]]);
    expect(since({ fingerprint: "p3", cause: "c" }, [{ ...whole, ...part("c", 3) }])).to.deep.equal([["r2", 4, "p3"]]);
    // If neither of two pages has a finding in both runs, each counts separately.
    expect(since({ fingerprint: "p3", cause: "c" }, [part("p1", 2)])).to.deep.equal([["r5", 1, "p3"]]);
  });
  it("begins with the first run", () => {
    const [only] = sightingsSince(
      { runId: "r1", at: at(1), findings: [{ fingerprint: "a" }, { fingerprint: "b" }] },
      null,
    );
    expect([only?.firstSeen.runId, only?.timesSeen, only?.fingerprints]).to.deep.equal(["r1", 1, ["a", "b"]]);
  });
});
