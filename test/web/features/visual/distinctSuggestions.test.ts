import { expect } from "chai";
import { distinctSuggestions, type Suggestion } from "../../../../web/src/features/visual/distinctSuggestions.ts";

const suggestion = (selector: string, value: string): Suggestion => ({
  kind: "comparison",
  selector,
  value,
  text: "",
  why: "It moved.",
});

describe("suggested rules of several unstable results", () => {
  it("name each element once, as the first result has it, and wait for no result that could not be read", () => {
    const lists = [
      [suggestion("#ad", "ignore"), suggestion("#clock", "dynamic")],
      undefined,
      [suggestion("#clock", "ignore"), suggestion("#toast", "ignore")],
    ];
    expect(distinctSuggestions(lists).map(({ selector, value }) => [selector, value])).to.deep.equal([
      ["#ad", "ignore"],
      ["#clock", "dynamic"],
      ["#toast", "ignore"],
    ]);
  });
});
