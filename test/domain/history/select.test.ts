import assert from "node:assert/strict";
import type { Commit } from "../../../domain/history/commit.ts";
import { buildGraph } from "../../../domain/history/graph.ts";
import { type Accepted, type Choice, type Head, selectReferences } from "../../../domain/history/select.ts";

/** A commit as "m3: m2 b1 #41": its name, its parents after the colon, and its pull request. */
type Line = string;

const shaOf = (name: string): string => Buffer.from(name).toString("hex").padEnd(40, "0");

/** Commits of the lines, oldest first; the n-th is recorded in second n. Commits whose names start with m are main's. */
function rowsOf(lines: readonly Line[]): Commit[] {
  return lines
    .map((line, second) => {
      const [, name = "", parents = "", pr] = /^(\w+):? ?([^#]*)(?:#(\d+))?$/.exec(line) ?? [];
      return {
        sha: shaOf(name),
        parents: parents.split(" ").filter(Boolean).map(shaOf),
        pr: pr ? Number(pr) : null,
        at: new Date(second * 1000),
        onMain: name.startsWith("m"),
      };
    })
    .reverse();
}

/** "red@b1 on feature #41": a look, its commit ("-" for none), its branch (main by default) and pull request. */
function acceptedOf(line: string, second: number): Accepted {
  const [, look = "", commit = "", branch = "main", pr] =
    /^(\w+)@([\w-]+)(?: on ([\w/]+))?(?: #(\d+))?$/.exec(line) ?? [];
  return {
    id: line.split(" ")[0] ?? "",
    place: 0,
    branch,
    commitSha: commit === "-" ? null : shaOf(commit),
    prNumber: pr ? Number(pr) : null,
    at: new Date(second * 1000 + 500),
    look,
    withdrawn: look === "withdrawn",
  };
}

function choose(history: readonly Line[], versions: readonly string[], at: string): Choice | undefined {
  const [, sha = "", branch = "main", pr] = /^(\w+)(?: on ([\w/]+))?(?: #(\d+))?$/.exec(at) ?? [];
  const head: Head = { sha: shaOf(sha), branch, prNumber: pr ? Number(pr) : null, mainBranch: "main" };
  return selectReferences(buildGraph(rowsOf(history)), head, 1, versions.map(acceptedOf))[0];
}

const told = (choice: Choice | undefined): string => {
  if (choice?.kind === "version") return `${choice.id} ${choice.where}`;
  if (choice?.kind !== "merge") return choice?.kind ?? "nothing";
  const { of, ours, where } = choice;
  return `${JSON.stringify(of).replaceAll('"', "").replace("base:", "")} ${ours} ${where}`;
};

const FORKED = ["m1", "b1: m1", "m2: m1"];
const TWO_MERGED = ["m1", "b1: m1", "c1: m1", "m2: m1 b1", "m3: m2 c1"];
/** Main has 41 through m3, and r2, on a branch that forked from main earlier, repeats it. */
const PICKED = ["m1", "m2: m1", "b1: m2", "r1: m1", "m3: m2 #41", "r2: r1 #41"];
const REBASED = [...FORKED, "b2: m2"];

/** b1 merged main with an undecided conflict (b2), and was then rebased to b3. */
const REBASED_IN_CONFLICT = ["m1", "b1: m1", "m2: m1", "b2: b1 m2", "m3: m2", "b3: m3"];

const CASES: [title: string, history: readonly Line[], versions: readonly string[], at: string, expected: string][] = [
  ["a pull request behind main", FORKED, ["old@m1", "new@m2"], "b1 on feature #41", "old@m1 branch_point"],
  [
    "one merge of two pull requests that change the same page",
    TWO_MERGED,
    ["old@m1", "price@b1 on price #41", "logo@c1 on logo #42"],
    "m3",
    "{old@m1,ours:price@b1,theirs:logo@c1} price@b1 here",
  ],
  ["the same of which only one changes it", TWO_MERGED, ["old@m1", "price@b1 on price #41"], "m3", "price@b1 here"],
  [
    "a squash that names its pull request",
    ["m1", "b1: m1", "b2: b1", "m2: m1 #41"],
    ["old@m1", "first@b1 on feature #41", "price@b2 on feature #41"],
    "m2",
    "price@b2 squash",
  ],
  ["a squash that names none", FORKED, ["old@m1", "price@b1 on feature #41"], "m2", "old@m1 here"],
  [
    "a rebase on a main that moved",
    REBASED,
    ["old@m1", "price@b1 on feature", "new@m2"],
    "b2 on feature",
    "{old@m1,ours:new@m2,theirs:price@b1} new@m2 rewritten",
  ],
  [
    "a rebase where main did not touch the page",
    REBASED,
    ["old@m1", "price@b1 on feature"],
    "b2 on feature",
    "price@b1 rewritten",
  ],
  [
    "a rebase of a branch that another picture was accepted on since",
    REBASED,
    ["old@m1", "price@b1 on feature", "better@b2 on feature"],
    "b2 on feature",
    "better@b2 here",
  ],
  [
    "a rebase of a branch with a conflict that nobody decided",
    REBASED_IN_CONFLICT,
    ["old@m1", "price@b1 on feature", "new@m2"],
    "b3 on feature",
    "{old@m1,ours:new@m2,theirs:price@b1} new@m2 rewritten",
  ],
  [
    "the same where main decided anew: its picture of before is not known any more",
    REBASED_IN_CONFLICT,
    ["old@m1", "price@b1 on feature", "new@m2", "newer@m3"],
    "b3 on feature",
    "{old@m1,ours:newer@m3,theirs:price@b1} newer@m3 rewritten",
  ],
  [
    "a branch on one that was rewritten: what was accepted before is shown once more",
    [...REBASED, "c1: b2"],
    ["old@m1", "price@b1 on feature"],
    "c1 on stack",
    "old@m1 branch_point",
  ],
  [
    "the same of pull requests, where the commits name none",
    [...REBASED, "c1: b2"],
    ["old@m1", "price@b1 on feature #41"],
    "c1 on stack #42",
    "old@m1 branch_point",
  ],
  [
    "the same where it was accepted again after the rewriting",
    [...REBASED, "c1: b2"],
    ["old@m1", "price@b1 on feature", "again@b2 on feature"],
    "c1 on stack",
    "again@b2 here",
  ],
  [
    "a merge commit",
    ["m1", "b1: m1", "m2: m1", "m3: m2 b1 #41"],
    ["old@m1", "price@b1 on feature #41"],
    "m3",
    "price@b1 here",
  ],
  [
    "a revert of a merge takes no decision back",
    ["m1", "b1: m1", "m2: m1 b1", "m3: m2"],
    ["old@m1", "price@b1 on feature"],
    "m3",
    "price@b1 here",
  ],
  [
    "the revert of the revert, after the first was accepted",
    ["m1", "b1: m1", "m2: m1 b1", "m3: m2", "m4: m3"],
    ["old@m1", "price@b1 on feature", "old@m3"],
    "m4",
    "old@m3 here",
  ],
  [
    "a cherry-pick of code to a release branch",
    ["m1", "r1: m1", "m2: m1", "r2: r1"],
    ["old@m1", "price@m2"],
    "r2 on release",
    "old@m1 branch_point",
  ],
  [
    "a cherry-pick that keeps the number of its pull request: its change alone",
    PICKED,
    ["old@m1", "new@m2", "price@b1 on feature #41"],
    "r2 on release",
    "{new@m2,ours:old@m1,theirs:price@b1} old@m1 squash",
  ],
  [
    "the same of a page that main had not changed",
    PICKED,
    ["old@m1", "price@b1 on feature #41"],
    "r2 on release",
    "price@b1 squash",
  ],
  [
    "the same again, after another picture was accepted",
    [...PICKED, "r3: r2 #41"],
    ["old@m1", "price@b1 on feature #41", "better@r2 on release"],
    "r3 on release",
    "better@r2 here",
  ],
  [
    "a cherry-pick of a pull request of a release branch to main",
    ["m1", "r1: m1", "b1: r1", "r2: r1 #41", "m2: m1", "m3: m2 #41"],
    ["old@m1", "fix@r1 on release", "price@b1 on feature #41"],
    "m3",
    "{fix@r1,ours:old@m1,theirs:price@b1} old@m1 squash",
  ],
  [
    "a cherry-pick of a squash of a branch whose own commits name the pull request",
    ["m1", "m2: m1", "b1: m2 #41", "b2: b1 #41", "r1: m1", "m3: m2 #41", "r2: r1 #41"],
    ["old@m1", "new@m2", "first@b1 on feature #41", "price@b2 on feature #41"],
    "r2 on release",
    "{new@m2,ours:old@m1,theirs:price@b2} old@m1 squash",
  ],
  [
    "commits that repeat each other's change, as no repository has them",
    ["m1", "a1: m1 #42", "a2: a1", "a3: a2 #41", "b1: m1 #41", "b2: b1", "b3: b2 #42", "c1: a2", "c2: b2"],
    ["old@m1", "price@c1 on price #41", "logo@c2 on logo #42"],
    "b3 on release",
    "logo@c2 squash",
  ],
  [
    "a force-push to an older commit",
    ["m1", "b1: m1", "b2: b1"],
    ["old@m1", "price@b2 on feature"],
    "b1 on feature",
    "old@m1 branch_point",
  ],
  ["a re-run of an older job of main", ["m1", "m2: m1", "m3: m2"], ["old@m1", "new@m3"], "m2", "old@m1 here"],
  [
    "two jobs of one commit: the newest of its acceptances",
    ["m1", "b1: m1"],
    ["old@m1", "first@b1 on feature", "second@b1 on feature"],
    "b1 on feature",
    "second@b1 here",
  ],
  [
    "stacked pull requests",
    ["m1", "b1: m1", "c1: b1", "m2: m1"],
    ["old@m1", "price@b1 on price #41", "new@m2"],
    "c1 on logo #42",
    "price@b1 here",
  ],
];

describe("which accepted picture a commit is compared with", () => {
  for (const [title, history, versions, at, expected] of CASES)
    it(title, () => assert.equal(told(choose(history, versions, at)), expected));
});
