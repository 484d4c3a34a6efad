import { expect } from "chai";
import type { Commit } from "../../../domain/history/commit.ts";
import { decisionPlaces, hasDecision, mayBeElsewhere, sparesDecision } from "../../../domain/history/decisionHolds.ts";
import { buildGraph } from "../../../domain/history/graph.ts";

const shaOf = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
/** "m2<m1#41": a commit, its parents, and the pull request that its message names. */
const graphOf = (text: string) =>
  buildGraph(
    text
      .split(" ")
      .map((word): Commit => {
        const [commit = "", number] = word.split("#");
        const [name = "", parents = ""] = commit.split("<");
        const pr = number === undefined ? null : Number(number);
        const shas = parents.split(",").filter(Boolean).map(shaOf);
        return { sha: shaOf(name), parents: shas, pr, at: new Date(0), onMain: name.startsWith("m") };
      })
      .toReversed(),
  );

// Main is m1…m5, where m4 squashes pull request 41 and m5 merges g. f and g forked at m2, r is f rebased on m3, h forked at m5.
const GRAPH = graphOf("m1 m2<m1 f1<m2 f2<f1 g1<m2 m3<m2 r1<m3 r2<r1 m4<m3#41 m5<m4,g1 h1<m5");

describe("where a decision stands for a commit", () => {
  // "branch commit #number"; "?" is an unknown commit, "-" none.
  for (const [what, head, decision, wanted] of [
    ["main: on the commit itself", "main m2", "main m2", "history"],
    ["main: a later commit", "main m3", "main m2", "history"],
    ["main: a run without a branch", "- m3", "main m2", "history"],
    ["main: an older commit", "main m2", "- m3", "later"],
    ["main: what a branch decided that is not merged", "main m3", "f f2", "elsewhere"],
    ["main: what a branch decided, after the merge commit", "main m5", "g g1", "history"],
    ["main: before the merge commit", "main m4", "g g1", "elsewhere"],
    ["main: after the squash of the pull request", "main m4", "f f2 #41", "squash"],
    ["main: before the squash", "main m3", "f f2 #41", "elsewhere"],
    ["main: after the squash of another pull request", "main m5", "f f2 #42", "elsewhere"],
    ["a branch: its own, on a later commit", "f f2", "f f1", "history"],
    ["a branch: its own, on an older commit", "f f1", "f f2", "later"],
    ["a branch: its own, before a rebase", "f r2", "f f2", "rewritten"],
    ["a branch: main's, where it began", "f f1", "main m2", "history"],
    ["a branch: main's newer", "f f1", "main m3", "main"],
    ["a branch: main's newer, without a branch's name", "f f1", "- m3", "main"],
    ["a branch: main's newer, after it was rebased on it", "f r1", "main m3", "history"],
    ["a branch: another branch's", "g g1", "f f2 #41", "elsewhere"],
    ["a branch: another branch's, which main brought", "h h1", "f f1 #41", "squash"],
    ["a pull request under another name", "renamed r1 #41", "f f2 #41", "rewritten"],
    ["a branch of the same name in another fork", "f g1 #43", "f f2 #42", "elsewhere"],
    ["a branch before it had a pull request", "f r1 #41", "f f2", "rewritten"],
    ["a run whose commit nobody told of", "main ?", "f f2", "unknown"],
    ["a run without a commit", "main -", "f f2", "unknown"],
    ["a decision on a commit that nobody told of", "main m3", "f ?", "unknown"],
    ["a decision without a commit", "main m3", "f -", "unknown"],
  ] as const)
    it(`${what}: ${wanted}`, () => {
      const [at, of] = [read(head), read(decision)];
      const on = { ...at, mainBranch: "main" };
      const place = decisionPlaces(GRAPH, on)(of);
      expect(place).to.equal(wanted);
      if (place === "elsewhere") expect(mayBeElsewhere(of, on)).to.equal(true);
      expect(decisionPlaces(null, on)(of), "without history").to.equal("unknown");
    });

  it("abbreviated commits are the same", () => {
    const head = { commitSha: shaOf("m5").slice(0, 9), branch: "main", prNumber: null, mainBranch: "main" };
    for (const commitSha of [shaOf("g1").slice(0, 9), shaOf("g1").toUpperCase()])
      expect(decisionPlaces(GRAPH, head)({ branch: "g", commitSha })).to.equal("history");
  });

  it("what a rebased branch took along comes with a merge of what it is now", () => {
    const of = { ...read("f f2"), carried: [shaOf("r2"), shaOf("nobody")] };
    const placeOn = (head: string) => decisionPlaces(GRAPH, { ...read(head), mainBranch: "main" })(of);
    expect([placeOn("main r2"), placeOn("main m3"), placeOn("f r1")]).to.deep.equal([
      "history",
      "elsewhere",
      "rewritten",
    ]);
  });

  it("what a branch decided on a commit that main already had applies on the branch, and from its first commit on", () => {
    const runAt = new Date(1);
    for (const [head, decision, carried, wanted] of [
      ["main m2", "f m2", [], "elsewhere"],
      ["main m3", "f m2", [], "elsewhere"],
      ["g g1", "f m2", [], "elsewhere"],
      ["f m2", "f m2", [], "history"],
      ["f m1", "f m2", [], "later"],
      ["f f1", "f m2", [], "rewritten"],
      ["main m4", "f m2 #41", [], "squash"],
      ["main m5", "g m2", ["g1"], "history"],
      ["g g1", "main m2", [], "history"],
      ["main m5", "g g1", [], "elsewhere"],
    ] as const) {
      const on = { ...read(head), mainBranch: "main", runAt };
      const of = { ...read(decision), carried: carried.map(shaOf) };
      expect(decisionPlaces(GRAPH, on)({ ...of, runAt }), `${decision} on ${head}`).to.equal(wanted);
    }
    const main = { ...read("main m3"), mainBranch: "main", runAt };
    for (const before of [{ runAt: new Date(0) }, {}])
      expect(decisionPlaces(GRAPH, main)({ ...read("f m2"), ...before })).to.equal("history");
  });

  it("what was decided elsewhere spares nobody, what main or the branch decided later does, and is no part of the commit", () => {
    const places = ["unknown", "history", "squash", "rewritten", "later", "main", "elsewhere"] as const;
    expect(places.filter(hasDecision)).to.deep.equal(["unknown", "history", "squash", "rewritten"]);
    expect(places.filter((one) => !sparesDecision(one))).to.deep.equal(["elsewhere"]);
  });

  it("without a commit on either side, or on one branch, nobody needs the history", () => {
    const head = { ...read("f f2"), mainBranch: "main" };
    for (const decision of ["main m3", "- m3", "f f1", "g -"]) {
      expect(mayBeElsewhere(read(decision), head), decision).to.equal(false);
      expect(mayBeElsewhere(read("g g1"), { ...read(`f -`), mainBranch: "main" })).to.equal(false);
    }
    expect(mayBeElsewhere({}, head)).to.equal(false);
    expect(mayBeElsewhere(read("g g1"), head)).to.equal(true);
  });

  function read(text: string) {
    const [branch = "-", commit = "-", number] = text.split(" ");
    const shas: Record<string, string | null> = { "-": null, "?": shaOf("nobody") };
    return {
      branch: branch === "-" ? null : branch,
      commitSha: commit in shas ? (shas[commit] ?? null) : shaOf(commit),
      prNumber: number === undefined ? null : Number(number.slice(1)),
    };
  }
});
