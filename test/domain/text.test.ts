import { expect } from "chai";
import { escapeRegExp, inWords, oneLine, plural, truncate, truncateAtWord } from "../../domain/text.ts";

describe("oneLine", () => {
  it("makes one space of any white space and none at the ends", () =>
    expect(oneLine("  A\n\tpage\u00a0 of  ours ")).to.equal("A page of ours"));
});

describe("truncate", () => {
  for (const [text, most, cut] of [
    ["four", 4, "four"],
    ["fives", 4, "fiv…"],
    ["a😀b", 4, "a😀b"],
    ["a😀bc", 4, "a😀…"],
    ["a😀bc", 3, "a…"],
  ] as const)
    it(`makes ${JSON.stringify(cut)} of ${JSON.stringify(text)} for ${most} characters`, () =>
      expect(truncate(text, most)).to.equal(cut));
});

describe("truncateAtWord", () => {
  for (const [text, most, cut] of [
    ["two words", 9, "two words"],
    ["two words", 8, "two…"],
    ["two words more", 10, "two words…"],
    ["two words more", 12, "two words…"],
    ["unbelievable", 6, "unbel…"],
    ["a unbelievable", 9, "a unbeli…"],
  ] as const)
    it(`makes ${JSON.stringify(cut)} of ${JSON.stringify(text)} for ${most} characters`, () =>
      expect(truncateAtWord(text, most)).to.equal(cut));
});

describe("escapeRegExp", () => {
  for (const flags of ["", "u"])
    it(`matches the text alone${flags && ", by code points"}`, () => {
      const text = "a.b*c+d?e^f$g{h}i(j)k[l]m|n\\o/p-q";
      expect(new RegExp(`^${escapeRegExp(text)}$`, flags).test(text)).to.equal(true);
      expect(new RegExp(`^${escapeRegExp("a.b")}$`, flags).test("aXb")).to.equal(false);
    });
});

describe("plural", () => {
  for (const [count, said] of [
    [0, "0 entries"],
    [1, "1 entry"],
    [1_200, "1,200 entries"],
  ] as const)
    it(`says "${said}"`, () => expect(plural(count, "entry", "entries")).to.equal(said));
  it("adds an s unless told otherwise", () => expect(plural(2, "page")).to.equal("2 pages"));
});

describe("inWords", () => {
  for (const [names, most, text] of [
    [[], undefined, ""],
    [["A"], undefined, "A"],
    [["A", "B", "C"], undefined, "A, B and C"],
    [["A", "B", "C"], 3, "A, B and C"],
    [["A", "B", "C", "D"], 2, "A, B and 2 more"],
  ] as const)
    it(`"${text}"`, () => expect(inWords(names, most)).to.equal(text));
});
