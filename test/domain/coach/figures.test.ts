import { expect } from "chai";
import { ungroundedFigures } from "../../../domain/coach/figures.ts";

const TOOL = {
  summary: "The health of Shop is 80.6 of 100.",
  data: { runId: "run_01abc", at: "2026-03-09T02:10:00.000Z", share: 0.2368, lcp: 4810, page: "/products/1" },
};

describe("figures of an answer", () => {
  const CASES: [what: string, answer: string, missing: string[]][] = [
    ["one that a tool gave", "The health is 80.6 of 100.", []],
    ["one that no tool gave", "The health is 81.6 of 100, with 7 runs.", ["81.6", "7"]],
    ["rounded", "It is 81 of 100.", []],
    ["rounded wrongly", "It is 80 of 100.", ["80"]],
    ["with a comma and a unit", "It takes 4,810 ms, or 4810ms.", []],
    ["parts of a date", "It ran on 9 March at 02:10.", []],
    ["another date", "It ran on 2026-03-11.", ["11"]],
    ["a name with digits", "See run_01abc and /products/1.", []],
    ["a made-up name", "See run_02abc.", ["run_02abc"]],
    ["an address of ours that ends in a name", "See /api/ci/status/run_01abc.", []],
    ["an address with a made-up name", "See /api/ci/status/run_02abc.", ["run_02abc"]],
    ["points of a list", "1. Look.\n2. Mend.", []],
    ["no figure at all", "All is well.", []],
  ];
  for (const [what, answer, missing] of CASES)
    it(`${what}: ${missing.length > 0 ? missing.join(", ") : "nothing"} is missing`, () =>
      expect(ungroundedFigures(answer, [TOOL])).to.deep.equal(missing));

  it("takes figures of the question for given", () =>
    expect(ungroundedFigures("Pull request 42 may be merged.", [TOOL, "Can I merge PR 42?"])).to.deep.equal([]));
});
