import { expect } from "chai";
import { chooseAddress, matchesPattern } from "../../../domain/crawl/choose.ts";

const startUrl = "https://shop.example/blog";
const filter = { startUrl, include: ["/blog/*"], exclude: ["*/draft-*"] };

describe("which addresses a crawl takes", () => {
  const cases: [url: string, expected: object][] = [
    ["https://shop.example/blog", { take: true }],
    ["https://shop.example/blog/one", { take: true }],
    ["https://shop.example/blog/one?page=2", { take: true }],
    ["https://shop.example/blog/draft-one", { take: false, why: "excluded" }],
    ["https://shop.example/about", { take: false, why: "excluded" }],
    ["https://elsewhere.example/blog/one", { take: false, why: "elsewhere" }],
  ];
  for (const [url, expected] of cases)
    it(`${url} → ${JSON.stringify(expected)}`, () => expect(chooseAddress(url, filter)).to.deep.equal(expected));

  it("all of the site without patterns", () =>
    expect(chooseAddress("https://shop.example/x", { startUrl, include: [], exclude: [] })).to.deep.equal({
      take: true,
    }));

  it("stars stand for anything, also nothing, and the rest for itself", () => {
    const table: [string, string, boolean][] = [
      ["/a/b", "/a/*", true],
      ["/a/", "/a/*", true],
      ["/a", "/a/*", false],
      ["/a/b/c", "*b*", true],
      ["/a.b", "/a?b", false],
      ["/a?x=1", "/a", true],
      ["/a?x=1", "*x=1", true],
      ["/abab", "*ab", true],
    ];
    for (const [key, pattern, expected] of table)
      expect(matchesPattern(key, pattern), `${key} ${pattern}`).to.equal(expected);
  });

  it("many stars over a long address end", () => {
    expect(matchesPattern(`/${"a".repeat(2_000)}`, `${"*a".repeat(90)}b`)).to.equal(false);
  });
});
