// Whose addresses are deleted after further crawls of a project.
import { expect } from "chai";
import { createCrawlActivities } from "../../../../activities/jobs/crawl/index.ts";
import type { JobStatus } from "../../../../domain/jobs/kinds.ts";
import { withActivity } from "../../../support/activity.ts";
import { type Crawls, openCrawls, type Site, startSite } from "../../../support/crawls.ts";

describe("crawls that are forgotten", () => {
  let site: Site;
  let crawls: Crawls;
  beforeEach(async () => {
    site = await startSite({ "/": { links: ["/a"] }, "/a": { links: [] } });
    crawls = await openCrawls([site.port]);
  });
  afterEach(async () => {
    await crawls?.close();
    await site?.close();
  });

  const planned = async () => {
    const jobId = await crawls.addJob(site.url);
    await withActivity(() => createCrawlActivities(crawls.deps).planCrawl({ jobId }));
    return jobId;
  };
  const ended = async (status: JobStatus) => {
    const jobId = await planned();
    await crawls.models.jobs.updateOne({ _id: jobId }, { $set: { status } });
    return jobId;
  };
  const completed = async () => {
    const jobId = await crawls.addJob(site.url);
    await crawls.crawl(jobId);
    return jobId;
  };
  const kept = async () =>
    [...new Set((await crawls.models.crawlAddresses.find({}, { jobId: 1 }).lean()).map(({ jobId }) => jobId))].sort();
  const marked = async () =>
    (await crawls.models.jobs.find({ forgotten: true }, { _id: 1 }).lean()).map(({ _id }) => _id).sort();

  it("those that were cancelled or failed, when the next one begins", async () => {
    const done = await completed();
    const cancelled = await ended("cancelled");
    expect(await kept()).to.deep.equal([done, cancelled]);
    const failed = await ended("failed");
    expect(await kept()).to.deep.equal([done, failed]);
    const running = await planned();
    expect(await kept()).to.deep.equal([done, running]);
    expect(await marked()).to.deep.equal([cancelled, failed]);
  });

  it("of completed ones all but three, and never the newest, however many failed since", async () => {
    const older = [await completed(), await completed(), await completed(), await completed()];
    expect(await kept()).to.deep.equal(older.slice(1));
    expect(await marked()).to.deep.equal(older.slice(0, 1));
    for (let i = 0; i < 4; i++) await ended("failed");
    const last = await planned();
    expect(await kept()).to.deep.equal([...older.slice(1), last]);
  });

  it("one that ends while newer ones have failed keeps its own", async () => {
    const jobId = await crawls.addJob(site.url);
    for (let i = 0; i < 4; i++) await ended("failed");
    await crawls.crawl(jobId);
    expect(await kept()).to.deep.equal([jobId]);
  });
});
