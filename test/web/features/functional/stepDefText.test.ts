import { expect } from "chai";
import { actionsFrom, linesOf } from "../../../../web/src/features/functional/stepDefText.ts";

describe("a step definition that is typed", () => {
  it("has an example a line", () => {
    expect(linesOf("I pay\n\n  I pay at once \n")).to.deep.equal(["I pay", "I pay at once"]);
  });

  it("has a list of actions, or says what is wrong", () => {
    expect(actionsFrom('[{ "op": "reload" }]')).to.deep.equal({ actions: [{ op: "reload" }] });
    for (const [text, problem] of [
      ["{}", /list/],
      ["[]", /list/],
      ["[{", /Not valid JSON/],
    ] as const)
      expect(actionsFrom(text).problem).to.match(problem);
  });
});
