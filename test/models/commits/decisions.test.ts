import { expect } from "chai";
import { decisionPlaces } from "../../../domain/history/decisionHolds.ts";
import { buildGraph } from "../../../domain/history/graph.ts";
import { tieTo } from "../../../models/commits/decisions.ts";

const shaOf = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
// The branch f has f1 and f2; r1 is f1 rebased; another fork's branch has g1.
const PARENTS = { m1: "", f1: "m1", f2: "f1", g1: "m1", m2: "m1", r1: "m2" };
const GRAPH = buildGraph(
  Object.entries(PARENTS)
    .map(([name, parent]) => ({
      sha: shaOf(name),
      parents: parent === "" ? [] : [shaOf(parent)],
      pr: null,
      at: new Date(0),
      onMain: name.startsWith("m"),
    }))
    .toReversed(),
);
const NUMBERED = { $set: { prNumber: 41 } };

describe("what ties a decision of a branch to a later run", () => {
  for (const [what, run, decided, wanted] of [
    ["a pull request with the decision's commit", ["f", "f2", 41], ["f", "f1", null], NUMBERED],
    ["a pull request on the commit itself", ["f", "f1", 41], ["f", "f1", null], NUMBERED],
    ["a run without a pull request", ["f", "f2", null], ["f", "f1", null], null],
    ["a decision of another pull request", ["f", "f2", 41], ["f", "f1", 40], null],
    ["a pull request of another branch", ["h", "f2", 41], ["f", "f1", null], null],
    ["main", ["main", "m2", 41], ["main", "m1", null], null],
    ["a rebased branch", ["f", "r1", 41], ["f", "f1", null], { $addToSet: { carried: shaOf("r1") } }],
    ["a branch of the same name that the decision was carried to", ["f", "g1", 41], ["f", "f1", null, "g1"], null],
  ] as const)
    it(`${what}: ${wanted === null ? "nothing" : Object.keys(wanted)[0]}`, () => {
      const [branch, commit, prNumber] = run;
      const head = { branch, commitSha: shaOf(commit), prNumber, runAt: new Date(1), mainBranch: "main" };
      const [of, at, number, carried] = decided as readonly [string, string, number | null, string?];
      const decision = { branch: of, commitSha: shaOf(at), prNumber: number, carried: carried ? [shaOf(carried)] : [] };
      expect(tieTo(head, decision, decisionPlaces(GRAPH, head), "main")).to.deep.equal(wanted);
    });
});
