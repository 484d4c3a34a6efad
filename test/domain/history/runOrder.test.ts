import { expect } from "chai";
import type { Commit } from "../../../domain/history/commit.ts";
import { buildGraph } from "../../../domain/history/graph.ts";
import { inOrderFor } from "../../../domain/history/runOrder.ts";

const shaOf = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
/** "m2<m1": a commit and its parents. */
const graphOf = (text: string) =>
  buildGraph(
    text
      .split(" ")
      .map((word): Commit => {
        const [name = "", parents = ""] = word.split("<");
        const shas = parents.split(",").filter(Boolean).map(shaOf);
        return { sha: shaOf(name), parents: shas, pr: null, at: new Date(0), onMain: name.startsWith("m") };
      })
      .toReversed(),
  );

/** Main is m1…m4; f forked at m2; g is f rebased on m4; x is an unknown commit. */
const GRAPH = graphOf("m1 m2<m1 m3<m2 m4<m3 f1<m2 f2<f1 g1<m4 g2<g1 j<f2,m3");

describe("the order in which earlier runs are compared with", () => {
  const OWN = { base: false, rewritable: true, againSince: null };
  const MAIN = { base: false, rewritable: false, againSince: null };
  const BASE = { base: true, rewritable: false, againSince: null };
  /** A nightly run: the first three runs belong to earlier nights. */
  const NIGHT = { ...MAIN, againSince: new Date(2) };
  const BRANCH_NIGHT = { ...OWN, againSince: new Date(2) };
  // Runs from oldest to newest, by their commits; "?" is a run without a commit.
  for (const [what, head, runs, how, wanted] of [
    ["main: the nearest ancestor's, not the newest", "m3", "m1 m2 m4", MAIN, "m2 m1 m4"],
    ["main: a run again of an older job", "m2", "m1 m2 m3 m4", MAIN, "m1 m2 m4 m3"],
    ["main: an older job that ran late is not the nearest", "m4", "m2 m3 m1", MAIN, "m3 m2 m1"],
    ["main: two runs of one commit, the newer first", "m2", "m1 m1", MAIN, "m1#2 m1#1"],
    ["main: runs of before the history was told come after", "m2", "? m1 ?", MAIN, "m1 ?#3 ?#1"],
    ["main: nothing but the same commit", "m2", "m2", MAIN, "m2"],
    ["night: the same commit's run of the night before", "m2", "m1 m2", NIGHT, "m2 m1"],
    ["night: the newest of several nights before", "m2", "m1 m2 m2", NIGHT, "m2#3 m2#2 m1"],
    ["night: what ran since is a repetition", "m2", "m1 m2 ? m2", NIGHT, "m2#2 m1 ? m2#4"],
    ["night: the first one of a commit", "m3", "m1 m2 m2", NIGHT, "m2#3 m2#2 m1"],
    ["night: on a branch that was rewritten", "g1", "f1 g1 m4", BRANCH_NIGHT, "g1 m4 f1"],
    ["night: set back to a commit of before", "f1", "f1 m2 f2", BRANCH_NIGHT, "f1 m2 f2"],
    ["base: where the branch began", "f2", "m1 m2 m3 m4", BASE, "m2 m1 m4 m3"],
    ["base: main's run of the very commit", "m3", "m2 m3 m4", BASE, "m3 m2 m4"],
    ["base: a branch that took main in", "j", "m1 m2 m3 m4", BASE, "m3 m2 m1 m4"],
    ["base: no run of main on the way, those of before the history first", "f1", "? m3 m4", BASE, "? m4 m3"],
    ["own: the newest", "f2", "f1", OWN, "f1"],
    ["own: again an older job", "f1", "m2 f1 f2", OWN, "m2 f1 f2"],
    ["own: rebased, the newest before that", "g2", "m1 f1 f2", OWN, "f2 f1 m1"],
    ["own: rebased, and run since", "g2", "f1 f2 g1", OWN, "g1 f2 f1"],
    ["own: forced back to an older commit", "f1", "m1 f2", OWN, "m1 f2"],
    ["a commit that nobody told of: as they came", "x", "m1 m2 f1", OWN, "f1 m2 m1"],
  ] as const)
    it(what, () => {
      const told = runs.split(" ").map((name, at) => ({
        id: `${name}#${at + 1}`,
        name,
        createdAt: new Date(at),
        commitSha: name === "?" ? null : shaOf(name),
      }));
      const twice = (name: string) => told.filter((one) => one.name === name).length > 1;
      const got = inOrderFor(GRAPH, shaOf(head), told.toReversed(), how).map(({ run }) =>
        twice(run.name) ? run.id : run.name,
      );
      expect(got.join(" ")).to.equal(wanted);
    });

  it("says how each stands to the commit", () => {
    const m2 = { commitSha: shaOf("m2"), createdAt: new Date(2) };
    const later = { ...m2, createdAt: new Date(3) };
    expect(inOrderFor(GRAPH, shaOf("m2"), [later, m2], NIGHT)).to.deep.equal([
      { run: m2, place: "again" },
      { run: later, place: "same" },
    ]);
    const runs = ["f1", "f2", "m4", "?"].map((name) => ({
      commitSha: name === "?" ? null : shaOf(name),
      createdAt: new Date(0),
    }));
    const places = (head: string, how: typeof OWN) =>
      inOrderFor(GRAPH, shaOf(head), runs, how).map(({ place }) => place);
    expect(places("f2", OWN)).to.deep.equal(["before", "rewritten", "unknown", "same"]);
    expect(places("f1", BASE)).to.deep.equal(["before", "unknown", "elsewhere", "elsewhere"]);
    expect(places("x", OWN)).to.deep.equal(["unknown", "unknown", "unknown", "unknown"]);
  });
});
