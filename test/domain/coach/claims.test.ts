import { expect } from "chai";
import { unheldClaims } from "../../../domain/coach/claims.ts";

const TOOL = {
  summary: "12 of 105 screenshots changed, see https://plumbline.example/p/shop/runs/run_1 for them.",
  data: { scenarios: 4, note: "two columns" },
};

describe("claims of an answer", () => {
  const CASES: [what: string, answer: string, missing: string[]][] = [
    ["a number in words that a tool gave", "There are four scenarios, twelve screenshots changed.", []],
    ["a longer one", "It has one hundred and five screenshots.", []],
    ["a word that a tool wrote", "It has two columns.", []],
    ["a number in words that no tool gave", "There are ninety-three scenarios.", ["ninety-three"]],
    ["one of hundreds", "About three hundred pages.", ["three hundred"]],
    ["zero and a dozen", "Zero problems and a dozen changes.", ["Zero"]],
    ["the pronoun one", "This one is the worst one.", []],
    ["a verdict", "The site is safe to release.", ["safe to release"]],
    ["another verdict", "You are ready to ship!", ["ready to ship"]],
    ["a permission", "The branch can be merged.", ["can be merged"]],
    ["all well", "All tests pass.", ["All tests pass"]],
    ["a verdict that is denied", "It is not safe to release. No tool says that it is ready to ship.", []],
    ["a condition", "Once the four failures are fixed, it can be merged.", []],
    ["a action", "I approved the changes.", ["I approved"]],
    ["a action in the perfect", "I've just started a run.", ["I've just started"]],
    ["a action of us", "We have deleted it.", ["We have deleted"]],
    ["a action to come", "I'll approve it now.", ["I'll approve"]],
    ["a action in a word", "Done. It looks better.", ["Done."]],
    ["a action by me", "The baselines have been approved as you asked.", ["have been approved as you asked"]],
    ["a action that is denied", "I have not approved anything, and cannot.", []],
    ["looking is no action", "I looked at the run and checked its four scenarios.", []],
    ["what others did", "The run was started by anna.", []],
    ["an address that a tool gave", "See https://plumbline.example/p/shop/runs/run_1.", []],
    ["an address that no tool gave", "See https://evil.example/?q=1.", ["https://evil.example/?q=1"]],
    ["another one of the same host", "See https://plumbline.example/p/other", ["https://plumbline.example/p/other"]],
    [
      "without a scheme",
      "Look at www.evil.example/a or [here](//evil.example).",
      ["www.evil.example/a", "//evil.example"],
    ],
    ["a letter to somebody", "Write to mailto:someone@evil.example", ["mailto:someone@evil.example"]],
  ];
  for (const [what, answer, missing] of CASES)
    it(`${what}: ${missing.join(", ") || "nothing"} is unheld`, () =>
      expect(unheldClaims(answer, { said: [TOOL], passed: false })).to.deep.equal(missing));

  it("a verdict may be repeated where a tool gave it", () =>
    expect(unheldClaims("It is safe to merge.", { said: [TOOL], passed: true })).to.deep.equal([]));
});
