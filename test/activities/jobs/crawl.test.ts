// The activities of a crawl against a site and a database, without Temporal: what is found, and what is asked twice.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { AuditDeps } from "../../../activities/deps.ts";
import type { CrawlBatchResult } from "../../../activities/jobs/crawl/crawlBatch.ts";
import type { CrawlCounts } from "../../../activities/jobs/crawl/frontier.ts";
import { createCrawlActivities } from "../../../activities/jobs/crawl/index.ts";
import { createJobProjectionActivities } from "../../../activities/jobs/jobProjection.ts";
import { createProposeActivities } from "../../../activities/jobs/proposeScenarios.ts";
import { readConfig } from "../../../domain/config.ts";
import type { CrawlInput, CrawlResult } from "../../../domain/crawl/crawl.ts";
import { createFileStore } from "../../../models/artifacts/store.ts";
import type { Job } from "../../../models/job.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";
import { type LargeSite, startLargeSite } from "../../support/largeSite.ts";

describe("activities of a crawl", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let folder: string;
  let site: LargeSite;
  let deps: AuditDeps;
  before(async () => {
    database = await openDatabase();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-crawl-"));
    site = await startLargeSite(60, 10);
    deps = {
      config: { ...readConfig({}), allowedHosts: `127.0.0.1:${site.port}` },
      models: database.models,
      artifacts: createFileStore(folder),
      log: () => undefined,
      now: () => new Date("2026-03-10T12:00:00Z"),
    } as unknown as AuditDeps;
  });
  after(async () => {
    await database.drop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => site.hits.clear());

  let count = 0;
  const addJob = async (input: Partial<CrawlInput> = {}, kind: Job["kind"] = "crawl_site") => {
    count += 1;
    const _id = `job_${count}`;
    await database.models.jobs.create({
      _id,
      orgId: "org_a",
      projectId: "prj_a",
      projectSlug: "a",
      kind,
      status: "queued",
      lock: _id,
      baseUrl: site.url,
      input: { startUrl: `${site.url}/`, maxPages: 1_000, depth: 50, include: [], exclude: [], most: 20, ...input },
      requestedBy: "test",
      createdAt: new Date(Date.UTC(2026, 2, 10, 0, count)),
      seq: 0,
      progress: { phase: "queued", done: 0, total: 0 },
    });
    return _id;
  };
  const jobOf = async (jobId: string) => (await database.models.jobs.findById(jobId).lean()) as Job;
  const resultOf = async (jobId: string) => (await jobOf(jobId)).result as CrawlResult;
  const pagesOf = async (jobId: string) =>
    (await database.models.crawlAddresses.find({ jobId, state: "page" }, { url: 1 }).lean())
      .map(({ url }) => url)
      .sort();
  /** As the workflow does it. */
  const crawl = async (jobId: string, activities = createCrawlActivities(deps)) => {
    await withActivity(() => activities.planCrawl({ jobId }));
    let counts: CrawlCounts | null = null;
    for (let left = 1; left > 0; ) {
      const batch: CrawlBatchResult = await withActivity(() => activities.crawlBatch({ jobId, counts }));
      ({ counts, left } = batch);
    }
    await withActivity(() => activities.finishCrawl({ jobId, executionId: "e1", seq: 9, outOfTime: false }));
    return resultOf(jobId);
  };

  it("finds exactly the pages that exist, and asks no address twice", async () => {
    const jobId = await addJob();
    const { counts, pages, groups, broken, warnings } = await crawl(jobId);
    expect(await pagesOf(jobId)).to.deep.equal([...site.pages].sort());
    expect(counts).to.include({ pages: site.pages.size, disallowed: 1, broken: 1, redirects: 1, notAsked: 0 });
    expect(pages[0]).to.deep.equal({ url: `${site.url}/`, status: 200, title: "Home | Large", group: "/", depth: 0 });
    expect(groups.slice(0, 2).map(({ group, pages }) => [group, pages])).to.deep.equal([
      ["/products/{n}-a-name", 60],
      ["/articles/{n}-a-name", 10],
    ]);
    expect(broken).to.deep.equal([
      { url: `${site.url}/gone`, status: 404, reason: "It answers 404.", foundOn: `${site.url}/` },
    ]);
    expect(warnings).to.include("1 addresses were not asked, because robots.txt disallows them.");
    expect(Math.max(...site.hits.values())).to.equal(1);
    expect([...site.hits.keys()].filter((at) => /secret|logout|file\.pdf|utm_/.test(at))).to.deep.equal([]);
    expect(site.mostAtOnce()).to.be.at.most(4);
    const job = await jobOf(jobId);
    expect(job).to.include({ status: "completed", lock: jobId, error: null });
  });

  it("another process goes on from the database, and repeats at most what was in flight", async () => {
    const jobId = await addJob();
    const first = createCrawlActivities(deps);
    await withActivity(() => first.planCrawl({ jobId }));
    for (let i = 0; i < 2; i++) await withActivity(() => first.crawlBatch({ jobId, counts: null }));
    const before = new Map(site.hits);
    await crawl(jobId);
    expect(await pagesOf(jobId)).to.deep.equal([...site.pages].sort());
    const again = [...before.keys()].filter((at) => !/robots|map\.xml/.test(at) && site.hits.get(at) !== 1);
    expect(again).to.deep.equal([]);
  });

  it("a second attempt counts anew, and a late first one stores nothing twice", async () => {
    const jobId = await addJob({ maxPages: 30 });
    const activities = createCrawlActivities(deps);
    await withActivity(() => activities.planCrawl({ jobId }));
    const { counts } = await withActivity(() => activities.crawlBatch({ jobId, counts: null }));
    const stale = { pages: 0, waiting: 0, known: 0, asked: 0 };
    await withActivity(() => activities.crawlBatch({ jobId, counts: stale }), 2);
    expect(counts.pages).to.be.at.most(25);
    expect(await pagesOf(jobId)).to.have.length.at.most(30);
  });

  it("keeps to its limits and says so: pages, depth, patterns", async () => {
    const few = await crawl(await addJob({ maxPages: 7 }));
    expect(few.counts.pages).to.equal(7);
    expect(few.warnings.join(" ")).to.match(/ended at its limit of 7 pages; \d+ known addresses were not asked/);
    const start = await crawl(await addJob({ depth: 0 }));
    expect(start.counts).to.include({ pages: 1, notAsked: 0 });
    const jobId = await addJob({ include: ["/plain/*"], exclude: ["*terms"] });
    await crawl(jobId);
    expect(await pagesOf(jobId)).to.deep.equal([
      `${site.url}/`,
      `${site.url}/plain/about`,
      `${site.url}/plain/contact`,
    ]);
  });

  it("a start page that is none fails with its reason, which the job keeps", async () => {
    const jobId = await addJob({ startUrl: `${site.url}/gone`, include: ["/nothing"] });
    const failed = await crawl(jobId).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(failed).to.equal(`No page was found from ${site.url}/gone: the start page answers 404.`);
    const { failJob, writeJobProgress } = createJobProjectionActivities(deps);
    const at = { jobId, executionId: "e1" };
    const progress = { phase: "crawling", done: 1, total: 2 };
    await withActivity(() => writeJobProgress({ ...at, seq: 2, progress }));
    expect(await jobOf(jobId)).to.deep.include({ status: "running", progress });
    await withActivity(() => failJob({ ...at, seq: 5, failure: { cancelled: false, message: "Why." } }));
    // What comes late changes nothing.
    expect(await withActivity(() => writeJobProgress({ ...at, seq: 4, progress }))).to.equal(false);
    expect(await jobOf(jobId)).to.include({ status: "failed", error: "Why.", lock: jobId });
  });

  it("scenarios are proposed for what is not covered yet", async () => {
    await crawl(await addJob());
    await database.models.scenarios.create({
      _id: "scn_1",
      projectId: "prj_a",
      label: "A product",
      url: "https://production.example/products/3-a-name",
      createdAt: new Date(),
    });
    const jobId = await addJob({}, "generate_scenarios");
    const { proposeScenarios } = createProposeActivities(deps);
    await withActivity(() => proposeScenarios({ jobId, executionId: "e1", seq: 1 }));
    const { result } = await jobOf(jobId);
    const labels = (result as { proposals: { label: string }[] }).proposals.map(({ label }) => label);
    expect(labels[0]).to.equal("Home");
    expect(labels).to.include("Articles page").and.not.include("Products page");
    expect(result?.alreadyCovered).to.equal(1);
  });
});
