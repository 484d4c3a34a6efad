import { expect } from "chai";
import { nextState } from "../../../domain/problems/nextState.ts";
import type { FoundProblem, ProblemPlace, ProblemState, Sighting } from "../../../domain/problems/problem.ts";

const place = (label: string): ProblemPlace => ({ page: "/", label, viewport: "phone", browser: "chromium" });
const found = (labels: string[], more: Partial<FoundProblem> = {}): FoundProblem => ({
  cause: "c",
  rule: "mismatch",
  severity: "serious",
  kind: "failed",
  title: "Price changed",
  sentence: "Price changed.",
  help: "Fix it.",
  places: labels.map(place),
  placeCount: labels.length,
  evidence: {},
  ...more,
});

type Step = {
  found?: string[];
  more?: Partial<FoundProblem>;
  looked?: string[];
  absent?: string[];
  scope?: string;
  truncated?: boolean;
};

/** Applies consecutive runs, each to the state that the previous one left. */
function stateAfter(steps: readonly Step[]): ProblemState | null {
  return steps.reduce<ProblemState | null>((state, step, index) => {
    const { looked = [], absent = [], scope = "scenarios", truncated = false } = step;
    const run: Sighting = { runId: `run_${index + 1}`, at: new Date(index), commitSha: null, branch: null, scope };
    const here = { looked: ({ label }: ProblemPlace) => looked.includes(label), truncated };
    const where = { ...here, absent: ({ label }: ProblemPlace) => absent.includes(label) };
    return nextState(state, step.found ? found(step.found, step.more) : null, where, run);
  }, null);
}

const both = ["a", "b"];
const accepted = { by: "ann", reason: null, until: null };
const seen: Step = { found: both, looked: both };
const CASES: [
  name: string,
  steps: Step[],
  expected: { status: string; places: string[]; seenIn: number; lookedIn: number } | null,
][] = [
  ["nothing is nothing", [{ looked: both }], null],
  ["first seen is new", [seen], { status: "new", places: both, seenIn: 1, lookedIn: 1 }],
  ["seen again is ongoing", [seen, seen], { status: "ongoing", places: both, seenIn: 2, lookedIn: 2 }],
  ["gone everywhere is fixed", [seen, { looked: both }], { status: "fixed", places: both, seenIn: 1, lookedIn: 2 }],
  [
    "fixed and back is regressed",
    [seen, { looked: both }, seen],
    { status: "regressed", places: both, seenIn: 2, lookedIn: 3 },
  ],
  [
    "back a second time is ongoing",
    [seen, { looked: both }, seen, seen],
    { status: "ongoing", places: both, seenIn: 3, lookedIn: 4 },
  ],
  [
    "a part that is clean leaves the rest",
    [seen, { looked: ["a"] }],
    { status: "new", places: ["b"], seenIn: 1, lookedIn: 2 },
  ],
  [
    "the rest clean later is fixed",
    [seen, { looked: ["a"] }, { looked: ["b"] }],
    { status: "fixed", places: ["b"], seenIn: 1, lookedIn: 3 },
  ],
  [
    "nobody looked: it stays as it is",
    [seen, { looked: ["z"] }],
    { status: "new", places: both, seenIn: 1, lookedIn: 1 },
  ],
  [
    "a part that has it keeps the places that nobody looked at",
    [seen, { found: ["a"], looked: ["a"] }],
    { status: "ongoing", places: both, seenIn: 2, lookedIn: 2 },
  ],
  [
    "a part that has it drops the places that are clean",
    [seen, { found: ["a"], looked: both }],
    { status: "ongoing", places: ["a"], seenIn: 2, lookedIn: 2 },
  ],
  [
    "what a run of everything no longer has is gone",
    [seen, { looked: ["a"], absent: ["b"] }],
    { status: "fixed", places: both, seenIn: 1, lookedIn: 2 },
  ],
  [
    "a run of another scope has other places",
    [seen, { absent: both, scope: "crawl" }],
    { status: "new", places: both, seenIn: 1, lookedIn: 1 },
  ],
  [
    "a list that was cut fixes nothing",
    [seen, { looked: both, truncated: true }],
    { status: "new", places: both, seenIn: 1, lookedIn: 1 },
  ],
  [
    "accepted with its results",
    [seen, { ...seen, more: { accepted } }],
    { status: "accepted", places: both, seenIn: 2, lookedIn: 2 },
  ],
  [
    "accepted in a part leaves the places that nobody looked at open",
    [seen, { found: ["a"], looked: ["a"], more: { accepted } }],
    { status: "new", places: ["b"], seenIn: 1, lookedIn: 2 },
  ],
  [
    "accepted part by part is accepted",
    [seen, { found: ["a"], looked: ["a"], more: { accepted } }, { found: ["b"], looked: ["b"], more: { accepted } }],
    { status: "accepted", places: ["b"], seenIn: 2, lookedIn: 3 },
  ],
  [
    "accepted everywhere stays accepted when a part is seen again",
    [
      { ...seen, more: { accepted } },
      { found: ["a"], looked: ["a"], more: { accepted } },
    ],
    { status: "accepted", places: both, seenIn: 2, lookedIn: 2 },
  ],
  [
    "fixed for good stays fixed",
    [seen, { looked: both }, { looked: both }],
    { status: "fixed", places: both, seenIn: 1, lookedIn: 2 },
  ],
];

describe("how a problem stands after a run", () => {
  for (const [name, steps, expected] of CASES)
    it(name, () => {
      const state = stateAfter(steps);
      const told = state && {
        status: state.status,
        places: state.places.map(({ label }) => label),
        seenIn: state.seenIn,
        lookedIn: state.lookedIn,
      };
      expect(told).to.deep.equal(expected);
    });

  it("of more places than are kept half of the known ones stand for all", () => {
    const many: Step = { found: both, looked: both, more: { placeCount: 500 } };
    expect(stateAfter([many, { looked: ["a"] }])?.status).to.equal("fixed");
    expect(stateAfter([{ ...many, found: ["a", "b", "c"] }, { looked: ["a"] }])).to.include({
      status: "new",
      placeCount: 499,
    });
  });

  it("keeps who saw it first, and who fixed it", () => {
    const state = stateAfter([seen, seen, { looked: both }]);
    expect([state?.firstSeen.runId, state?.lastSeen.runId, state?.fixedIn?.runId]).to.deep.equal([
      "run_1",
      "run_2",
      "run_3",
    ]);
  });
});
