import { expect } from "chai";
import {
  byPerson,
  countsWhereProtected,
  keptReason,
  keptSentence,
  protectsMain,
} from "../../../domain/history/protection.ts";

describe("protected branches", () => {
  it("are what the project asked for, and nothing else", () => {
    const asked = [{}, { settings: null }, { settings: {} }, { settings: { visual: {} } }];
    expect(asked.map(protectsMain)).to.deep.equal([false, false, false, false]);
    expect([true, false].map((protectMain) => protectsMain({ settings: { visual: { protectMain } } }))).to.deep.equal([
      true,
      false,
    ]);
  });

  it("say how many baselines stayed, also of results that do not name the branch apart", () => {
    const old = { code: "baseline_kept", message: "main is protected: the baseline stays." } as const;
    const other = { code: "baseline_captured", message: "It is the baseline now." } as const;
    expect(keptSentence([other], 1)).to.equal(null);
    expect(keptSentence([keptReason("release"), other, keptReason("release")], 3)).to.equal(
      "release is protected: 2 of 3 screenshots keep their baselines. Only a person or the merge of an approved pull request can change that.",
    );
    expect(keptSentence([old], 1)).to.match(/^The main branch is protected: 1 of 1 screenshot keeps its baseline\./);
  });

  for (const [version, wanted] of [
    [{ promotedBy: "ann@shop.example" }, true],
    [{ promotedBy: "operator" }, true],
    [{ promotedBy: "key ci" }, false],
    [{ promotedBy: "schedule nightly" }, false],
    [{ promotedBy: "service" }, false],
    [{ promotedBy: "run" }, false],
    [{ promotedBy: "run", person: null }, false],
    [{ promotedBy: "run", person: "key ci" }, false],
    [{ promotedBy: "run", person: "ann@shop.example" }, true],
    [{ promotedBy: "run", person: "keyra@shop.example" }, true],
  ] as const)
    it(`a version of ${JSON.stringify(version)} is ${wanted ? "a person's" : "nobody's"}`, () => {
      expect(byPerson(version)).to.equal(wanted);
    });

  for (const [what, branch, promotedBy, headBranch, wanted] of [
    ["a key's on its own branch", "feature", "key ci", "feature", true],
    ["a key's on main after the merge", "feature", "key ci", "main", false],
    ["a key's on a run without a branch", "feature", "key ci", null, false],
    ["a key's on a branch above it", "feature", "key ci", "stacked", false],
    ["a person's anywhere", "feature", "ann@shop.example", "main", true],
    ["main's own, which were first pictures", "main", "key ci", "stacked", true],
  ] as const)
    it(`counts ${what}: ${wanted}`, () => {
      expect(countsWhereProtected({ branch, promotedBy }, { headBranch, mainBranch: "main" })).to.equal(wanted);
    });
});
