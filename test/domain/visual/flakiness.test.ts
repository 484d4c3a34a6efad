import { expect } from "chai";
import { flakinessOf, flakinessOfAll, type Seen, unsteadyOf } from "../../../domain/visual/flakiness.ts";

const BASE: Seen = { environmentId: null, branch: "main", commit: null, baseline: "a", failed: false, unstable: false };
/** p passed, f failed, u unstable, e not compared; followed by the commit and the baseline. */
const seen = (text: string): Seen[] =>
  text
    .split(" ")
    .filter(Boolean)
    .map((word) => {
      const [how, commit = "", baseline = "a"] = word.split("/");
      return {
        ...BASE,
        commit: commit || null,
        baseline,
        failed: how === "e" ? null : how !== "p",
        unstable: how === "u",
      };
    });

describe("flakiness", () => {
  const rows: [name: string, results: string, unsteady: string][] = [
    ["stable", "p p p", "- - -"],
    ["a change that stays", "p p f f", "- - - -"],
    ["unstable", "p u p", "- u -"],
    ["another answer to the same commit", "p/1 f/1 p/2", "- f -"],
    ["another commit changed it", "p/1 f/2 p/3", "- - -"],
    ["approved in between: another baseline", "p/1/a f/1/a p/1/b", "- f -"],
    ["without commits, a failure alone on one baseline", "p f p", "- f -"],
    ["without commits, a failure that another baseline ends", "p//a f//a p//b", "- - -"],
    ["what could not be compared is no answer", "p e p", "- - -"],
    ["an error does not hide a flip", "p/1 e/1 f/1", "- - f"],
  ];
  for (const [name, results, unsteady] of rows)
    it(name, () => {
      const words = unsteadyOf(seen(results)).map((one) => (one === null ? "-" : one.charAt(0)));
      expect(words.join(" ")).to.equal(unsteady);
    });

  it("is a share of what was compared, and null of one result", () => {
    expect(flakinessOf(seen("p u p e f/1 p/1"))).to.deep.equal({ results: 5, unstable: 1, flipped: 1, percent: 40 });
    expect(flakinessOf(seen("u")).percent).to.equal(null);
    expect(flakinessOf([]).percent).to.equal(null);
    const places = [flakinessOf(seen("p p p p")), flakinessOf(seen("p u p u"))];
    expect(flakinessOfAll(places)).to.deep.equal({ results: 8, unstable: 2, flipped: 0, percent: 25 });
  });
  it("branches and environments do not contradict each other", () => {
    const [one, other] = seen("p/1 f/1");
    expect(unsteadyOf([one!, { ...other!, branch: "feature" }])).to.deep.equal([null, null]);
    expect(unsteadyOf([one!, { ...other!, environmentId: "env_staging" }])).to.deep.equal([null, null]);
  });
});
