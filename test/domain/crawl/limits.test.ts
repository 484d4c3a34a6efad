import { expect } from "chai";
import { isTrap, mostAddresses, mostOfSitemaps, mostVisits } from "../../../domain/crawl/limits.ts";

describe("limits of a crawl", () => {
  it("a family of variants is a trap once most of them were the same page", () => {
    const cases: [duplicates: number, pages: number, expected: boolean][] = [
      [7, 0, false],
      [8, 0, true],
      [8, 40, false],
      [161, 40, true],
      // A shop with all products at one path.
      [0, 500, false],
      [100, 15_000, false],
    ];
    for (const [duplicates, pages, expected] of cases)
      expect(isTrap({ duplicates, pages }), `${duplicates} of ${pages}`).to.equal(expected);
  });

  it("every visit has an address, and sitemaps leave room for links", () => {
    for (const pages of [1, 500, 20_000]) {
      expect(mostAddresses(pages)).to.be.above(mostVisits(pages));
      expect(mostOfSitemaps(pages)).to.be.within(pages, mostAddresses(pages) / 2);
    }
  });
});
