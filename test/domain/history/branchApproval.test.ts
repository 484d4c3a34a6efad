import { expect } from "chai";
import {
  approvalSentences,
  approvedReason,
  knownLookReason,
  leftOutReason,
  mergedReason,
} from "../../../domain/history/approvalSentences.ts";
import { type Entry, type History, judgeBranchApproval } from "../../../domain/history/branchApproval.ts";
import type { Commit } from "../../../domain/history/commit.ts";
import { buildGraph } from "../../../domain/history/graph.ts";
import { type IsMerged, mergedPulls } from "../../../domain/history/mergedPulls.ts";

/** A history from oldest to newest: each entry is "pixels" or "pixels<id", where id is what it was compared with ("-": nothing). */
function history(name: string, words: string, patch: Record<number, Partial<Entry>> = {}): Entry[] {
  const entries = words
    .split(" ")
    .filter(Boolean)
    .map((word, index): Entry => {
      const [pixelSha256 = "", base] = word.split("<");
      return {
        _id: `${name}${index + 1}`,
        picture: { pixelSha256 },
        how: "approve",
        promotedBy: `${name}@shop.example`,
        at: new Date(Date.UTC(2026, 10, 10 * (name === "m" ? index : index + 1))),
        fromShotId: `shot-${name}${index + 1}`,
        previousVersionId: index > 0 ? `${name}${index}` : null,
        ...(base !== undefined && { comparedWith: base === "-" ? null : base }),
        ...patch[index + 1],
      };
    });
  return entries.toReversed();
}

const branch = (name: string, words: string, patch?: Record<number, Partial<Entry>>): History<Entry> => ({
  branch: `feature/${name}`,
  entries: history(name, words, patch),
});
type Given = {
  main: Entry[];
  branches: History<Entry>[];
  reference?: Entry[];
  shotId?: string;
  peopleOnly?: boolean;
  isMerged?: IsMerged | null;
};
const judge = ({ main, branches, reference = [], shotId = "shot", peopleOnly = false, isMerged = null }: Given) =>
  judgeBranchApproval({
    isMerged,
    peopleOnly,
    pixelSha256: "X",
    shotId,
    main: { branch: "main", entries: main },
    reference,
    branches,
  });
const KEY: Record<number, Partial<Entry>> = { 1: { promotedBy: "key ci" } };
const main = (words: string, patch?: Record<number, Partial<Entry>>) => history("m", words, patch);

describe("judgeBranchApproval", () => {
  const PULL = { 1: { prNumber: 41, commitSha: "beef" } };
  const table: [string, Given, string][] = [
    [
      "the pull request that it was accepted for is part of the run's commit",
      { main: main("A"), branches: [branch("a", "X<m1", PULL)], isMerged: ({ prNumber }) => prNumber === 41 },
      "counts a1",
    ],
    [
      "that pull request was never merged",
      { main: main("A"), branches: [branch("a", "X<m1", PULL)], isMerged: () => false },
      "known a1 never_merged",
    ],
    [
      "it was never merged, and looks as main did before",
      { main: main("X A"), branches: [branch("a", "X<m2", PULL)], isMerged: () => false },
      "known m1 until 10",
    ],
    ["compared with what main shows", { main: main("A"), branches: [branch("a", "X<m1")] }, "counts a1"],
    ["main has moved on since", { main: main("A B"), branches: [branch("a", "X<m1")] }, "known a1 main_moved"],
    [
      "main was rolled back to another entry with the same look: somebody decided in between",
      { main: main("A B A"), branches: [branch("a", "X<m1")] },
      "known a1 main_moved",
    ],
    [
      "main was captured again with equal pixels",
      { main: main("Z A A A"), branches: [branch("a", "X<m2")] },
      "counts a1",
    ],
    [
      "the branch's second picture, compared with its first",
      { main: main("A"), branches: [branch("a", "Y<m1 X<a1")] },
      "counts a2",
    ],
    [
      "the same, and main moved between the two",
      { main: main("A B"), branches: [branch("a", "Y<m1 X<a1")] },
      "known a2 main_moved",
    ],
    [
      "the branch shows another picture by now",
      { main: main("A"), branches: [branch("a", "X<m1 Y<a1")] },
      "known a1 replaced_on_branch",
    ],
    [
      "the approval was taken back",
      { main: main("A"), branches: [branch("a", "X<m1 X<m1", { 2: { withdrawn: true, how: "rollback" } })] },
      "known a1 replaced_on_branch",
    ],
    [
      "merged once, then main moved on and went back to it",
      { main: main("A X<m1 B", { 2: { how: "branch_merge" } }), branches: [branch("a", "X<m1")] },
      "known m2 until 20",
    ],
    [
      "main's own older look, of no branch",
      { main: main("X B"), branches: [branch("a", "Y<m1")] },
      "known m1 until 10",
    ],
    [
      "another writer moved the same approval a moment ago",
      { main: main("A X<m1", { 2: { how: "branch_merge" } }), branches: [branch("a", "X<m1")] },
      "current m2",
    ],
    [
      "this very result moved it, and main moved on since",
      {
        main: main("A X<m1 B", { 2: { how: "branch_merge", fromShotId: "shot" } }),
        branches: [branch("a", "X<m1")],
      },
      "current m2",
    ],
    [
      "two branches accepted the same pixels: the newest that counts",
      {
        main: main("A B"),
        branches: [branch("a", "X<m1"), branch("b", "Y<m2 X<b1"), branch("c", "X<m2")],
      },
      "counts b2",
    ],
    [
      "compared with the reference environment, which main's runs are held against too",
      { main: [], reference: history("r", "A"), branches: [branch("a", "X<r1")] },
      "counts a1",
    ],
    [
      "main got a baseline of its own in this environment since",
      { main: main("B"), reference: history("r", "A"), branches: [branch("a", "X<r1")] },
      "known a1 main_moved",
    ],
    [
      "the reference moved on",
      { main: [], reference: history("r", "A B"), branches: [branch("a", "X<r1")] },
      "known a1 main_moved",
    ],
    [
      "main's own baseline was taken back, so the reference stands in for it",
      { main: main("B B", { 2: { withdrawn: true } }), reference: history("r", "A"), branches: [branch("a", "X<r1")] },
      "counts a1",
    ],
    [
      "a first picture, and main has one of its own by now",
      { main: main("A"), branches: [branch("a", "X<-")] },
      "known a1 main_moved",
    ],
    ["a key's approval counts", { main: main("A"), branches: [branch("a", "X<m1", KEY)] }, "counts a1"],
    [
      "a key's approval, where main is protected",
      { main: main("A"), branches: [branch("a", "X<m1", KEY)], peopleOnly: true },
      "known a1 no_person",
    ],
    [
      "a capture of earlier versions, where main is protected: nobody knows who asked for it",
      { main: main("A"), branches: [branch("a", "X<m1", { 1: { promotedBy: "run" } })], peopleOnly: true },
      "known a1 no_person",
    ],
    [
      "a capture that a person asked for, where main is protected",
      {
        main: main("A"),
        branches: [branch("a", "X<m1", { 1: { promotedBy: "run", person: "ann@shop.example" } })],
        peopleOnly: true,
      },
      "counts a1",
    ],
    [
      "a key's capture of what a person had approved there, where main is protected",
      {
        main: main("A"),
        branches: [branch("a", "X<m1 X<a1", { 2: { promotedBy: "run", person: "key ci" } })],
        peopleOnly: true,
      },
      "counts a1",
    ],
    [
      "a person's picture that a key replaced, where main is protected",
      { main: main("A"), branches: [branch("a", "Y<m1 X<a1", { 2: { promotedBy: "key ci" } })], peopleOnly: true },
      "known a2 no_person",
    ],
    [
      "a key's approval and, on another branch, a person's",
      {
        main: main("A"),
        branches: [branch("b", "X<m1"), branch("c", "Y<m1 X<c1", { 2: { person: "key ci" } })],
        peopleOnly: true,
      },
      "counts b1",
    ],
    ["nobody accepted it", { main: main("A"), branches: [branch("a", "Y<m1")] }, "unknown"],
    // Entries of earlier versions: 10 November for the branch's first, 0, 10, 20 … for main's.
    ["without the field: what main was then", { main: main("A"), branches: [branch("a", "X")] }, "counts a1"],
    [
      "without the field: main moved on since",
      { main: main("A B C"), branches: [branch("a", "X")] },
      "known a1 main_moved",
    ],
    [
      "without the field: through its own first picture",
      { main: main("A"), branches: [branch("a", "Y X")] },
      "counts a2",
    ],
    [
      "without the field: main's second picture came between the branch's two",
      { main: main("A B", { 2: { at: new Date(Date.UTC(2026, 10, 15)) } }), branches: [branch("a", "Y X")] },
      "known a2 main_moved",
    ],
    [
      "without the field, and older than main's history",
      { main: main("A"), branches: [branch("a", "X", { 1: { at: new Date(0) } })] },
      "known a1 not_known",
    ],
    ["a circle in damaged data", { main: main("A"), branches: [branch("a", "Y<a2 X<a1")] }, "known a2 not_known"],
  ];
  for (const [what, given, expected] of table)
    it(what, () => {
      const answer = judge(given);
      const told = () => {
        if (answer.kind === "unknown") return "unknown";
        if (answer.kind !== "known") return `${answer.kind} ${answer.decision.versionId}`;
        const { decision, until, why } = answer.look;
        return `known ${decision.versionId} ${until ? `until ${until.getUTCDate()}` : why}`;
      };
      expect(told()).to.equal(expected);
      if (answer.kind === "counts") expect(answer.after).to.equal(given.main[0] ?? null);
    });
});

describe("sentences about approvals", () => {
  const decision = {
    versionId: "bsv_1",
    branch: "feature/price",
    by: "ann@shop.example",
    prNumber: 41,
    at: new Date("2026-11-12T10:41:00Z"),
    commitSha: "a1b2c3d4e5",
  };

  it("say whose decision a pass is", () => {
    const reason = approvedReason(decision, "main");
    expect(reason.message).to.equal(
      "Equals the screenshot accepted by ann@shop.example on feature/price in #41, 12 November 2026, 10:41 UTC; it is now the baseline of main.",
    );
    expect(reason.data).to.include({ by: "ann@shop.example", prNumber: 41, at: "2026-11-12T10:41:00.000Z" });
  });

  it("say whose old look a failure is, or until when main looked so", () => {
    const look = { decision, until: null, why: "main_moved" } as const;
    expect(knownLookReason(look, "main").message).to.equal(
      "Looks like feature/price (a1b2c3d), accepted by ann@shop.example on feature/price in #41, 12 November 2026, 10:41 UTC. That approval does not count: the baseline of main has changed since.",
    );
    const never = knownLookReason({ ...look, why: "never_merged" }, "main").message;
    expect(never).to.match(/^Looks like .*, accepted by .*; that was never merged\.$/);
    const until = new Date("2026-11-20T08:00:00Z");
    expect(knownLookReason({ ...look, until }, "main").message).to.match(
      /^Looks as main did until 20 November 2026, 08:00 UTC \(a1b2c3d\), accepted by ann@shop\.example on feature\/price in #41, 12 November/,
    );
  });

  it("count results by decision, at most five, and leave those of earlier versions out", () => {
    const one = approvedReason(decision, "main");
    const later = approvedReason({ ...decision, at: new Date("2026-11-12T10:42:00Z") }, "main");
    const others = [1, 2, 3, 4, 5].map((prNumber) => approvedReason({ ...decision, prNumber }, "main"));
    const told = approvalSentences([one, later, { code: "approved_on_branch", message: "An old one." }, ...others]);
    expect(told).to.have.length(6);
    expect(told[0]).to.equal(
      "2 screenshots passed because of an approval: accepted by ann@shop.example on feature/price in #41, 12 November 2026, 10:42 UTC.",
    );
    expect(told[5]).to.equal("And by 1 more approval.");
    expect(approvalSentences([])).to.deep.equal([]);
  });

  it("count what passed as merged, by who met, and not what only leaves a change out", () => {
    const other = { ...decision, branch: "main", by: "bo@shop.example", prNumber: null };
    const meeting = mergedReason({ ours: other, theirs: [decision] }, null);
    const shown = mergedReason({ ours: other, theirs: [decision] }, decision);
    const { deciders: _, ...of } = meeting.data ?? {};
    const told = approvalSentences([
      meeting,
      shown,
      approvedReason(decision, "main"),
      leftOutReason(2, [decision]),
      { code: "merged", message: "Of a run before meetings were counted.", data: of },
    ]);
    expect(told).to.deep.equal([
      "2 screenshots passed as merged, by changes accepted on both sides: by bo@shop.example on main, and by ann@shop.example on feature/price in #41.",
      "1 screenshot passed because of an approval: accepted by ann@shop.example on feature/price in #41, 12 November 2026, 10:41 UTC.",
      "1 screenshot passed as merged, by changes accepted on both sides: by ann@shop.example on feature/price in #41.",
    ]);
  });
});

describe("mergedPulls", () => {
  const at = new Date("2026-11-01");
  const sha = (name: string): string => name.repeat(40).slice(0, 40);
  /** "c b 41": a commit, its parents, and the pull request that it names. */
  const commits = (words: string[]): Commit[] =>
    words.map((word) => {
      const [name = "", parents = "", pr] = word.split(" ");
      const above = parents === "-" ? [] : [...parents].map(sha);
      return { sha: sha(name), parents: above, pr: pr ? Number(pr) : null, at, onMain: true };
    });
  const NAMED = commits(["c b 41", "b a", "a -", "d a 42"]);
  const table: [string, Commit[], string, [prNumber: number | null, commit: string | null, part: boolean][] | null][] =
    [
      [
        "what an ancestor names, or holds, is part of it",
        NAMED,
        "c",
        [
          [41, "e", true],
          [42, "d", false],
          [43, "a", true],
          [43, null, false],
          [null, null, true],
        ],
      ],
      ["messages that name no pull request tell nothing", commits(["b a", "a -"]), "b", null],
      ["an unknown commit tells nothing", NAMED, "e", null],
      [
        "a pull request named long ago does not show that all are named",
        [
          ...Array.from({ length: 250 }, (_, index) => ({
            sha: String(index).padStart(40, "0"),
            pr: null,
            at,
            onMain: true,
            parents: [index < 249 ? String(index + 1).padStart(40, "0") : sha("c")],
          })),
          ...NAMED,
        ],
        "0",
        null,
      ],
    ];
  for (const [title, rows, head, asked] of table)
    it(title, () => {
      const isMerged = mergedPulls(buildGraph(rows), sha(head));
      if (asked === null || isMerged === null) expect(isMerged).to.equal(asked);
      else
        for (const [prNumber, commit, part] of asked)
          expect(isMerged({ prNumber, commitSha: commit && sha(commit) }), `${prNumber} ${commit}`).to.equal(part);
    });
});
