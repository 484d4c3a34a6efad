// How a crawl treats addresses that declare another address as canonical.
import { expect } from "chai";
import { type Crawls, openCrawls, pageOf, type Route, respond, type Site, startSite } from "../../../support/crawls.ts";

/** A page that declares another address as its canonical one. */
const naming =
  (canonical: string, links: string[] = []): Route =>
  (request, response) =>
    respond(
      response,
      pageOf(request.url ?? "", links).replace("<head>", `<head><link rel="canonical" href="${canonical}">`),
    );

describe("the end of a crawl", () => {
  let site: Site;
  let crawls: Crawls;
  const open = async (routes: Record<string, Route>) => {
    site = await startSite(routes);
    crawls = await openCrawls([site.port]);
  };
  afterEach(async () => {
    await crawls?.close();
    await site?.close();
  });
  const stateOf = async (jobId: string, path: string) => {
    const address = await crawls.addressOf(jobId, site.url + path);
    return [address?.state, address?.of.replace(site.url, "")];
  };

  it("canonical addresses are followed to their page; those that lead to none leave one", async () => {
    await open({
      "/": { links: ["/a", "/x", "/y", "/left"] },
      "/a": naming("/b"),
      "/b": naming("/c"),
      "/c": { links: [] },
      "/x": naming("/gone"),
      "/y": naming("/gone"),
      "/left": naming("/right"),
      "/right": naming("/left"),
    });
    const jobId = await crawls.addJob(site.url);
    const { counts } = await crawls.crawl(jobId);
    expect(counts).to.include({ pages: 4, duplicates: 4, broken: 1 });
    expect(await stateOf(jobId, "/a")).to.deep.equal(["duplicate", "/b"]);
    expect(await stateOf(jobId, "/b")).to.deep.equal(["duplicate", "/c"]);
    const [x, y] = [await stateOf(jobId, "/x"), await stateOf(jobId, "/y")];
    // Which of the two comes first depends on the hash of its address.
    expect([x, y]).to.deep.include(["page", ""]);
    expect([x, y]).to.deep.include(["duplicate", x[0] === "page" ? "/x" : "/y"]);
    const pages = await crawls.pagesOf(jobId);
    expect(pages).to.include.members([`${site.url}/`, `${site.url}/c`]);
    expect(pages.filter((url) => /left|right/.test(url))).to.have.length(1);
    await crawls.forgetEnd(jobId);
    const crawlAgain = await crawls.crawl(jobId);
    expect(crawlAgain.counts).to.deep.equal(counts);
    expect(await crawls.pagesOf(jobId)).to.deep.equal(pages);
  });

  it("a template that names one address on every page is warned of", async () => {
    const links = Array.from({ length: 12 }, (_, i) => `/p${i}`);
    await open({ "/": { links }, ...Object.fromEntries(links.map((path) => [path, naming("/")])) });
    const { counts, warnings } = await crawls.crawl(await crawls.addJob(site.url));
    expect(counts).to.include({ pages: 1, duplicates: 12 });
    expect(warnings).to.have.length(2);
    expect(warnings[1]).to.match(/^Only one page was found/);
    expect(warnings[0]).to.match(/^12 addresses are duplicates, more than there are pages: 12 of them name \/ as/);
  });
});
