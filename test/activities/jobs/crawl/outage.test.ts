// A crawl while the database is unavailable: it waits within its attempt, and does not request pages that it could not store.
import { expect } from "chai";
import { createCrawlActivities } from "../../../../activities/jobs/crawl/index.ts";
import { withActivity } from "../../../support/activity.ts";
import { type Crawls, openCrawls, pageOf, type Route, respond, type Site, startSite } from "../../../support/crawls.ts";
import { type DatabaseServer, startDatabaseServer } from "../../../support/database.ts";
import { eventually } from "../../../support/eventually.ts";

describe("a crawl while the database is unavailable", function () {
  this.timeout(60_000);
  let server: DatabaseServer;
  let site: Site;
  let crawls: Crawls;
  /** Number of requests without a response yet. */
  let open = 0;
  before(async function () {
    if (process.env.MONGODB_URI) return this.skip();
    server = await startDatabaseServer();
    const links = Array.from({ length: 24 }, (_, i) => `/p${i}`);
    const slow: Route = (request, response) => {
      open += 1;
      response.on("close", () => {
        open -= 1;
      });
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
    /** Each try of the batch starts by reading the job. */
    const { jobs } = crawls.models;
    const findOne = jobs.findOne;
    let tries = 0;
    jobs.findOne = function (this: typeof jobs, ...args: Parameters<typeof findOne>) {
      tries += 1;
      return findOne.apply(this, args);
    } as typeof findOne;
    const began = performance.now();
    const running = withActivity(() => activities.crawlBatch({ jobId, counts }));
    await eventually("some were asked", () => site.asked.length >= 6);
    const before = tries;
    await server.stop();
    const awayFrom = performance.now();
    await eventually("it noticed, and what was in flight is answered", () => tries > before && open === 0);
    const asked = site.asked.length;
    expect(asked, "some are not asked yet").to.be.below(24);
    const noticed = tries;
    await eventually("a whole try failed", () => tries > noticed);
    expect(site.asked.length, "none is asked that could not be stored").to.equal(asked);
    const awayMs = performance.now() - awayFrom;
    await server.start();
    const after = await running;
    const tookMs = performance.now() - began;
    jobs.findOne = findOne;
    expect([after.counts.pages, after.left]).to.deep.equal([25, 0]);
    expect(await crawls.pagesOf(jobId)).to.have.length(25);
    const again = site.asked.filter(({ path }) => site.times(path).length > 1).map(({ path }) => path);
    expect(new Set(again).size, "asked again: what was in flight").to.be.at.most(8);
    expect(tookMs - after.workedMs, "the outage is no work").to.be.at.least(awayMs);
  });
});
