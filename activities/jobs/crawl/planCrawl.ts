// Starts a crawl: reads robots.txt and the sitemaps, and stores the first addresses.
import { crawlAddress, sameSite } from "../../../domain/crawl/address.ts";
import type { CrawlSetUp } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS, mostOfSitemaps } from "../../../domain/crawl/limits.ts";
import { FULL_PACE, speedOf } from "../../../domain/crawl/pace.ts";
import { countAddresses } from "../../../models/crawlAddresses/queries.ts";
import { setUpJob } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import type { AuditDeps } from "../../deps.ts";
import { requireOpen } from "../../requireOpen.ts";
import { withPauses } from "../../site/lanes.ts";
import { gatherSitemap } from "../../site/sitemap.ts";
import { type SiteTurnHeld, withSiteTurn } from "../../site/siteTurn.ts";
import { siteTools } from "../../site/tools.ts";
import { forgetFound } from "../forgetFound.ts";
import { readJob } from "../jobProjection.ts";
import { readRules } from "../readRules.ts";
import { robotsRules } from "../robotsRules.ts";
import { openFrontier } from "./frontier.ts";
import { CRAWL_TRIES, crawlInputOf } from "./rules.ts";

/** Half of `totalMs` may be spent on sitemaps. */
const SITEMAP_LIMITS = {
  totalMs: 240_000,
  hopMs: CRAWL_LIMITS.hopMs,
  hops: 6,
  sitemapFiles: 50,
  sitemapBytes: 10 * 1024 * 1024,
  sitemapEntries: 50_000,
};

/** Safe to repeat: known addresses are not changed. */
export async function planCrawl(
  deps: AuditDeps,
  jobId: string,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<void> {
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  const asking = { url: crawlInputOf(job).startUrl, id: jobId, signal, maxTries: CRAWL_TRIES };
  await withSiteTurn(deps, asking, (turn) => plan(deps, job, turn, signal, note));
}

async function plan(
  deps: AuditDeps,
  job: Job,
  turn: SiteTurnHeld,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<void> {
  const { _id: jobId } = job;
  const input = crawlInputOf(job);
  const tools = await siteTools(deps, job, signal, note);
  note("reading robots.txt");
  const robots = await readRules(deps, tools, job, input.startUrl, { tries: turn.tries });
  note("reading sitemaps");
  const polite = withPauses(tools, speedOf(FULL_PACE, robots.delayMs).delayMs);
  const found = await gatherSitemap(polite, robots, input.startUrl, SITEMAP_LIMITS);
  await turn.pass();
  const isAllowed = await robotsRules(deps, robots);
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
  await setUpJob(deps.models, jobId, { state: setUp, forgotten: false });
  await forgetFound(deps.models, job.projectId, "crawlAddresses");
}
