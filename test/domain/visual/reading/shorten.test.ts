import { expect } from "chai";
import { shortSelector } from "../../../../domain/visual/reading/shorten.ts";

describe("a selector for people", () => {
  for (const [selector, short] of [
    ["", ""],
    ["body", "body"],
    ["#cart", "#cart"],
    ["html > body > header", "header"],
    [
      "#prices > div:nth-of-type(2) > ul:nth-of-type(1) > li:nth-of-type(3) > a:nth-of-type(1)",
      "#prices li:nth-of-type(3) > a",
    ],
    [
      "body > div:nth-of-type(2) > main:nth-of-type(1) > section:nth-of-type(3) > h2:nth-of-type(1)",
      "main > section:nth-of-type(3) > h2",
    ],
    ["#app > price-tag >> div:nth-of-type(2) > span:nth-of-type(4)", "div:nth-of-type(2) > span:nth-of-type(4)"],
    ['[data-testid="a > b"] > ul > li > a', '[data-testid="a > b"] li > a'],
    ['price-tag >> [data-testid="a >> b"]', '[data-testid="a >> b"]'],
    [".md\\:w-1\\/2\\>x > p", ".md\\:w-1\\/2\\>x > p"],
  ] as const)
    it(`${selector || "none"} is ${short || "none"}`, () => expect(shortSelector(selector)).to.equal(short));

  it("has at most three levels and a hundred characters, and never ends in an error", () => {
    for (const selector of [`#a > ${"div > ".repeat(400)}b`, `#${"x".repeat(900)}`, '"', "> > >", "\\", '[a="'])
      expect(shortSelector(selector).length, selector).to.be.at.most(100);
    expect(shortSelector(`#a > ${"div > ".repeat(400)}b`)).to.equal("#a div > b");
  });
});
