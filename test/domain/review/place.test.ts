import { expect } from "chai";
import {
  type ComparedResult,
  type Difference,
  later,
  orderOf,
  type Seen,
  type SeenResult,
  sameDifference,
  sameResult,
  seenOf,
} from "../../../domain/review/place.ts";
import { type ReviewedResult, reviewStateOf } from "../../../domain/review/states.ts";
import { countWaiting, waitingWords } from "../../../domain/review/waiting.ts";
import type { Change } from "../../../domain/visual/reading/change.ts";
import { randomOf } from "../history/oracle/random.ts";

const failed: ReviewedResult = { kind: "visual", status: "failed", reasons: [{ code: "mismatch" }] };
const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour));

describe("how a place stands in the review", () => {
  const CASES: readonly [string, Partial<ReviewedResult>, ReturnType<typeof reviewStateOf>][] = [
    ["a difference that nobody decided about waits", {}, "waiting"],
    ["one that is marked for later", { review: { decision: "later" } }, "later"],
    ["one that is rejected", { review: { decision: "rejected" } }, "rejected"],
    ["one that is approved", { status: "approved", review: { decision: "approved" } }, "clear"],
    ["one that passes", { status: "passed" }, "clear"],
    ["a first screenshot waits", { status: "error", reasons: [{ code: "no_baseline" }] }, "waiting"],
    ["an error looked at nothing", { status: "error", reasons: [{ code: "timeout" }] }, null],
    ["what has no result looked at nothing", { status: "pending" }, null],
    ["what was taken over from an earlier run looked at nothing", { carriedFrom: "run_1" }, null],
    ["a captured baseline replaces what waited", { kind: "baseline", status: "passed", reasons: [] }, "clear"],
    [
      "one that keeps its baseline does not",
      { kind: "baseline", status: "passed", reasons: [{ code: "baseline_kept" }] },
      null,
    ],
    [
      "one that could not be captured does not",
      { kind: "baseline", status: "error", reasons: [{ code: "timeout" }] },
      null,
    ],
  ];
  for (const [title, patch, state] of CASES)
    it(title, () => expect(reviewStateOf({ ...failed, ...patch })).to.equal(state));

  const SAME: readonly [string, Partial<Difference>, Partial<Difference>, boolean][] = [
    ["the same changes", { names: ["a", "b"] }, { names: ["b", "a"] }, true],
    ["one more", { names: ["a"] }, { names: ["a", "b"] }, false],
    ["one less", { names: ["a", "b"] }, { names: ["a"] }, false],
    ["another", { names: ["a"] }, { names: ["b"] }, false],
    ["other names of one fingerprint", { names: ["a"], look: "change x" }, { names: ["b"], look: "change x" }, true],
    ["first screenshots that are equal", { look: "picture x" }, { look: "picture x" }, true],
    ["first screenshots that are not", { look: "picture x" }, { look: "picture y" }, false],
    ["nothing is known of either", {}, {}, false],
  ];
  for (const [title, one, other, same] of SAME)
    it(`${title}: ${same ? "the same" : "another"} difference`, () => {
      const [a, b] = [one, other].map((difference) => ({ names: [], look: null, ...difference })) as [
        Difference,
        Difference,
      ];
      expect([sameDifference(a, b), sameDifference(b, a)]).to.deep.equal([same, same]);
    });

  const change = (patch: Partial<Change>): Change => ({
    ...({ key: "k", kind: "text", selector: "p" } as Change),
    ...patch,
  });
  const shown = (patch: Partial<ComparedResult>): ComparedResult => ({
    ...failed,
    _id: "run_1-00000",
    index: 0,
    reasons: [{ code: "mismatch", message: "Pixels differ." }],
    fingerprint: null,
    changedPixels: 10,
    decidedAt: null,
    captures: [],
    ...patch,
  });
  const to = (after: string) => change({ text: { before: "£10", after }, changedPixels: 10 });
  const RESULTS: readonly [string, Partial<ComparedResult>, Partial<ComparedResult>, boolean][] = [
    ["the same words", { changes: [to("£19")] }, { changes: [to("£19")] }, true],
    ["other digits", { changes: [to("£19")] }, { changes: [to("£29")] }, false],
    [
      "another element of the same pixels",
      { changes: [change({ selector: "#a", changedPixels: 10 })], fingerprint: "x" },
      { changes: [change({ selector: "#b", changedPixels: 10 })], fingerprint: "x" },
      false,
    ],
    ["changes that one of both does not keep", { causes: ["k"], changes: [to("£19")] }, { causes: ["k"] }, true],
  ];
  for (const [title, one, other, same] of RESULTS)
    it(`${title}: ${same ? "the same" : "another"} result`, () => {
      const [a, b] = [shown(one), shown(other)];
      expect([sameResult(a, b), sameResult(b, a)]).to.deep.equal([same, same]);
    });

  it("a result without any name for its change is another one in each run", () => {
    const result: SeenResult = {
      ...failed,
      _id: "run_1-00000",
      index: 0,
      fingerprint: null,
      decidedAt: null,
      captures: [],
    };
    expect(seenOf(result, { runId: "run_1", runAt: at(1) })).to.deep.include({ names: ["run_1-00000"], look: null });
  });

  it("whatever the order in which things are written, and however often, the latest stands", () => {
    const random = randomOf(4);
    const states = ["waiting", "later", "rejected", "clear"] as const;
    for (let turn = 0; turn < 300; turn++) {
      const seen = Array.from({ length: 1 + random.int(8) }, (_, index): Seen => {
        const [hour, reviewRev] = [random.int(4), index];
        const order = orderOf({ runId: `run_${hour}`, runAt: at(hour) }, { reviewRev, decidedAt: at(hour) });
        return { names: [], look: null, state: states[random.int(4)] ?? "clear", order };
      });
      const newest = seen.toSorted((a, b) => (a.order < b.order ? -1 : 1)).at(-1);
      let stored: Seen | null = null;
      for (let write = 0; write < 30; write++) stored = later(stored, random.pick(seen) as Seen);
      for (const one of seen) stored = later(stored, one);
      expect(stored).to.equal(newest);
    }
  });
});

describe("how much waits for review", () => {
  const CASES: readonly [string, string[][], string | null][] = [
    ["nothing", [], null],
    ["one change on two screenshots", [["a"], ["a"]], "1 change in 2 screenshots"],
    ["several on one", [["a", "b"]], "2 changes in 1 screenshot"],
    ["first screenshots alone", [[], []], "2 first screenshots"],
    ["both", [["a"], ["a", "b"], []], "2 changes in 2 screenshots and 1 first screenshot"],
  ];
  for (const [title, names, sentence] of CASES)
    it(title, () => {
      const count = countWaiting(names.map((own) => ({ names: own })));
      expect(count.screenshots).to.equal(names.length);
      expect(waitingWords(count)).to.equal(sentence);
    });
});
