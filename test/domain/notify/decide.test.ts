import { expect } from "chai";
import {
  type Change,
  decide,
  endPart,
  NEW_TRACK,
  type Track,
  trackOf,
  type Verdict,
} from "../../../domain/notify/decide.ts";

const verdicts = (word: string) => [...word].map((letter): Verdict => (letter === "P" ? "pass" : "fail"));

/** The messages of consecutive runs; each letter is a verdict. */
function told(word: string): (Change | null)[] {
  let track: Track = NEW_TRACK;
  return verdicts(word).map((verdict, at) => {
    const decision = decide(track, { runId: `run_${at}`, at, verdict });
    track = decision.track;
    expect(decision.reason).to.match(/\.$/);
    return decision.change;
  });
}

const CASES: [runs: string, told: (Change | null)[]][] = [
  ["P", [null]],
  ["F", ["first_failure"]],
  ["PPP", [null, null, null]],
  ["FFF", ["first_failure", null, null]],
  ["PF", [null, "broke"]],
  ["FP", ["first_failure", "mended"]],
  ["PFFP", [null, "broke", null, "mended"]],
  ["PFPFPF", [null, "broke", "mended", "flapping", null, null]],
  ["PFPFPFFF", [null, "broke", "mended", "flapping", null, null, null, "broke"]],
  ["PFPFPPP", [null, "broke", "mended", "flapping", null, null, "mended"]],
  // Verdicts before it became stable no longer count.
  ["PFPFPPPF", [null, "broke", "mended", "flapping", null, null, "mended", "broke"]],
  // Changes far apart are not flapping.
  ["PFFFFPPPPPF", [null, "broke", null, null, null, "mended", null, null, null, null, "broke"]],
];

describe("notify/decide", () => {
  for (const [runs, expected] of CASES)
    it(`${runs}: ${expected.map((one) => one ?? "–").join(" ")}`, () => {
      expect(told(runs)).to.deep.equal(expected);
    });

  it("does not tell of a part that has never passed, and lets only a later run of all end its failure", () => {
    const failed = { runId: "a", at: 1, verdict: "fail" as const };
    const { change, track } = decide(NEW_TRACK, failed, true);
    expect([change, track.said]).to.deep.equal([null, null]);
    const broken = trackOf([{ ...failed, runId: "0", at: 0, verdict: "pass" }, failed], true);
    expect(broken.said).to.equal("fail");
    const all = { runId: "b", at: 2, verdict: "pass" as const };
    expect(endPart(broken, all)).to.deep.equal({ track: { recent: [all], said: "pass" }, before: failed });
    for (const [part, run] of [
      [track, all],
      [broken, { ...all, at: 1 }],
      [broken, { ...all, verdict: "fail" }],
    ] as const)
      expect(endPart(part, run)).to.equal(null);
  });

  it("says nothing of a run that was started before the newest", () => {
    const track = trackOf([{ runId: "b", at: 2, verdict: "fail" }]);
    const decision = decide(track, { runId: "a", at: 1, verdict: "pass" });
    expect([decision.change, decision.track.said]).to.deep.equal([null, "fail"]);
    expect(decision.track.recent.map(({ runId }) => runId)).to.deep.equal(["a", "b"]);
  });

  it("says nothing twice of the same run", () => {
    const run = { runId: "b", at: 2, verdict: "fail" as const };
    const { track, change } = decide(trackOf([{ runId: "a", at: 1, verdict: "pass" }]), run);
    expect(change).to.equal("broke");
    expect(decide(track, run).change).to.equal(null);
  });

  it("says when a run passes because its results were approved", () => {
    const track = trackOf([
      { runId: "a", at: 1, verdict: "pass" },
      { runId: "b", at: 2, verdict: "fail" },
    ]);
    const decision = decide(track, { runId: "b", at: 2, verdict: "pass" });
    expect(decision.change).to.equal("mended");
    expect(decision.before?.runId).to.equal("a");
  });

  it("remembers a bounded number of runs", () => {
    expect(
      trackOf(verdicts("P".repeat(50)).map((verdict, at) => ({ runId: `r${at}`, at, verdict }))).recent,
    ).to.have.length(6);
  });
});
