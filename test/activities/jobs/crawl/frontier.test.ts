// Which addresses a crawl visits, and which it leaves out, if there are more than it can remember.
import { expect } from "chai";
import { createCrawlActivities } from "../../../../activities/jobs/crawl/index.ts";
import type { CrawlSetUp } from "../../../../domain/crawl/crawl.ts";
import { mostAddresses } from "../../../../domain/crawl/limits.ts";
import { withActivity } from "../../../support/activity.ts";
import { type Crawls, openCrawls, type Route, respond, type Site, startSite } from "../../../support/crawls.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const sitemap =
  (paths: readonly string[], origin: () => string): Route =>
  (_, response) =>
    respond(
      response,
      `<urlset>${paths.map((path) => `<url><loc>${origin()}${path}</loc></url>`).join("")}</urlset>`,
      "text/xml",
    );
const redirect =
  (to: string): Route =>
  (_, response) =>
    response.writeHead(301, { location: to }).end();

describe("the frontier of a crawl", function () {
  this.timeout(60_000);
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

  it("keeps what redirects lead to, also when it is full", async () => {
    const entries = numbers(600).map((n) => `/entry/${n}`);
    const links = numbers(1_000).map((n) => `/link/${n}`);
    const moved = [...entries, ...links].map((path) => [path, redirect(`/new${path}`)] as const);
    const pages = [...entries, ...links].map((path) => [`/new${path}`, { links: [] }] as const);
    await open({
      "/": { links },
      "/sitemap.xml": sitemap(entries, () => site.url),
      ...Object.fromEntries(moved),
      ...Object.fromEntries(pages),
    });
    const maxPages = 20;
    const jobId = await crawls.addJob(site.url, { maxPages });
    const { counts, sitemap: facts, warnings } = await crawls.crawl(jobId);
    expect(counts).to.include({ pages: maxPages, broken: 0 });
    // The target of each redirect is visited next, so that redirects do not use up all visits.
    expect(counts.redirects).to.be.below(60);
    // Half of the remembered addresses, including the start page.
    expect(facts).to.include({ own: 600, beyond: 601 - mostAddresses(maxPages) / 2 });
    const known = await crawls.models.crawlAddresses.countDocuments({ jobId });
    expect(known).to.be.within(mostAddresses(maxPages), mostAddresses(maxPages) + counts.redirects);
    expect(counts.notAsked).to.equal(known - counts.asked + facts.beyond);
    expect(warnings[0]).to.match(/^The crawl ended at its limit of 20 pages/);
  });

  it("a plan that is made again takes up what the first one did not come to", async () => {
    const entries = numbers(600).map((n) => `/entry/${n}`);
    await open({ "/": { links: [] }, "/sitemap.xml": sitemap(entries, () => site.url) });
    const jobId = await crawls.addJob(site.url, { maxPages: 20 });
    const { planCrawl } = createCrawlActivities(crawls.deps);
    await withActivity(() => planCrawl({ jobId }));
    const lost = await crawls.models.crawlAddresses.find({ jobId, depth: 1 }, { _id: 1 }).limit(300).lean();
    await crawls.models.crawlAddresses.deleteMany({ _id: { $in: lost.map(({ _id }) => _id) } });
    await withActivity(() => planCrawl({ jobId }));
    const known = await crawls.models.crawlAddresses.countDocuments({ jobId });
    expect(known).to.be.within(mostAddresses(20) / 2, mostAddresses(20) / 2 + 200);
    const { state } = await crawls.jobOf(jobId);
    expect((state as CrawlSetUp).sitemap.beyond).to.equal(601 - known);
  });

  it("promises no more pages than there is room for", async () => {
    await open({ "/": { links: numbers(50).map((n) => `/p${n}`) } });
    const jobId = await crawls.addJob(site.url, { maxPages: 5 });
    const { planCrawl, crawlBatch } = createCrawlActivities(crawls.deps);
    await withActivity(() => planCrawl({ jobId }));
    const { counts, left } = await withActivity(() => crawlBatch({ jobId, counts: null }));
    expect(counts).to.include({ pages: 1, waiting: 50 });
    expect(left).to.equal(4);
  });

  it("counts once what is left out by its look, and names some of it", async () => {
    const out = ["/logout", "/x?token=hushone", "/x?token=hushtwo", "/shop?add-to-cart=7", "/a/a/a"];
    const not = ["/file.pdf", "mailto:a@b.example", "/hidden/logout", "https://elsewhere.example/logout", "/no/logout"];
    await open({
      "/robots.txt": (_, response) => respond(response, "User-agent: *\nDisallow: /no/\n", "text/plain"),
      "/": { links: [...out, ...not, "/catalog-offers", "/wiki/Vue.js", "/wiki/app.js"] },
      "/catalog-offers": { links: out },
      "/wiki/Vue.js": { links: out },
      "/wiki/app.js": (_, response) => respond(response, "alert(1)", "text/javascript"),
    });
    const { counts, warnings } = await crawls.crawl(await crawls.addJob(site.url, { exclude: ["/hidden/*"] }));
    expect(counts).to.include({ pages: 3, leftOut: 5, otherFiles: 1, disallowed: 0, asked: 4, notAsked: 0 });
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/^5 addresses were skipped because they look like .* …$/);
    const kept = await crawls.models.crawlAddresses.find({ state: "skipped" }, { url: 1 }).lean();
    expect(JSON.stringify(kept)).to.include("token=***").and.not.include("hush");
    expect(site.asked.map(({ path }) => path)).to.not.include.members(["/logout"]);
  });
});
