// The activities of a crawl against a site and a database, without Temporal: what is found, and what is requested twice.
import { expect } from "chai";
import { createCrawlActivities } from "../../../activities/jobs/crawl/index.ts";
import { createJobProjectionActivities } from "../../../activities/jobs/jobProjection.ts";
import { createProposeActivities } from "../../../activities/jobs/proposeScenarios.ts";
import type { CrawlInput } from "../../../domain/crawl/crawl.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { withActivity } from "../../support/activity.ts";
import { type Crawls, openCrawls } from "../../support/crawls.ts";
import { type LargeSite, startLargeSite } from "../../support/largeSite.ts";

describe("activities of a crawl", () => {
  let crawls: Crawls;
  let site: LargeSite;
  before(async () => {
    site = await startLargeSite(60, 10);
    crawls = await openCrawls([site.port]);
  });
  after(async () => {
    await crawls?.close();
    await site?.close();
  });
  beforeEach(() => site.hits.clear());

  const addJob = (input: Partial<CrawlInput> = {}, kind: Job["kind"] = "crawl_site") =>
    crawls.addJob(site.url, input, kind);

  it("finds exactly the pages that exist, and asks no address twice", async () => {
    const jobId = await addJob();
    const { counts, pages, groups, broken, warnings } = await crawls.crawl(jobId);
    expect(await crawls.pagesOf(jobId)).to.deep.equal([...site.pages].sort());
    expect(counts).to.include({ pages: site.pages.size, disallowed: 1, broken: 1, redirects: 1, notAsked: 0 });
    expect(pages[0]).to.deep.equal({ url: `${site.url}/`, status: 200, title: "Home | Large", group: "/", depth: 0 });
    expect(groups.slice(0, 2).map(({ group, pages }) => [group, pages])).to.deep.equal([
      ["/products/{n}-a-name", 60],
      ["/articles/{n}-a-name", 10],
    ]);
    expect(broken).to.deep.equal([
      { url: `${site.url}/gone`, status: 404, reason: "It answers 404.", foundOn: `${site.url}/` },
    ]);
    expect(warnings).to.include("robots.txt disallows 1 address: not asked.");
    expect(Math.max(...site.hits.values())).to.equal(1);
    expect([...site.hits.keys()].filter((at) => /secret|logout|file\.pdf|utm_/.test(at))).to.deep.equal([]);
    expect(site.mostAtOnce()).to.be.at.most(4);
    const job = await crawls.jobOf(jobId);
    expect(job).to.include({ status: "completed", lock: jobId, error: null });
  });

  it("another process goes on from the database, and repeats at most what was in flight", async () => {
    const jobId = await addJob();
    const first = createCrawlActivities(crawls.deps);
    await withActivity(() => first.planCrawl({ jobId }));
    for (let i = 0; i < 2; i++) await withActivity(() => first.crawlBatch({ jobId, counts: null }));
    const before = new Map(site.hits);
    await crawls.crawl(jobId);
    expect(await crawls.pagesOf(jobId)).to.deep.equal([...site.pages].sort());
    const again = [...before.keys()].filter((at) => !/robots|map\.xml/.test(at) && site.hits.get(at) !== 1);
    expect(again).to.deep.equal([]);
  });

  it("a second attempt counts again, and a late first one stores nothing twice", async () => {
    const jobId = await addJob({ maxPages: 30 });
    const activities = createCrawlActivities(crawls.deps);
    await withActivity(() => activities.planCrawl({ jobId }));
    const { counts } = await withActivity(() => activities.crawlBatch({ jobId, counts: null }));
    const stale = { ...counts, pages: 0, waiting: 0, known: 0, asked: 0 };
    await withActivity(() => activities.crawlBatch({ jobId, counts: stale }), 2);
    expect(counts.pages).to.be.at.most(25);
    expect(await crawls.pagesOf(jobId)).to.have.length.at.most(30);
  });

  it("keeps to its limits and says so: pages, depth, patterns", async () => {
    const few = await crawls.crawl(await addJob({ maxPages: 7 }));
    expect(few.counts.pages).to.equal(7);
    expect(few.warnings.join(" ")).to.match(/ended at its limit of 7 pages; \d+ known addresses were not requested/);
    const start = await crawls.crawl(await addJob({ depth: 0 }));
    expect(start.counts).to.include({ pages: 1, notAsked: 0 });
    const jobId = await addJob({ include: ["/plain/*"], exclude: ["*terms"] });
    await crawls.crawl(jobId);
    expect(await crawls.pagesOf(jobId)).to.deep.equal([
      `${site.url}/`,
      `${site.url}/plain/about`,
      `${site.url}/plain/contact`,
    ]);
  });

  it("a start page that is none fails with its reason, which the job keeps", async () => {
    const jobId = await addJob({ startUrl: `${site.url}/gone`, include: ["/nothing"] });
    const failed = await crawls.crawl(jobId).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(failed).to.equal(`No page was found from ${site.url}/gone: the start page answers 404.`);
    const { failJob, writeJobProgress } = createJobProjectionActivities(crawls.deps);
    const at = { jobId, executionId: "e1" };
    const progress = { phase: "crawling", done: 1, total: 2 };
    await withActivity(() => writeJobProgress({ ...at, seq: 2, progress }));
    expect(await crawls.jobOf(jobId)).to.deep.include({ status: "running", progress });
    await withActivity(() => failJob({ ...at, seq: 5, failure: { cancelled: false, message: "Why." } }));
    // Late progress changes nothing.
    expect(await withActivity(() => writeJobProgress({ ...at, seq: 4, progress }))).to.equal(false);
    expect(await crawls.jobOf(jobId)).to.include({ status: "failed", error: "Why.", lock: jobId });
  });

  it("scenarios are proposed for what is not covered yet", async () => {
    await crawls.crawl(await addJob());
    await crawls.models.scenarios.create({
      _id: "scn_1",
      projectId: "prj_a",
      label: "A product",
      url: "https://production.example/products/3-a-name",
      createdAt: new Date(),
    });
    const jobId = await addJob({}, "generate_scenarios");
    const { proposeScenarios } = createProposeActivities(crawls.deps);
    await withActivity(() => proposeScenarios({ jobId, executionId: "e1", seq: 1 }));
    const { result } = await crawls.jobOf(jobId);
    const labels = (result as { proposals: { label: string }[] }).proposals.map(({ label }) => label);
    expect(labels[0]).to.equal("Home");
    expect(labels).to.include("articles 0").and.not.include("products 0");
    expect(result?.alreadyCovered).to.equal(1);
  });
});
