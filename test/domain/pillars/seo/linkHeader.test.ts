import { expect } from "chai";
import { readLinkHeader } from "../../../../domain/pillars/seo/linkHeader.ts";

describe("Link headers", () => {
  const cases: [value: string, read: [href: string, rel: string, hreflang: string][]][] = [
    ['<https://a.test/>; rel="canonical"', [["https://a.test/", "canonical", ""]]],
    ["</x>;rel=Canonical", [["/x", "canonical", ""]]],
    [
      '<https://a.test/de>; rel="alternate"; hreflang="de", <https://a.test/en>; hreflang=en; rel="alternate"',
      [
        ["https://a.test/de", "alternate", "de"],
        ["https://a.test/en", "alternate", "en"],
      ],
    ],
    ['</s.css>; rel="preload stylesheet"; as=style; nopush', [["/s.css", "preload stylesheet", ""]]],
    // The first relation counts (RFC 8288, 3.3); a comma within quotes does not end the value.
    ['</x>; title="a, b; rel=canonical"; rel=next; rel=canonical', [["/x", "next", ""]]],
    ["https://a.test/; rel=canonical", []],
    ["", []],
  ];
  for (const [value, read] of cases)
    it(`reads ${value || "nothing"}`, () => {
      expect(readLinkHeader(value).map(({ href, rel, hreflang }) => [href, rel.join(" "), hreflang])).to.deep.equal(
        read,
      );
    });

  it("is done with a hostile one", () => {
    expect(readLinkHeader(`<${"; a=".repeat(100_000)}`)).to.deep.equal([]);
    expect(readLinkHeader(`<x>${' ; a="'.repeat(100_000)}`).length).to.be.lessThan(401);
    expect(readLinkHeader("<x>,".repeat(100_000))).to.have.length(400);
  });
});
