// Hostile sites are crawled at the same time as an innocent one, while the worker's event loop is watched. For the method of measurement,
// see test/support/eventLoop.ts.
import { expect } from "chai";
import type { CrawlResult } from "../../domain/crawl/crawl.ts";
import { type Crawls, openCrawls } from "../support/crawls.ts";
import { allowedBlockedMs, watchEventLoop } from "../support/eventLoop.ts";
import { type HostileSites, startHostileSites } from "../support/hostileSite.ts";
import { type LargeSite, startLargeSite } from "../support/largeSite.ts";

describe("crawls of hostile sites", function () {
  this.timeout(240_000);
  let crawls: Crawls;
  let sites: HostileSites;
  let innocent: LargeSite;
  let alone: CrawlResult;
  before(async () => {
    [sites, innocent] = await Promise.all([startHostileSites(), startLargeSite(60, 10)]);
    // The sites create each file on its first request, which on a busy machine takes longer than a crawl waits.
    const files = ["robots.txt", "long.xml", "elements.xml", "bomb.xml.gz"];
    for (const name of files) await (await fetch(`${sites.origins.sitemap}/${name}`)).arrayBuffer();
    crawls = await openCrawls([...sites.ports, innocent.port]);
    alone = await crawls.crawl(await crawls.addJob(innocent.url));
  });
  after(async () => {
    await crawls?.close();
    await sites?.close();
    await innocent?.close();
  });

  it("never hold the event loop, and leave an innocent crawl beside them as it is alone", async () => {
    const kinds = ["stars", "long-stars", "agents", "sitemap", "nested", "crawl"];
    const jobs = [];
    for (const name of kinds) jobs.push(await crawls.addJob(sites.origins[name] ?? "", { maxPages: 10 }));
    const beside = await crawls.addJob(innocent.url);
    const watch = watchEventLoop("crawls");
    const [result, ...hostile] = await Promise.all([beside, ...jobs].map((jobId) => crawls.crawl(jobId)));
    const { longestMs, stretches, clockMs } = watch.stop();
    expect(longestMs, JSON.stringify({ stretches, clockMs })).to.be.at.most(allowedBlockedMs);
    expect(result).to.deep.equal(alone);
    for (const [at, { counts }] of hostile.entries()) expect(counts.pages, kinds[at]).to.be.at.least(1);

    // Omissions are reported.
    const [stars, , , sitemap] = hostile;
    expect(stars?.warnings.join(" ")).to.match(/robots\.txt has more rules than are read: 8000 were left out/);
    expect(sitemap?.warnings).to.include("The sitemaps are too large to be read completely.");
    expect(sitemap?.sitemap.entries).to.be.at.most(50_000);
  });
});
