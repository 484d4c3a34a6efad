// A crawl while the database is unavailable: it waits inside its attempt, and asks the site nothing that it could not store.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { createCrawlActivities } from "../../../../activities/jobs/crawl/index.ts";
import { withActivity } from "../../../support/activity.ts";
import { type Crawls, openCrawls, pageOf, type Route, respond, type Site, startSite } from "../../../support/crawls.ts";
import { type DatabaseServer, startDatabaseServer } from "../../../support/database.ts";

describe("a crawl while the database is unavailable", function () {
  this.timeout(60_000);
  let server: DatabaseServer;
  let site: Site;
  let crawls: Crawls;
  before(async function () {
    if (process.env.MONGODB_URI) return this.skip();
    server = await startDatabaseServer();
    const links = Array.from({ length: 24 }, (_, i) => `/p${i}`);
    const slow: Route = (request, response) => {
      setTimeout(() => respond(response, pageOf(request.url ?? "")), 200);
    };
    site = await startSite({ "/": { links }, ...Object.fromEntries(links.map((at) => [at, slow])) });
    crawls = await openCrawls([site.port], server.uri);
  });
  after(async () => {
    await crawls?.close();
    await site?.close();
    await server?.remove();
  });

  it("goes on by itself when it is back, in the same attempt and with nothing lost", async () => {
    const jobId = await crawls.addJob(site.url);
    const activities = createCrawlActivities(crawls.deps);
    await withActivity(() => activities.planCrawl({ jobId }));
    const { counts } = await withActivity(() => activities.crawlBatch({ jobId, counts: null }));
    const began = performance.now();
    const running = withActivity(() => activities.crawlBatch({ jobId, counts }));
    while (site.asked.length < 6) await sleep(20);
    await server.stop();
    await sleep(2_000);
    const asked = site.asked.length;
    expect(asked, "some are not asked yet").to.be.below(24);
    await sleep(3_000);
    expect(site.asked.length, "none is asked that could not be stored").to.equal(asked);
    await server.start();
    const after = await running;
    const tookMs = performance.now() - began;
    expect([after.counts.pages, after.left]).to.deep.equal([25, 0]);
    expect(await crawls.pagesOf(jobId)).to.have.length(25);
    const again = site.asked.filter(({ path }) => site.times(path).length > 1).map(({ path }) => path);
    expect(new Set(again).size, "asked again: what was in flight").to.be.at.most(8);
    expect(tookMs - after.workedMs, "the outage is no work").to.be.above(4_000);
  });
});
