import { expect } from "chai";
import { columnsOf, columnsOfTerminal, harmless, painter, shellWord, wrapped } from "../../cli/terminal.ts";

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

  for (const [text, columns] of [
    ["plain → text", 12],
    ["見出し", 6],
    ["e\u0301", 1],
    ["🙂 ok", 5],
  ] as const)
    it(`counts ${text} as ${columns} columns`, () => expect(columnsOf(text)).to.equal(columns));

  it("80 columns, if nobody gave the terminal a size", () => {
    expect([{ columns: 0 }, { columns: 120 }].map(columnsOfTerminal)).to.deep.equal([80, 120]);
  });

  it("no sequence that a page's text might hold", () => {
    expect(harmless("a\u001b]0;title\u0007b\r\nc\u009b31m")).to.equal("a ]0;title b c 31m");
  });

  for (const [word, shown] of [
    ["run_01K", "run_01K"],
    ["Home page", '"Home page"'],
    ["a $(b) `c`", "'a $(b) `c`'"],
    ['it\'s "$x"', "'it'\\''s \"$x\"'"],
    ["", '""'],
  ] as const)
    it(`a word that a shell takes as it is: ${shown}`, () => expect(shellWord(word)).to.equal(shown));
});
