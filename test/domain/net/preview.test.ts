import { expect } from "chai";
import { atPreview, moveAddresses, previewAddress } from "../../../domain/net/preview.ts";

const SHOP = "https://shop.example.com";

describe("the address of a preview", () => {
  for (const [address, problem] of [
    ["https://pr-7.example.app/cart", /without path, query and fragment/],
    ["https://pr-7.example.app/?a=1", /without path, query and fragment/],
    ["https://pr-7.example.app/#", /without path, query and fragment/],
    ["https://me:word@pr-7.example.app", /must not contain a user name or password/],
    ["ftp://pr-7.example.app", /must be an http or https address/],
    ["javascript:alert(1)", /must be an http or https address/],
    ["http://pr-7.example.app", /must be an https address/],
    [" https://pr-7.example.app", /must not begin or end with a space/],
    ["pr-7.example.app", /must be an address/],
    ["https:pr-7.example.app", /must be an address/],
  ] as const)
    it(`is not ${address}`, () => expect(previewAddress(address, SHOP).problem).to.match(problem));

  it("keeps the path below which the site is", () => {
    expect(previewAddress("https://PR-7.example.app/", `${SHOP}/shop/`)).to.deep.equal({
      baseUrl: "https://pr-7.example.app/shop",
    });
    expect(previewAddress("http://127.0.0.1:3000", "http://127.0.0.1:80")).to.deep.equal({
      baseUrl: "http://127.0.0.1:3000",
    });
  });

  it("a page of the site is visited at the preview, and no other one", () => {
    const moved = { standsFor: SHOP, baseUrl: "https://pr-7.example.app" };
    expect(atPreview(`${SHOP}/cart?a=1#b`, moved)).to.equal("https://pr-7.example.app/cart?a=1#b");
    expect(atPreview(`${SHOP}//evil.example/`, moved)).to.equal("https://pr-7.example.app//evil.example/");
    expect(atPreview("https://other.example.com/", moved)).to.equal("https://other.example.com/");
    expect(atPreview("nothing", moved)).to.equal("nothing");
  });
});

describe("addresses in a text that move", () => {
  const PREVIEW = "https://pr-7.shop.example.com";
  const inward = moveAddresses(PREVIEW, SHOP);
  const outward = moveAddresses(SHOP, PREVIEW);

  for (const [what, text, moved] of [
    ["an address", "See https://pr-7.shop.example.com/a.", "See https://shop.example.com/a."],
    ["one in a parameter", "?to=https%3A%2F%2Fpr-7.shop.example.com%2F", "?to=https%3A%2F%2Fshop.example.com%2F"],
    ["a host", "of pr-7.shop.example.com", "of shop.example.com"],
    ["a cookie's domain", ".pr-7.shop.example.com", ".shop.example.com"],
  ] as const)
    it(`${what} moves, and back`, () => {
      expect(inward(text)).to.equal(moved);
      expect(outward(moved)).to.equal(text);
    });

  for (const text of [
    "a.pr-7.shop.example.com",
    "xpr-7.shop.example.com",
    "pr-7.shop.example.com.evil.example",
    "me@pr-7.shop.example.com",
  ])
    it(`${text} stays`, () => expect(inward(text)).to.equal(text));

  it("a name of one word is a word", () => {
    const move = moveAddresses("http://preview", "http://shop");
    expect(move("The preview of http://preview/cart")).to.equal("The preview of http://shop/cart");
  });

  it("another port of the same host stays", () => {
    const move = moveAddresses("http://127.0.0.1:4000", "http://127.0.0.1:80");
    expect(move("http://127.0.0.1:4000/a http://127.0.0.1:40001/ 127.0.0.1")).to.equal(
      "http://127.0.0.1/a http://127.0.0.1:40001/ 127.0.0.1",
    );
  });
});
