import { expect } from "chai";
import type { CrawlResult } from "../../../domain/crawl/crawl.ts";
import { type CrawlFacts, crawlWarnings } from "../../../domain/crawl/warnings.ts";

const none: CrawlResult["counts"] = {
  pages: 10,
  groups: 1,
  asked: 10,
  duplicates: 0,
  redirects: 0,
  broken: 0,
  otherFiles: 0,
  disallowed: 0,
  variants: 0,
  leftOut: 0,
  notAsked: 0,
};
const say = (counts: Partial<CrawlResult["counts"]>, facts: Partial<CrawlFacts> = {}) =>
  crawlWarnings({
    counts: { ...none, ...counts },
    input: { startUrl: "https://shop.example/", maxPages: 10, depth: 5, include: [], exclude: [] },
    robots: { state: "absent", crawlDelaySeconds: null, sitemaps: [] },
    sitemap: { files: [], entries: 0, own: 0, beyond: 0, complete: true },
    start: "",
    scripted: 0,
    outOfTime: false,
    shortenedDelay: false,
    rulesLeftOut: 0,
    refusals: 0,
    leftOut: [],
    commonestOriginal: null,
    largestFamily: null,
    ...facts,
  });

describe("what a finished crawl warns of", () => {
  it("nothing where nothing is the matter", () => expect(say({})).to.deep.equal([]));

  it("pages whose links scripts make, and a crawl that found one page", () => {
    const offer = "List the other pages yourself, in a sitemap or as a list of addresses.";
    expect(say({}, { scripted: 1 })).to.deep.equal([
      `1 page has scripts and few or no links: pages are read without a browser, so what scripts link to was not found unless the sitemap names it. ${offer}`,
    ]);
    expect(say({ pages: 1 })).to.deep.equal([`Only one page was found. ${offer}`]);
    expect(say({ pages: 1 }, { scripted: 1 })).to.have.length(1);
  });

  it("why it ended", () => {
    expect(say({ notAsked: 3 })).to.deep.equal([
      "The crawl ended at its limit of 10 pages; 3 known addresses were not requested. Raise maxPages, or narrow it with include.",
    ]);
    expect(say({ notAsked: 3, pages: 4, asked: 130 })).to.deep.equal([
      "The crawl ended after 130 addresses, of which 4 were pages; 3 known addresses were not requested. Raise maxPages, or narrow it with include.",
    ]);
    expect(say({ notAsked: 1, pages: 1, asked: 1 })[0]).to.match(
      /^The crawl ended after 1 address, of which 1 was a page; 1 known address was not requested\./,
    );
    expect(say({ notAsked: 3 }, { outOfTime: true })[0]).to.match(/^The crawl reached its time limit/);
  });

  it("sitemaps that could not be read, and why; none that is not there", () => {
    const file = (name: string, state: string, reason: string) => ({
      url: `https://shop.example/${name}.xml?key=1`,
      state,
      reason,
      entries: 0,
    });
    const of = (...files: CrawlResult["sitemap"]["files"]) =>
      say({}, { sitemap: { files, entries: 0, own: 0, beyond: 0, complete: true } });
    expect(of(file("a", "missing", "It answers 404."), file("b", "read", ""))).to.deep.equal([]);
    expect(of(file("a", "unreachable", "It answers 500."))).to.deep.equal([
      "1 sitemap could not be read, https://shop.example/a.xml: It answers 500.",
    ]);
    expect(of(file("b", "invalid", "It is no XML."), file("a", "unreachable", "It answers 500."))).to.deep.equal([
      "2 sitemaps could not be read, the first of them https://shop.example/b.xml: It is no XML.",
    ]);
  });

  it("a family that took most of a crawl that ended at its limit", () => {
    const largestFamily = { name: "/calendar?month", times: 6 };
    expect(say({ notAsked: 3 }, { largestFamily })[1]).to.equal(
      "6 of the 10 pages are at /calendar?month: if this is endless, skip it with exclude.",
    );
    expect(say({}, { largestFamily })).to.deep.equal([]);
    expect(say({ notAsked: 3 }, { largestFamily: { name: "/x?a", times: 5 } })).to.have.length(1);
    const one = say({ notAsked: 3, pages: 1 }, { largestFamily: { name: "/x?a", times: 1 } });
    expect(one.join(" ")).not.to.contain("/x?a");
  });

  it("a site that was too busy, and rules that were not read", () => {
    const [busy, rules] = say({}, { refusals: 1, rulesLeftOut: 1 });
    expect(busy).to.contain("answer 1 request (429, 503 or a closed connection), so it was retried");
    expect(rules).to.contain(": 1 was left out (");
  });

  it("what was left out by its look, with examples", () => {
    const why = "skipped because they look like sign-outs, actions, secrets in the query or endless paths";
    expect(say({ leftOut: 2 }, { leftOut: ["/logout", "/x?token=***"] })).to.deep.equal([
      `2 addresses were ${why}: /logout, /x?token=***.`,
    ]);
    expect(say({ leftOut: 1_000 }, { leftOut: ["/a/a/a"] })).to.deep.equal([
      `1000 or more addresses were ${why}: /a/a/a …`,
    ]);
    expect(say({ leftOut: 1 }, { leftOut: ["/logout"] })[0]).to.match(
      /^1 address was skipped because it looks like .*: \/logout\.$/,
    );
  });

  it("more duplicates than pages, with what most of them name", () => {
    const commonestOriginal = { name: "/", times: 11 };
    expect(say({ duplicates: 12 }, { commonestOriginal })).to.deep.equal([
      "12 addresses are duplicates, more than there are pages: 11 of them name / as their canonical address or have the same content. A template with one canonical address on every page hides all of them.",
    ]);
    expect(say({ duplicates: 10 }, { commonestOriginal })).to.deep.equal([]);
    expect(say({ duplicates: 2, pages: 1 }, { commonestOriginal: { name: "/", times: 1 } })[0]).to.contain(
      ": 1 of them names / as its canonical address or has the same content.",
    );
  });
});
