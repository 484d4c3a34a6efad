import { expect } from "chai";
import { isPreviewHost, previewHostProblem } from "../../../domain/net/previewHosts.ts";

describe("hosts of previews", () => {
  for (const text of [
    "*.vercel.app",
    "shop-*.preview.example.com",
    "*.*.preview.example.com",
    "preview.example.com:8443",
    "127.0.0.1:*",
    "[::1]:3000",
    "*.localhost:*",
  ])
    it(`${text} is one`, () => expect(previewHostProblem(text)).to.equal(null));

  for (const text of ["*", "*.com", "shop-*.com", "*.co.uk", "a.*.com", "*.internal"])
    it(`${text} would cover anybody's names`, () => {
      expect(previewHostProblem(text)).to.match(/names that anybody can register/);
      expect(isPreviewHost([text], new URL("https://evil.com"))).to.equal(false);
    });

  for (const text of [
    "",
    "https://a.example",
    "a.example/path",
    "a b.example",
    "u@a.example",
    "a.example:0",
    "**.a.example",
  ])
    it(`"${text}" is none`, () => expect(previewHostProblem(text)).to.match(/^write a host/));

  it("an address of digits has no stars", () => expect(previewHostProblem("10.*.0.1")).to.match(/digits/));

  for (const [pattern, address, covered] of [
    ["*.vercel.app", "https://shop-git-x.vercel.app", true],
    ["*.vercel.app", "https://SHOP.vercel.app./", true],
    ["*.vercel.app", "https://vercel.app", false],
    ["*.vercel.app", "https://a.b.vercel.app", false],
    ["*.vercel.app", "https://shop.vercel.app.evil.example", false],
    ["*.vercel.app", "https://evil.example/shop.vercel.app", false],
    ["*.vercel.app", "https://shop.vercel.app:8443", false],
    ["*.vercel.app:*", "https://shop.vercel.app:8443", true],
    ["shop-*.vercel.app", "https://blog-1.vercel.app", false],
    ["shop-*.vercel.app", "https://shop-.vercel.app", false],
    ["a.example:8443", "https://a.example:8443", true],
    ["a.example:443", "https://a.example", true],
    ["127.0.0.1:*", "http://2130706433:4000", true],
    ["[::1]:*", "http://[0:0::1]:4000", true],
  ] as const)
    it(`${pattern} ${covered ? "covers" : "does not cover"} ${address}`, () =>
      expect(isPreviewHost([pattern], new URL(address))).to.equal(covered));
});
