import { expect } from "chai";
import { type ArtifactMark, judgeStore, markText, parseMark, type StoreInUse } from "../../domain/artifactMark.ts";

const US = "1111111111111111";
const THEM = "2222222222222222";
const [OLD, NEW, THIRD] = ["aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc"] as const;
const mark = (more: Partial<ArtifactMark>): ArtifactMark => ({
  installation: US,
  store: OLD,
  follows: null,
  copying: false,
  ...more,
});
const inUse: StoreInUse = { store: OLD, where: "/data/artifacts" };

describe("the mark of an artifact store", () => {
  const cases: [what: string, mark: ArtifactMark, inUse: StoreInUse, is: string, words?: RegExp][] = [
    ["the one in use", mark({}), inUse, "ours"],
    ["the first one of an installation", mark({}), null, "first"],
    ["a copy of the one in use", mark({ store: NEW, follows: OLD }), inUse, "next"],
    ["a copy that is in use", mark({ store: NEW, follows: OLD }), { store: NEW, where: "s3://b" }, "ours"],
    [
      "another one of the same installation",
      mark({ store: NEW }),
      inUse,
      "stranger",
      /are at \/data\/artifacts, and this process uses s3:\/\/b/,
    ],
    ["the one that was left", mark({}), { store: NEW, where: "s3://new" }, "stranger", /are at s3:\/\/new/],
    ["a copy of a third one", mark({ store: NEW, follows: THIRD }), inUse, "stranger", /are at \/data/],
    ["half a copy", mark({ store: NEW, follows: OLD, copying: true }), inUse, "stranger", /is not complete/],
    [
      "half a copy, of a database that knows none",
      mark({ store: NEW, copying: true }),
      null,
      "stranger",
      /is not complete/,
    ],
    [
      "another installation's",
      mark({ installation: THEM }),
      inUse,
      "stranger",
      /belongs to installation 2222222222222222, not to 1111111111111111/,
    ],
    ["another installation's, first", mark({ installation: THEM }), null, "stranger", /belongs to installation 2222/],
  ];
  for (const [what, given, known, is, words] of cases)
    it(`judges ${what}: ${is}`, () => {
      const verdict = judgeStore(given, US, known, "s3://b");
      expect(verdict.is).to.equal(is);
      if (verdict.is !== "stranger") return;
      expect(verdict.error.message).to.match(words ?? /^$/);
      expect(verdict.error.plain, "no place in what anyone may read").not.to.match(/s3:|\/data/);
    });

  it("is read as it was written, and nothing else is a mark", () => {
    const full = mark({ store: NEW, follows: OLD, copying: true });
    expect(parseMark(markText(full))).to.deep.equal(full);
    expect(parseMark(JSON.stringify({ installation: US, store: OLD }))).to.deep.equal(mark({}));
    for (const text of ["", "{}", "null", "[]", "x", JSON.stringify({ installation: US, store: 1 }), "\u0000"])
      expect(parseMark(text), text).to.equal(null);
    expect(parseMark(JSON.stringify({ ...full, follows: "../x" }))).to.equal(null);
  });
});
