import { expect } from "chai";
import { entriesNaming, type NamedEntry, packTexts, textOf, unpackTexts } from "../../../domain/problems/texts.ts";

const id = (hash: string): string => `pbm_${hash.repeat(32 / hash.length)}`;
const ENTRY = {
  severity: "minor",
  kind: "failed",
  status: "new",
  priority: 1,
  acceptedUntil: null,
  fixedAt: null,
} as const;
const named = (hash: string, title: string, sentence = ""): NamedEntry => ({
  ...ENTRY,
  id: id(hash),
  text: textOf({ title, sentence }),
});

const LIST = [
  named("ab", "Price changed", 'Price of "Oak stool": € 89 → € 79'),
  named("cd", "Header\nmoved", "The header moved."),
  named("ef", "Text has too little contrast"),
  named("12", "abcd", ""),
];

const CASES: [name: string, text: string, found: string[]][] = [
  ["part of a title", "changed", ["ab"]],
  ["part of a sentence, in any case", "OAK stool", ["ab"]],
  ["a text over the end of the title", "changed price", ["ab"]],
  ["of several problems, each once", "header", ["cd"]],
  ["a text over two lines of the page", "header moved", ["cd"]],
  ["a text that breaks where the page's does", "header\nmoved", ["cd"]],
  ["nothing", "sidebar", []],
  ["every problem has the empty text", "", ["ab", "cd", "ef", "12"]],
  ["what only ids have is not found", "ababab", []],
  ["what an id has and the text too", "abcd", ["12"]],
  ["what begins in the entry and ends in the text is not found", "a\ttext", []],
  ["the last line", "ABC", ["12"]],
];

describe("the packed texts of problems", () => {
  for (const [name, text, found] of CASES)
    it(name, () =>
      expect(packTexts(LIST).flatMap((part) => entriesNaming(part, text).map((one) => one.id))).to.deep.equal(
        found.map((hash) => id(hash)),
      ),
    );

  it("give back what was packed, in parts of bounded size", () => {
    const many = Array.from({ length: 1_500 }, (_, index) => ({
      ...ENTRY,
      id: `pbm_${String(index).padStart(32, "0")}`,
      text: `problem ${index} ${"x".repeat(1_500)}`,
    }));
    const parts = packTexts(many);
    expect(parts.length).to.be.within(2, 4);
    for (const part of parts) expect(part.length).to.be.below(1_010_000);
    expect(parts.flatMap(unpackTexts)).to.deep.equal(many);
    expect(parts.flatMap((part) => entriesNaming(part, "problem 1499 "))).to.deep.equal([
      { ...ENTRY, id: many[1_499]?.id },
    ]);
    expect(packTexts([])).to.deep.equal([]);
  });

  it("of one problem are cut", () => {
    expect(textOf({ title: "t", sentence: "x".repeat(10_000) })).to.have.length(4_000);
  });
});
