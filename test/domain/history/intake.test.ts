import { expect } from "chai";
import type { Commit } from "../../../domain/history/commit.ts";
import { leftOutSentence, MAX_PARENTS, MAX_ROWS, readHistory } from "../../../domain/history/intake.ts";
import { addTold, newestCommits } from "../../../domain/history/kept.ts";

const sha = (n: number): string => n.toString(16).padStart(40, "0");

describe("the history that somebody sends", () => {
  const cases: { what: string; given: unknown[]; rows: unknown[]; left: string[] }[] = [
    {
      what: "is taken as it is where it can be true",
      given: [
        [sha(3), [sha(2), sha(1)], 41],
        [sha(2), [sha(1)]],
        [sha(1), []],
      ],
      rows: [
        [sha(3), [sha(2), sha(1)], 41],
        [sha(2), [sha(1)], null],
        [sha(1), [], null],
      ],
      left: [],
    },
    {
      what: "is read in lower case, with each parent once, and with ids of SHA-256",
      given: [["AB".repeat(32), [sha(10).toUpperCase(), sha(10)]]],
      rows: [["ab".repeat(32), [sha(10)], null]],
      left: [],
    },
    {
      what: "loses what is no row",
      given: [null, 7, "x", {}, [], [sha(1)], [sha(2), "x"], ["4f1c2ab", []], [sha(3), ["main"]], [sha(4), [], "41"]],
      rows: [[sha(4), [], null]],
      left: ["9 rows without a full commit or parent id"],
    },
    {
      what: "loses numbers that no pull request has",
      given: [0, -1, 1.5, 1e12, Number.NaN].map((pr, at) => [sha(at + 1), [], pr]),
      rows: [1, 2, 3, 4, 5].map((n) => [sha(n), [], null]),
      left: [],
    },
    {
      what: "tells of each commit once: the first row stands",
      given: [
        [sha(2), [sha(1)]],
        [sha(2), [sha(7)]],
      ],
      rows: [[sha(2), [sha(1)], null]],
      left: ["1 second row of a commit"],
    },
    {
      what: "has no merge of more than a hundred",
      given: [
        [sha(1), Array.from({ length: MAX_PARENTS + 1 }, (_, at) => sha(at + 2))],
        [sha(500), [sha(1)]],
      ],
      rows: [[sha(500), [sha(1)], null]],
      left: ["1 row with more than 100 parents"],
    },
    {
      what: "has no commit that is its own ancestor; those before and after a circle stay",
      given: [
        [sha(9), [sha(3)]],
        [sha(3), [sha(2)]],
        [sha(2), [sha(3), sha(1)]],
        [sha(1), []],
        [sha(5), [sha(5)]],
      ],
      rows: [
        [sha(9), [sha(3)], null],
        [sha(1), [], null],
      ],
      left: ["3 commits that are their own ancestors"],
    },
    {
      what: "ends after 5,000 rows",
      given: Array.from({ length: 100_000 }, (_, at) => [sha(200_000 - at), [sha(199_999 - at)]]),
      rows: Array.from({ length: MAX_ROWS }, (_, at) => [sha(200_000 - at), [sha(199_999 - at)], null]),
      left: ["95,000 rows beyond the first 5,000"],
    },
  ];
  for (const { what, given, rows, left } of cases)
    it(what, () => expect(readHistory(given)).to.deep.equal({ rows, left }));

  it("is left out in one sentence", () => {
    expect(leftOutSentence([])).to.equal(null);
    expect(leftOutSentence(["1 second row of a commit", "2 commits that are their own ancestors"])).to.equal(
      "The history is incomplete. Skipped: 1 second row of a commit, 2 commits that are their own ancestors.",
    );
  });
});

describe("the commits of a project", () => {
  const commit = (n: number, parents: number[], at: number, more: Partial<Commit> = {}): Commit => ({
    sha: sha(n),
    parents: parents.map(sha),
    pr: null,
    at: new Date(at),
    onMain: false,
    ...more,
  });

  it("keep the parents that were told first, and the time at which they came to main", () => {
    const known = new Map<string, Commit>();
    for (const told of [
      commit(2, [1], 10),
      commit(2, [9], 20, { onMain: true, pr: 41 }),
      commit(2, [1], 30, { onMain: true, pr: 42 }),
    ])
      addTold(known, told);
    expect([...known.values()]).to.deep.equal([commit(2, [1], 20, { onMain: true, pr: 41 })]);
  });

  it("are as new as their parents at least: a history's older part is told later", () => {
    const numbers = (commits: Commit[]) => commits.map((one) => Number.parseInt(one.sha, 16));
    const told = [commit(4, [3], 10), commit(3, [2], 10), commit(2, [1], 20), commit(1, [], 20), commit(8, [], 15)];
    expect(numbers(newestCommits(told, 10))).to.deep.equal([4, 3, 2, 1, 8]);
    expect(numbers(newestCommits(told, 2))).to.deep.equal([4, 3]);
    expect(numbers(newestCommits([...told, commit(9, [7], 30)], 3))).to.deep.equal([9, 4, 3]);
    // Two commits that name each other, which two concurrent histories can cause.
    expect(newestCommits([commit(1, [2], 1), commit(2, [1], 1)], 5)).to.have.length(2);
  });

  it("are ordered without recursion, however long their history is", () => {
    const long = Array.from({ length: 20_000 }, (_, at) => commit(30_000 - at, [29_999 - at], 1));
    expect(newestCommits(long, 20_000).at(-1)?.sha).to.equal(sha(10_001));
  });
});
