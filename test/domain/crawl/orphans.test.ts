import { expect } from "chai";
import { type CrawledAddress, rescueOrphans } from "../../../domain/crawl/orphans.ts";

/** `A>B`: A is a duplicate of B. `A~B`: A redirects to B. `A`: a page. `A?`: pending. `A!`: broken. */
const parse = (text: string): CrawledAddress[] =>
  text.split(" ").map((word) => {
    const [, url = "", sign = "", of = ""] = /^(\w+)([>~?!]?)(\w*)$/.exec(word) ?? [];
    const states: Record<string, string> = {
      ">": "duplicate",
      "~": "redirect",
      "?": "waiting",
      "!": "broken",
      "": "page",
    };
    return { url, state: states[sign] ?? "", of };
  });
const said = (addresses: CrawledAddress[], room = 10) => {
  const { promoted, moved } = rescueOrphans(addresses, room);
  return [...promoted, ...moved.map(({ url, of }) => `${url}>${of}`)].join(" ");
};

describe("duplicates of what is no page", () => {
  const cases: [what: string, addresses: string, expected: string][] = [
    ["a duplicate of a page stays one", "A>B B", ""],
    ["also of one that may still become a page", "A>B B?", ""],
    ["also over another duplicate", "A>B B>C C", ""],
    ["also over a redirect", "A>B B~C C", ""],
    ["of nothing, it is the page", "A>B", "A"],
    ["of what is broken, too", "A>B B!", "A"],
    ["the first of several is the page of the others", "A>X B>X C>X", "A B>A C>A"],
    ["the last of a chain is the page of all of it", "A>B B>C C!", "B"],
    ["chains that meet have one page", "A>B B>X C>B D>X", "B D>B"],
    ["redirects to nothing have one page", "A>R B>R C>X R~X", "A B>A C>A"],
    ["two that name each other: the first", "A>B B>A", "A"],
    ["what leads into a circle leads to its page", "D>B A>B B>C C>A", "A"],
    ["a page that redirects to its own duplicate", "A>R R~A B>R", "A"],
    ["a circle of redirects is nothing", "A>R B>S R~S S~R", "A B>A"],
    ["redirects to nothing are no pages", "R~X S~R", ""],
  ];
  for (const [what, text, expected] of cases)
    it(`${what}: ${text}`, () => {
      const addresses = parse(text);
      const { promoted, moved } = rescueOrphans(addresses, 10);
      expect(said(addresses)).to.equal(expected);
      const of = new Map(moved.map((one) => [one.url, one.of]));
      const after = addresses.map((address) =>
        promoted.includes(address.url)
          ? { ...address, state: "page", of: "" }
          : { ...address, of: of.get(address.url) ?? address.of },
      );
      expect(said(after), "done twice").to.equal("");
    });

  it("no more than there is room for", () => {
    expect(said(parse("A>X B>Y C>Z D>X"), 2)).to.equal("A B D>A");
    expect(said(parse("A>X"), 0)).to.equal("");
  });

  it("a chain of very many is followed once", () => {
    const chain = Array.from({ length: 80_000 }, (_, i) => ({ url: `${i}`, state: "duplicate", of: `${i + 1}` }));
    expect(rescueOrphans(chain, 10).promoted).to.deep.equal(["79999"]);
  });
});
