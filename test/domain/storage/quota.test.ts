import { expect } from "chai";
import { bytesOf, fullSentence, storageLevel } from "../../../domain/storage/quota.ts";
import { sizeWords } from "../../../domain/words/storage.ts";

describe("sizes in words", () => {
  for (const [text, bytes] of [
    ["1B", 1],
    ["500MB", 500_000_000],
    ["50GB", 50_000_000_000],
    ["1.5 tb", 1_500_000_000_000],
    ["0GB", null],
    ["50", null],
    ["-1GB", null],
    ["9999999TB", null],
    ["50GiB", null],
    ["", null],
  ] as const)
    it(`"${text}" is ${bytes} bytes`, () => expect(bytesOf(text)).to.equal(bytes));

  for (const [bytes, words] of [
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1 KB"],
    [1_540, "1.5 KB"],
    [99_600, "100 KB"],
    [999_600, "1 MB"],
    [50_000_000_000, "50 GB"],
    [5e16, "50000 TB"],
  ] as const)
    it(`${bytes} bytes are ${words}`, () => expect(sizeWords(bytes)).to.equal(words));
});

describe("how near an organisation is to its limit", () => {
  for (const [used, limit, level] of [
    [1e15, null, "ok"],
    [79, 100, "ok"],
    [80, 100, "near"],
    [99, 100, "near"],
    [100, 100, "full"],
    [250, 100, "full"],
  ] as const)
    it(`${used} of ${limit} is ${level}`, () => expect(storageLevel({ used, limit })).to.equal(level));

  it("a refusal names both figures and what to do", () => {
    const sentence = fullSentence(51_000_000_000, 50_000_000_000);
    expect(sentence).to.contain("51 GB of its 50 GB").and.to.contain("organisations quota");
  });
});
