// The crawl whose pages an audit visits: the site's latest one if it is recent, else a new one.
import { isFreshCrawl } from "../../domain/audit/pageChoice.ts";
import { MAX_SITE_PAGES } from "../../domain/audit/sitePages.ts";
import { crawlAddress, crawlLock, sameSite } from "../../domain/crawl/address.ts";
import type { CrawlInput, CrawlResult } from "../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../../domain/crawl/limits.ts";
import { isOver } from "../../domain/durable/work.ts";
import { crawlIdOfRun, crawlRequestedBy } from "../../domain/ids.ts";
import { PLAN_LIMITS } from "../../domain/plans.ts";
import { findEnvironment } from "../../models/environments/queries.ts";
import { completedCrawls, insertJob, jobHolding } from "../../models/jobs/queries.ts";
import { type Job, UNTOUCHED } from "../../models/jobs/schema.ts";
import { planOfOrganisation } from "../../models/organisations/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import { findWork } from "../../models/work/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";

/** The crawl that must end before the plan can be made. `own`: the workflow starts it itself. */
export type AwaitedCrawl = { jobId: string; own: boolean };

export type SiteCrawl =
  | { state: "ready"; crawl: Job; warnings: string[] }
  /** The crawl is running, or waits to be started. */
  | { state: "awaited"; awaited: AwaitedCrawl };

/** Number of completed crawls searched for one of the run's site, because environments may be on different sites. */
const LOOKED_AT = 10;

/** Safe to repeat. Throws a non-retryable failure if the site could not be crawled and there is no earlier crawl. */
export async function siteCrawlOf(deps: CommonDeps, audit: Run): Promise<SiteCrawl> {
  // A preview has the pages of the site it stands for: one crawl serves all branches, and both are compared page by page.
  const run = audit.preview ? { ...audit, baseUrl: audit.preview.standsFor } : audit;
  const crawls = await completedCrawls(deps.models, run.projectId, LOOKED_AT);
  const newest = crawls.find(({ result }) => sameSite((result as CrawlResult).startUrl, run.baseUrl));
  if (newest && isFreshCrawl(newest.finishedAt, deps.now())) return { state: "ready", crawl: newest, warnings: [] };
  const own = await findWork(deps.models, "job", crawlIdOfRun(run._id));
  if (own && isOver("job", own.status)) {
    const why = (own.error ?? `it has ended as ${own.status}`).replace(/\.$/, "");
    if (!newest)
      throw invalid(
        `The site could not be crawled: ${why}. Call crawl_site to see what it finds, or start the run with pages: scenarios.`,
      );
    return { state: "ready", crawl: newest, warnings: [`The site could not be crawled again: ${why}.`] };
  }
  return { state: "awaited", awaited: own ? { jobId: own._id, own: true } : await beginCrawl(deps, run, newest) };
}

/** Stores the crawl that the run's workflow will start, or returns the site's running one. */
async function beginCrawl(deps: CommonDeps, run: Run, before: Job | undefined): Promise<AwaitedCrawl> {
  const { models, now } = deps;
  const jobId = crawlIdOfRun(run._id);
  const lock = crawlLock(run.projectId, run.baseUrl);
  const environment = await findEnvironment(models, run.environmentId, { slug: 1 });
  const job: Job = {
    _id: jobId,
    orgId: run.orgId,
    projectId: run.projectId,
    projectSlug: run.projectSlug,
    kind: "crawl_site",
    lock,
    environmentId: run.environmentId,
    environment: environment?.slug ?? "",
    baseUrl: run.baseUrl,
    input: await inputOf(deps, run, before),
    requestedBy: crawlRequestedBy(run._id),
    createdAt: now(),
    startedAt: now(),
    ...UNTOUCHED,
  };
  if (!(await insertJob(models, job))) {
    const held = await jobHolding(models, lock);
    // If it has ended in the meantime, the next check sees that.
    if (held !== null && held !== jobId) return { jobId: held, own: false };
  }
  return { jobId, own: true };
}

/** Returns the settings of the site's last crawl, within the plan's limits. */
async function inputOf(deps: CommonDeps, run: Run, before: Job | undefined): Promise<CrawlInput> {
  const most = await mostPages(deps, run);
  const startUrl = crawlAddress(run.baseUrl);
  if (startUrl === null) throw invalid(`The address ${run.baseUrl} cannot be crawled.`);
  const known = before?.input as CrawlInput | undefined;
  return {
    startUrl,
    maxPages: Math.min(known?.maxPages ?? most, most),
    depth: known?.depth ?? CRAWL_LIMITS.defaultDepth,
    include: known?.include ?? [],
    exclude: known?.exclude ?? [],
  };
}

/** Returns the maximum number of pages an audit may visit in the plan of the run's organisation. */
export async function mostPages({ models }: CommonDeps, { orgId }: Run): Promise<number> {
  const inPlan = PLAN_LIMITS[(await planOfOrganisation(models, orgId)) ?? "enterprise"].pagesPerCrawl ?? MAX_SITE_PAGES;
  return Math.min(inPlan, MAX_SITE_PAGES);
}
