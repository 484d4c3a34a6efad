// How a crawl treats a site that asks for patience or has a Crawl-delay, and what happens if storing fails.
import type { ApplicationFailure } from "@temporalio/common";
import { expect } from "chai";
import { createCrawlActivities } from "../../../../activities/jobs/crawl/index.ts";
import type { CrawlSetUp } from "../../../../domain/crawl/crawl.ts";
import { plural } from "../../../../domain/text.ts";
import { withActivity } from "../../../support/activity.ts";
import { type Crawls, openCrawls, pageOf, type Route, respond, type Site, startSite } from "../../../support/crawls.ts";
import { eventually } from "../../../support/eventually.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const pages = (count: number): Record<string, Route> =>
  Object.fromEntries(numbers(count).map((n) => [`/p${n}`, { links: [] }]));
const gapsOf = (times: readonly number[]) => times.slice(1).map((at, i) => at - (times[i] ?? 0));

describe("politeness of a crawl", () => {
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
  const paceOf = async (jobId: string) => ((await crawls.jobOf(jobId)).state as CrawlSetUp).pace;

  it("a site that limits its visitors is left alone as long as it says, and none of its pages is lost", async () => {
    let left = 6;
    let shutUntil = 0;
    const late: number[] = [];
    const limited =
      (route: { links: string[] }): Route =>
      (request, response) => {
        const at = performance.now();
        if (left === 0 && shutUntil === 0) shutUntil = at + 1_000;
        if (at < shutUntil) {
          late.push(at);
          return response.writeHead(429, { "retry-after": "1" }).end();
        }
        left -= 1;
        respond(response, pageOf(request.url ?? "", route.links));
      };
    const links = numbers(20).map((n) => `/p${n}`);
    await open(Object.fromEntries(["/", ...links].map((at) => [at, limited({ links })])));
    const jobId = await crawls.addJob(site.url);
    const { counts, warnings } = await crawls.crawl(jobId);
    expect(counts).to.include({ pages: 21, broken: 0, notAsked: 0 });
    // Requests that were in flight at the first refusal.
    expect(late.length).to.be.within(1, 4);
    expect(warnings.join(" ")).to.include(`too busy to answer ${plural(late.length, "request")} (`);
    expect(await paceOf(jobId)).to.include({ step: 1, refusals: late.length });
    const after = site.asked.filter(({ at }) => at > shutUntil - 500).map(({ at }) => at);
    expect(after[0]).to.be.at.least(shutUntil - 100);
    const toNextButOne = after.slice(2).map((at, i) => at - (after[i] ?? 0));
    expect(Math.min(...toNextButOne), "two at once, and 250 ms after each").to.be.above(240);
  });

  it("a robots.txt that is to be had later is asked for then", async () => {
    await open({ "/robots.txt": (_, response) => response.writeHead(503, { "retry-after": "90" }).end() });
    const jobId = await crawls.addJob(site.url);
    const { planCrawl } = createCrawlActivities(crawls.deps);
    const failed = await withActivity(() => planCrawl({ jobId })).then(
      () => null,
      (error: ApplicationFailure) => error,
    );
    expect(failed).to.include({ type: "Infrastructure", nonRetryable: false, nextRetryDelay: 90_000 });
  });

  it("a worker that takes over keeps the pace", async () => {
    let busy = true;
    await open({
      "/": (_, response) =>
        busy
          ? response.writeHead(503, { "retry-after": "1" }).end()
          : respond(response, pageOf("home", ["/p1", "/p2", "/p3"])),
      ...pages(3),
    });
    const jobId = await crawls.addJob(site.url);
    const first = createCrawlActivities(crawls.deps);
    await withActivity(() => first.planCrawl({ jobId }));
    const { counts, left } = await withActivity(() => first.crawlBatch({ jobId, counts: null }));
    expect([counts, left])
      .to.deep.include({ ...counts, pages: 0, waiting: 1, asked: 0 })
      .and.include(1);
    busy = false;
    const second = createCrawlActivities(crawls.deps);
    await withActivity(() => second.crawlBatch({ jobId, counts: null }), 2);
    expect(gapsOf(site.times("/"))[0]).to.be.at.least(950);
    await withActivity(() => second.crawlBatch({ jobId, counts: null }));
    expect(await crawls.pagesOf(jobId)).to.have.length(4);
    const [one = 0, , three = 0] = site.asked.slice(-3).map(({ at }) => at);
    expect(three - one, "two at once, and 250 ms after each").to.be.above(240);
  });

  it("a page that is never to be had is broken after four tries, and holds nothing else up", async () => {
    await open({
      "/": { links: ["/dead", ...numbers(12).map((n) => `/p${n}`)] },
      "/dead": (_, response) => response.writeHead(503, { "retry-after": "1" }).end(),
      ...pages(12),
    });
    const { counts, broken } = await crawls.crawl(await crawls.addJob(site.url));
    expect(counts).to.include({ pages: 13, broken: 1 });
    expect(broken).to.deep.equal([
      { url: `${site.url}/dead`, status: 503, reason: "It answers 503, 4 times.", foundOn: `${site.url}/` },
    ]);
    expect(site.times("/dead")).to.have.length(4);
    expect(Math.max(...numbers(12).map((n) => site.times(`/p${n}`).length))).to.equal(1);
  });

  it("a connection that is closed once is tried again without slowing the crawl", async () => {
    let closed = false;
    await open({
      "/": { links: ["/torn", ...numbers(12).map((n) => `/p${n}`)] },
      "/torn": (request, response) => {
        if (closed) return respond(response, pageOf("torn"));
        closed = true;
        request.socket.destroy();
      },
      ...pages(12),
    });
    const jobId = await crawls.addJob(site.url);
    expect((await crawls.crawl(jobId)).counts).to.include({ pages: 14, broken: 0 });
    expect(await paceOf(jobId)).to.include({ step: 0, refusals: 1 });
  });

  it("Crawl-delay is kept from robots.txt on: between sitemap, batches and pages", async () => {
    await open({
      "/robots.txt": (_, response) =>
        respond(response, "User-agent: *\nCrawl-delay: 0.3\nSitemap: /map.xml\n", "text/plain"),
      "/": { links: ["/p1", "/p2", "/p3", "/p4"] },
      ...pages(4),
    });
    const { counts } = await crawls.crawl(await crawls.addJob(site.url, { maxPages: 3 }));
    expect(counts.pages).to.equal(3);
    const robots = site.asked.findIndex(({ path }) => path === "/robots.txt");
    expect(site.asked.slice(robots).map(({ path }) => path)).to.have.length(5, JSON.stringify(site.asked));
    expect(Math.min(...gapsOf(site.asked.map(({ at }) => at)))).to.be.above(290);
  });

  it("a crawl that is almost full asks few more than it keeps, and keeps no more", async () => {
    const links = numbers(24).map((n) => `/p${n}`);
    await open({ "/": { links }, ...pages(24) });
    const jobId = await crawls.addJob(site.url, { maxPages: 2 });
    expect((await crawls.crawl(jobId)).counts.pages).to.equal(2);
    expect(await crawls.pagesOf(jobId)).to.have.length(2);
    expect(site.asked.filter(({ path }) => /^\/p/.test(path)).length).to.be.at.most(4);
  });

  it("when storing fails no lane asks on, and nothing is under way any more when the attempt ends", async () => {
    let open_ = 0;
    const slow: Route = (request, response) => {
      open_ += 1;
      response.on("close", () => {
        open_ -= 1;
      });
      setTimeout(() => respond(response, pageOf(request.url ?? "")), 100);
    };
    const links = numbers(24).map((n) => `/p${n}`);
    await open({ "/": { links }, ...Object.fromEntries(links.map((at) => [at, slow])) });
    const jobId = await crawls.addJob(site.url);
    const activities = createCrawlActivities(crawls.deps);
    await withActivity(() => activities.planCrawl({ jobId }));
    await withActivity(() => activities.crawlBatch({ jobId, counts: null }));
    const { crawlAddresses } = crawls.models;
    const bulkWrite = crawlAddresses.bulkWrite;
    crawlAddresses.bulkWrite = () => Promise.reject(new Error("the disk is full"));
    const failed = await withActivity(() => activities.crawlBatch({ jobId, counts: null })).then(
      () => "",
      (error: Error) => error.message,
    );
    crawlAddresses.bulkWrite = bulkWrite;
    expect(failed).to.equal("the disk is full");
    const askedPages = () => site.asked.filter(({ path }) => /^\/p/.test(path)).length;
    const asked = askedPages();
    expect(asked).to.be.at.most(8);
    await eventually("nothing is under way", () => open_ === 0);
    await withActivity(() => activities.crawlBatch({ jobId, counts: null }), 2);
    expect(await crawls.pagesOf(jobId)).to.have.length(25);
    expect(askedPages() - asked, "nobody but the second attempt asks on").to.equal(24);
  });
});
