import { expect } from "chai";
import { againstWords, sincePart } from "../../../domain/history/againstWords.ts";

const SHA = "a1b2c3d4e5f60718293a4b5c6d7e8f9001122334";

describe("what a run is compared with, in words", () => {
  for (const [place, ownBranch, words] of [
    ["before", false, "main at a1b2c3d, where this branch began"],
    ["before", true, "main at a1b2c3d"],
    ["rewritten", true, "main at a1b2c3d, before the branch was rewritten"],
    ["unknown", false, "the newest run of main at a1b2c3d, whose history is not known"],
    ["elsewhere", false, "the newest run of main at a1b2c3d, which is not in this commit's history"],
  ] as const)
    it(`${place}, ${ownBranch ? "its own branch" : "the branch that it left"}`, () => {
      expect(againstWords({ branch: "main", commitSha: SHA, place, ownBranch })).to.equal(words);
    });

  it("a run without a commit is named by its branch", () => {
    const words = againstWords({ branch: "main", commitSha: null, place: "unknown", ownBranch: false });
    expect(words).to.equal("the newest run of main, whose history is not known");
  });

  it("nothing stands where no history tells it", () => {
    expect([undefined, null, ""].map(sincePart)).to.deep.equal(["", "", ""]);
  });
});
