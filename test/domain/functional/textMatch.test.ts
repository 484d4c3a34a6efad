import { expect } from "chai";
import { addressMatches, countComparison, globMatches } from "../../../domain/functional/textMatch.ts";

describe("expected texts", () => {
  for (const [pattern, text, holds] of [
    ["a*c", "abbc", true],
    ["a*c", "abbcd", false],
    ["*", "", true],
    ["", "", true],
    ["", "a", false],
    ["a**b*", "a-b", true],
    ["(a+)+$", "(a+)+$", true],
    ["a?c", "abc", false],
  ] as const)
    it(`"${pattern}" ${holds ? "is" : "is not"} "${text}"`, () => expect(globMatches(pattern, text)).to.equal(holds));

  it("no pattern can hang the comparison: after 200,000 tries it gives up", () => {
    expect(globMatches("*b", `${"a".repeat(200_000)}b`)).to.equal(true);
    expect(globMatches("*b", `${"a".repeat(200_001)}b`)).to.equal(false);
    // A naive match would try this a million times, each time from another position.
    expect(globMatches(`${"*a".repeat(500)}b`, `${"a".repeat(1_000_000)}b`)).to.equal(false);
  });

  for (const [kind, expected, actual, holds] of [
    ["is", "/cart", "https://shop.test/cart", true],
    ["is", "/cart", "https://shop.test/cart?x=1#y", true],
    ["is", "/cart", "https://shop.test/cart/", true],
    ["is", "/cart?x=1", "https://shop.test/cart?x=1", true],
    ["is", "/cart?x=1", "https://shop.test/cart", false],
    ["is", "/", "https://shop.test/", true],
    ["is", "/cart", "https://shop.test/carts", false],
    ["is", "https://shop.test/cart", "https://other.test/cart", false],
    ["matches", "/products/*", "https://shop.test/products/stool", true],
    ["contains", "order", "https://shop.test/order/confirmed", true],
    ["is", "/größen", "https://shop.test/größen", true],
    ["is", "/gr%C3%B6%C3%9Fen", "https://shop.test/größen", true],
    ["contains", "grö", "https://shop.test/größen", true],
    ["is", "/search?q=süß", "https://shop.test/search?q=süß", true],
    ["is", "/red shoes", "https://shop.test/red shoes", true],
    ["is", "/search?q=x", "https://shop.test/search?q=x#results", true],
    ["is", "/search#a", "https://shop.test/search#b", false],
    ["is", "/a%2Fb", "https://shop.test/a/b", false],
    ["is", "/50%", "https://shop.test/50%", true],
    ["is", "https://Shop.test/cart", "https://shop.test/cart", true],
    ["is", "https://Shop.test/Cart", "https://shop.test/cart", false],
  ] as const)
    it(`the address ${actual} ${holds ? "is" : "is not"} ${kind} ${expected}`, () =>
      expect(addressMatches(kind, expected, actual)).to.equal(holds));

  it("a count is compared by signs and words, and by nothing else", () => {
    expect(countComparison()?.holds(2, 2)).to.equal(true);
    expect(countComparison("at least")?.holds(3, 2)).to.equal(true);
    expect(countComparison("<")?.holds(3, 2)).to.equal(false);
    expect(countComparison("constructor")).to.equal(undefined);
  });
});
