import { expect } from "chai";
import { painter, wrapped } from "../../cli/terminal.ts";

describe("what a terminal gets", () => {
  it("colours, unless it is none, or asks for none", () => {
    expect(painter({}, true)("x", "red")).to.equal("\u001b[31mx\u001b[0m");
    for (const [env, terminal] of [
      [{}, false],
      [{ NO_COLOR: "1" }, true],
      [{ TERM: "dumb" }, true],
    ] as const)
      expect(painter(env, terminal)("x", "red")).to.equal("x");
  });

  it("lines that fit, with long words whole", () => {
    expect(wrapped("one two three", 7)).to.deep.equal(["one two", "three"]);
    expect(wrapped("a https://shop.example.com/path b", 10)).to.deep.equal(["a", "https://shop.example.com/path", "b"]);
    expect(wrapped("as it is", Number.POSITIVE_INFINITY)).to.deep.equal(["as it is"]);
  });
});
