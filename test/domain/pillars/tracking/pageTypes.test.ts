import { expect } from "chai";
import { guessPageType, wordsOf } from "../../../../domain/pillars/tracking/pageTypes.ts";

describe("the type of a page guessed from its path", () => {
  const table: [pathname: string, pageType: string][] = [
    ["/", "home"],
    ["/index.html", "home"],
    ["/de", "home"],
    ["/en-gb/", "home"],
    ["/shop", "listing"],
    ["/products", "listing"],
    ["/products/harvest-vase", "product"],
    ["/de/produkte/vase", "product"],
    ["/shop/products/lamp", "product"],
    ["/collections/summer/products/dress", "product"],
    ["/category/lamps", "listing"],
    ["/shop/products", "listing"],
    ["/cart", "cart"],
    ["/Warenkorb", "cart"],
    ["/checkout", "checkout"],
    ["/cart/checkout/thank-you", "confirmation"],
    ["/order-confirmed", "confirmation"],
    ["/search", "search"],
    ["/sign-in", "account"],
    ["/account/orders", "account"],
    ["/my-wishlist", "account"],
    ["/journal", "journal"],
    ["/journal/slow-mornings", "article"],
    ["/blog/2026/03/post.html", "article"],
    ["/legal/privacy", "legal"],
    ["/datenschutz", "legal"],
    ["/%C3%BCber-uns", "about"],
    ["/contact-us", "contact"],
    ["/faq", "help"],
    ["/jobs/tester", "job"],
    ["/a/b/c", "content"],
    ["/%E0%A4%A", "content"],
  ];
  for (const [pathname, pageType] of table)
    it(`${pathname}: ${pageType}`, () => expect(guessPageType(pathname)).to.equal(pageType));

  it("has words of plain letters", () => {
    expect(wordsOf("/Caf%C3%A9/Straße/a_b.php")).to.deep.equal(["cafe", "strasse", "a-b"]);
    expect(wordsOf("/日本/")).to.deep.equal([]);
  });
});
