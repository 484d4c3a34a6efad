import { expect } from "chai";
import { crawlAddress, familyOf, keyOf, sameSite, spellAddress } from "../../../domain/crawl/address.ts";

const BASE = "https://shop.example/a/b";

describe("addresses of a crawl", () => {
  const spelled: [what: string, given: string, expected: string | null][] = [
    ["a path", "/x", "https://shop.example/x"],
    ["a fragment is no other page", "#top", "https://shop.example/a/b"],
    ["nor is where a visitor came from", "/x?utm_source=a&gclid=b", "https://shop.example/x"],
    ["parameters in one order", "/x?b=2&a=1", "https://shop.example/x?a=1&b=2"],
    ["values of one name keep theirs", "/x?a=2&a=1", "https://shop.example/x?a=2&a=1"],
    ["an empty query is none", "/x?", "https://shop.example/x"],
    ["credentials are not kept", "https://u:p@shop.example/x", "https://shop.example/x"],
    ["a file", "/x.PDF", null],
    ["a sign-out", "/account/log-out", null],
    ["a cart", "/?add-to-cart=12", null],
    ["a secret", "/x?token=abc", null],
    ["a mail address", "mailto:a@b.example", null],
    ["a path that repeats itself", "/a/b/a/b/a/b", null],
    ["a path without an end", `/${Array.from({ length: 30 }, (_, i) => i).join("/")}`, null],
    ["no address", "http://[", null],
  ];
  for (const [what, given, expected] of spelled)
    it(`${what}: ${given.slice(0, 40)}`, () => expect(crawlAddress(given, BASE)).to.equal(expected));

  const pages: string[] = [
    "/catalog-offers",
    "/design-outlet/x",
    "/x?author=7",
    "/x?id=5f1d7a9b3c2e5f1d7a9b3c2e",
    "/wiki/Vue.js",
    "/wiki/package.json",
    "/wiki/File:Vase.jpg",
    "/x?action=address",
    "/x?action=view",
  ];
  for (const path of pages)
    it(`a page: ${path}`, () => expect(crawlAddress(path, BASE)).to.equal(`https://shop.example${path}`));

  const unfit: [given: string, why: string, shown: string][] = [
    ["mailto:a@b.example", "none", ""],
    ["/x.pdf", "file", "https://shop.example/x.pdf"],
    ["/x?token=abc&a=1", "secret", "https://shop.example/x?token=***&a=1"],
    ["/x/sign-out?a=1", "sign_out", "https://shop.example/x/sign-out?a=1"],
    ["/x?remove_item=7", "action", "https://shop.example/x?remove_item=7"],
    ["/x?action=addToCart", "action", "https://shop.example/x?action=addToCart"],
    ["/x?action=delete", "action", "https://shop.example/x?action=delete"],
    ["/a/a/a", "endless", "https://shop.example/a/a/a"],
  ];
  for (const [given, why, shown] of unfit)
    it(`not asked, since ${why}: ${given}`, () =>
      expect(spellAddress(given, BASE)).to.deep.equal({ address: null, why, shown }));

  it("spells what it has spelled the same", () => {
    for (const [, given] of spelled) {
      const once = crawlAddress(given, BASE);
      if (once !== null) expect(crawlAddress(once)).to.equal(once);
    }
  });

  it("one site: with and without www and TLS, on one port", () => {
    expect(sameSite("https://www.shop.example/", "http://shop.example/x")).to.equal(true);
    expect(sameSite("https://blog.shop.example/", "https://shop.example/")).to.equal(false);
    expect(sameSite("https://shop.example:8443/", "https://shop.example/")).to.equal(false);
    expect(sameSite("nonsense", "nonsense")).to.equal(false);
  });

  it("key and family", () => {
    expect(keyOf("https://shop.example/x?a=1")).to.equal("/x?a=1");
    expect(familyOf("https://shop.example/x?a=1&b=2")).to.equal("/x?a&b");
    expect(familyOf("https://shop.example/x")).to.equal("");
  });
});
