import { expect } from "chai";
import type { Commit } from "../../../domain/history/commit.ts";
import { isCut, namesBranch, namesCommit } from "../../../domain/history/cut.ts";
import { buildGraph } from "../../../domain/history/graph.ts";

const NOW = new Date("2026-11-12T10:00:00Z");
const sha = (name: string): string => Buffer.from(name).toString("hex").padEnd(40, "0");
const commit = (name: string, parents: string[], onMain = false): Commit => ({
  sha: sha(name),
  parents: parents.map(sha),
  pr: null,
  at: NOW,
  onMain,
});

describe("a history that is cut", () => {
  const main = [commit("m2", ["m1"], true), commit("m1", [], true)];
  for (const [what, commits, head, branch, expected] of [
    ["an unknown commit", main, "f1", "feature", true],
    ["an unknown commit of main", main, "m3", "main", true],
    ["a known commit of main, whatever is before it", [commit("m2", ["m1"], true)], "m2", "main", false],
    ["a known commit of no branch", [commit("m2", ["m1"], true)], "m2", null, false],
    ["a branch that reaches main", [commit("f1", ["m1"]), ...main], "f1", "feature", false],
    ["a branch that ends before it reaches main", [commit("f2", ["f1"]), ...main], "f2", "feature", true],
    ["a branch that ends, where main is not known", [commit("f2", ["f1"])], "f2", "feature", true],
    ["a branch with all of its commits, none of them main's", [commit("o1", []), ...main], "o1", "other", false],
    ["a whole history, where main is not known", [commit("f2", ["f1"]), commit("f1", [])], "f2", "feature", false],
  ] as const)
    it(`${expected ? "is" : "is not"} that of ${what}`, () => {
      const run = { commitSha: sha(head), branch, mainBranch: "main" };
      expect(isCut(buildGraph(commits), commits, run, NOW)).to.equal(expected);
      expect(isCut(buildGraph(commits), commits, { ...run, commitSha: sha(head).slice(0, 7) }, NOW)).to.equal(expected);
    });

  it("is asked for by what names a commit and a branch, and nothing else", () => {
    const commits = ["4f1c2ab", "4F1C2AB".repeat(5), sha("x"), "4f1c2a", "main", "4f1c2ab..main", ""];
    expect(commits.filter(namesCommit)).to.deep.equal(commits.slice(0, 3));
    const branches = [
      "main",
      "feature/price",
      "a.b",
      "ünïcode",
      "a..b",
      "fork:main",
      "-x",
      "a b",
      "x^",
      "/x",
      "x/",
      "",
    ];
    expect(branches.filter(namesBranch)).to.deep.equal(branches.slice(0, 4));
  });
});
