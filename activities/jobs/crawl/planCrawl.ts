// The beginning of a crawl: robots.txt, the sitemaps, and the first addresses.
import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import { crawlAddress, sameSite } from "../../../domain/crawl/address.ts";
import type { CrawlRobots, CrawlSetUp } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS, mostOfSitemaps } from "../../../domain/crawl/limits.ts";
import { FULL_PACE, LONGEST_REST_MS, speedOf } from "../../../domain/crawl/pace.ts";
import { originOf } from "../../../domain/pillars/seo/address.ts";
import { readRobotsFile } from "../../../domain/robots/robots.ts";
import { FAILURES } from "../../../domain/workflowNames.ts";
import type { Job } from "../../../models/job.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import type { AuditDeps } from "../../deps.ts";
import { invalid } from "../../failures.ts";
import { requireOpen } from "../../requireOpen.ts";
import { withPauses } from "../../site/lanes.ts";
import { ROBOT } from "../../site/request.ts";
import { fetchRobots, sitemapsOf } from "../../site/robots.ts";
import { gatherSitemap } from "../../site/sitemap.ts";
import { type SiteTools, siteTools } from "../../site/tools.ts";
import { storeArtifact } from "../../storeArtifact.ts";
import { readJob } from "../jobProjection.ts";
import { forgetCrawls } from "./forgetCrawls.ts";
import { countAddresses, openFrontier } from "./frontier.ts";
import { crawlInputOf, robotsRules } from "./rules.ts";

/** Half of it may be spent on sitemaps. */
const SITEMAP_LIMITS = {
  totalMs: 240_000,
  hopMs: CRAWL_LIMITS.hopMs,
  hops: 6,
  sitemapFiles: 50,
  sitemapBytes: 10 * 1024 * 1024,
  sitemapEntries: 50_000,
};
/** A robots.txt that does not answer is asked again so often before the crawl is given up. */
const ROBOTS_ATTEMPTS = 3;

/** Safe to repeat: addresses that are known stay as they are. */
export async function planCrawl(
  deps: AuditDeps,
  jobId: string,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<void> {
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  const input = crawlInputOf(job);
  const tools = await siteTools(deps, job, signal, note);
  note("reading robots.txt");
  const robots = await readRules(deps, tools, job, input.startUrl);
  const isAllowed = await robotsRules(deps, robots);
  note("reading sitemaps");
  const polite = withPauses(tools, speedOf(FULL_PACE, robots.delayMs).delayMs);
  const found = await gatherSitemap(polite, robots, input.startUrl, SITEMAP_LIMITS);
  const own: string[] = [];
  await inTurns(found.entries.keys(), (url) => {
    if (sameSite(url, input.startUrl)) own.push(url);
  });
  const counts = await countAddresses(deps.models, jobId);
  const most = mostOfSitemaps(input.maxPages);
  const frontier = openFrontier(deps.models, { job, input, isAllowed, known: new Set(), counts, most });
  const start = crawlAddress(input.startUrl) ?? input.startUrl;
  const wanted = await frontier.add([
    { url: start, depth: 0, foundOn: "start" },
    ...own.map((url) => ({ url, depth: 1, foundOn: "sitemap" })),
  ]);
  const setUp: CrawlSetUp = {
    robots,
    sitemap: {
      files: found.files.map(({ url, state, reason, entries }) => ({
        url,
        state,
        reason: reason.slice(0, 200),
        entries,
      })),
      entries: found.entries.size,
      own: own.length,
      beyond: Math.max(0, wanted - counts.known),
      complete: found.complete,
    },
  };
  await deps.models.jobs.updateOne({ _id: jobId }, { $set: { state: setUp, forgotten: false } });
  await forgetCrawls(deps.models, job.projectId);
}

async function readRules(deps: AuditDeps, tools: SiteTools, job: Job, startUrl: string): Promise<CrawlRobots> {
  const file = await fetchRobots(tools, startUrl);
  const address = new URL("/robots.txt", startUrl).href;
  if (file.state === "absent") return { state: "absent", address, textId: null, delayMs: null, sitemaps: [] };
  if (file.state === "unreachable") {
    const message = `${originOf(startUrl)} could not be crawled, since its robots.txt cannot be had (${file.reason.replace(/\.$/, "")}), which forbids all of it for now (RFC 9309).`;
    if (Context.current().info.attempt >= ROBOTS_ATTEMPTS) throw invalid(message);
    const nextRetryDelay = file.retryAfterMs === null ? undefined : Math.min(file.retryAfterMs, LONGEST_REST_MS);
    throw ApplicationFailure.create({ message, type: FAILURES.infrastructure, nextRetryDelay });
  }
  const { crawlDelay: seconds, leftOut, sitemaps } = readRobotsFile(file.address, file.text, ROBOT);
  const textId = await storeArtifact(deps, {
    projectId: job.projectId,
    bytes: Buffer.from(file.text),
    contentType: "text/plain; charset=utf-8",
  });
  const delayMs = seconds !== undefined && seconds > 0 ? Math.round(seconds * 1_000) : null;
  return {
    state: "read",
    address: file.address,
    textId,
    delayMs,
    sitemaps: sitemapsOf({ sitemaps }, file.address),
    rulesLeftOut: leftOut,
  };
}
