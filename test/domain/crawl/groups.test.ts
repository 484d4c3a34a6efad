import { expect } from "chai";
import { groupPages, patternOf } from "../../../domain/crawl/groups.ts";

const at = (path: string, skeleton = "s") => ({ url: `https://shop.example${path}`, skeleton });
const groupsOf = (...pages: { url: string; skeleton: string }[]) =>
  groupPages(pages).map(({ group, urls }) => [group, urls.length]);

describe("template groups", () => {
  const patterns: [path: string, expected: string][] = [
    ["/", "/"],
    ["/orders/1234", "/orders/{n}"],
    ["/orders/3f2504e0-4f89-11d3-9a0c-0305e82c3301", "/orders/{id}"],
    ["/c/5f1d7a9b3c2e", "/c/{id}"],
    ["/news/2026-03-10", "/news/{date}"],
    ["/blog/how-to-test-a-page", "/blog/{slug}"],
    ["/blog/how-to-test-a-page.html", "/blog/{slug}.html"],
    ["/sku-12345", "/sku-{n}"],
    ["/about-us", "/about-us"],
    ["/list?page=2&sort=a", "/list?page&sort"],
  ];
  for (const [path, expected] of patterns)
    it(`${path} → ${expected}`, () => {
      const { segments, query } = patternOf(`https://shop.example${path}`);
      expect(`/${segments.join("/")}${query}`).to.equal(expected);
    });

  it("siblings of one skeleton are entries of one kind", () =>
    expect(groupsOf(at("/p/shoe"), at("/p/hat"), at("/p/coat"), at("/cart"))).to.deep.equal([
      ["/p/{slug}", 3],
      ["/cart", 1],
    ]));

  it("two are none yet", () => expect(groupsOf(at("/p/shoe"), at("/p/hat"))).to.have.length(2));

  it("the same path with another skeleton is another template", () =>
    expect(groupsOf(at("/p/1", "a"), at("/p/2", "a"), at("/p/3", "b"))).to.deep.equal([
      ["/p/{n}", 2],
      ["/p/{n} (2)", 1],
    ]));

  it("categories above entries are folded too", () => {
    const pages = ["men", "women", "kids"].flatMap((c) => ["shoe", "hat", "coat"].map((p) => at(`/${c}/${p}`)));
    expect(groupsOf(...pages)).to.deep.equal([["/{slug}/{slug}", 9]]);
  });

  it("does not depend on the order, and lists the shortest address first", () => {
    const pages = ["/p/shoe", "/p/hat", "/p/longest", "/x/1", "/x/22"].map((path) => at(path));
    expect(groupPages([...pages].reverse())).to.deep.equal(groupPages(pages));
    expect(groupPages(pages)[0]?.urls[0]).to.equal("https://shop.example/p/hat");
  });
});
