import { expect } from "chai";
import type { Reference, ReferenceVersion } from "../../../domain/history/reference.ts";
import { alternativesOf, comparedSentences, referenceSentence } from "../../../domain/history/referenceSentence.ts";

const version = (patch: Partial<ReferenceVersion> = {}): ReferenceVersion => ({
  versionId: "bsv_1",
  branch: "main",
  commitSha: "0f9e8d7c6b5a",
  by: "ann@shop.example",
  at: "2026-11-12T10:41:00.000Z",
  prNumber: 41,
  ...patch,
});
const MAIN = { branch: "main", sha: "a1b2c3d4e5f6", own: false };
const ON_MAIN = { ...MAIN, own: true };
const reference = (patch: Partial<Reference> = {}): Reference => ({
  chosenBy: "history",
  version: version(),
  where: "branch_point",
  main: MAIN,
  ...patch,
});
const feature = version({ branch: "feature/price" });

describe("what a result was compared with", () => {
  const table: [string, Reference, string][] = [
    [
      "main where the branch began",
      reference(),
      "Compared with main at a1b2c3d, where this branch began; accepted by ann@shop.example on 12 November 2026 in #41.",
    ],
    [
      "main, where nobody knows its commits",
      { chosenBy: "history", version: version({ prNumber: null }), where: "branch_point" },
      "Compared with main since 0f9e8d7; accepted by ann@shop.example on 12 November 2026.",
    ],
    [
      "a picture that a baseline run captured",
      reference({ version: version({ by: "run", prNumber: null }) }),
      "Compared with main at a1b2c3d, where this branch began; captured on 12 November 2026.",
    ],
    [
      "the reference environment",
      reference({ ofReferenceEnvironment: true, version: version({ prNumber: null }) }),
      "Compared with main at a1b2c3d in the reference environment, where this branch began; accepted by ann@shop.example on 12 November 2026.",
    ],
    [
      "what the branch accepted",
      reference({ version: feature, where: "here" }),
      "Compared with feature/price at 0f9e8d7; accepted by ann@shop.example on 12 November 2026 in #41.",
    ],
    [
      "a run of main",
      reference({ where: "here", main: ON_MAIN }),
      "Compared with main since 0f9e8d7; accepted by ann@shop.example on 12 November 2026 in #41.",
    ],
    [
      "a branch that was rebased",
      reference({ version: feature, where: "rewritten" }),
      "Compared with the picture of this branch before it was rebased or amended; accepted by ann@shop.example on 12 November 2026 in #41.",
    ],
    [
      "a squash",
      reference({ version: feature, where: "squash", broughtBy: "9988776655" }),
      "Compared with the picture accepted in #41, which 9988776 brought to main; accepted by ann@shop.example on 12 November 2026 in #41.",
    ],
    [
      "a squash on main",
      reference({ version: feature, where: "squash", main: ON_MAIN }),
      "Compared with the picture accepted in #41, which is merged; accepted by ann@shop.example on 12 November 2026 in #41.",
    ],
    [
      "a merge",
      reference({
        where: "here",
        merge: { base: "bsv_0", ours: "bsv_1", theirs: "bsv_2" },
        sides: [version({ by: "bob@shop.example", prNumber: 42 })],
      }),
      "Compared with both sides of a merge: accepted by ann@shop.example on 12 November 2026 in #41, and accepted by bob@shop.example on 12 November 2026 in #42.",
    ],
    [
      "main, without a history",
      { chosenBy: "main", version: version({ by: null }) },
      "Compared with the newest baseline of main; the history of the commit is not known.",
    ],
    [
      "main, where nothing was accepted on the way",
      { chosenBy: "main", version: version({ by: null }), beforeAny: true },
      "Compared with the newest baseline of main; nothing was accepted before this commit.",
    ],
    [
      "the branch, without a history",
      { chosenBy: "branch", version: feature },
      "Compared with the newest baseline of feature/price; the history of the commit is not known. It was accepted by ann@shop.example on 12 November 2026 in #41.",
    ],
    [
      "the reference environment, without a history",
      { chosenBy: "reference", version: version({ by: "run", prNumber: null }), ofReferenceEnvironment: true },
      "Compared with the newest baseline of main in the reference environment; the history of the commit is not known. It was captured on 12 November 2026.",
    ],
  ];
  for (const [what, given, expected] of table)
    it(`is told of ${what}`, () => expect(referenceSentence(given)).to.equal(expected));

  it("names what else it might have been", () => {
    const others = reference({ where: "here", atBranchPoint: version(), mainNow: version({ by: null }) });
    expect(alternativesOf(others).map(({ what, sentence }) => [what, sentence])).to.deep.equal([
      [
        "branch_point",
        "main at a1b2c3d, where this branch began; accepted by ann@shop.example on 12 November 2026 in #41.",
      ],
      ["main_now", "The newest baseline of main."],
    ]);
    expect(alternativesOf(reference())).to.deep.equal([]);
  });
});

describe("what a run was compared with", () => {
  const moved = reference({ mainNow: version() });
  const pointer: Reference = { chosenBy: "main", version: version() };
  const table: [string, (Reference | null | undefined)[], string[]][] = [
    ["nothing is told without a history", [pointer, null, undefined], []],
    ["the branch point", [reference(), null], ["Compared with main at a1b2c3d, where this branch began."]],
    [
      "and what the branch accepted, and how far main has moved on",
      [moved, moved, reference({ where: "here", version: feature })],
      [
        "Compared with main at a1b2c3d, where this branch began; 1 screenshot with what was accepted on the branch.",
        "main has moved on by 2 pictures since this branch began.",
      ],
    ],
    [
      "an older commit of main",
      [reference({ where: "here", main: ON_MAIN, mainNow: version() })],
      ["Compared with main at a1b2c3d.", "main has moved on by 1 picture since this commit."],
    ],
  ];
  for (const [what, given, expected] of table) it(what, () => expect(comparedSentences(given)).to.deep.equal(expected));
});
