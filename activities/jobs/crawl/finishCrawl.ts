// The end of a crawl: duplicates of nothing become pages, pages get their template groups, and the result is written.
import { siteOf } from "../../../domain/crawl/address.ts";
import type { CrawlResult } from "../../../domain/crawl/crawl.ts";
import { groupPages, type PageGroup } from "../../../domain/crawl/groups.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { FULL_PACE } from "../../../domain/crawl/pace.ts";
import { crawlWarnings } from "../../../domain/crawl/warnings.ts";
import { type CrawlAddress, type CrawlState, crawlAddressIdOf } from "../../../models/crawlAddress.ts";
import type { Job } from "../../../models/job.ts";
import type { AuditDeps } from "../../deps.ts";
import { invalid } from "../../failures.ts";
import { completeJob, type JobWriting, readJob } from "../jobProjection.ts";
import { crawlInputOf, setUpOf } from "./rules.ts";

const CHUNK = 500;
/** A group of so many pages is written at once. */
const LARGE = 50;
const SHOWN_BROKEN = 20;
/** Crawls of a project whose addresses are kept; of older ones only the result stays. */
const KEPT_CRAWLS = 3;

type Page = Pick<CrawlAddress, "_id" | "url" | "depth" | "status" | "title" | "skeleton" | "scripted">;

/** Safe to repeat. Throws where no page was found: there is nothing to answer then but the reason. */
export async function finishCrawl(deps: AuditDeps, input: JobWriting & { outOfTime: boolean }): Promise<void> {
  const { crawlAddresses } = deps.models;
  const { jobId } = input;
  const job = await readJob(deps, jobId);
  const crawl = crawlInputOf(job);
  const { robots, sitemap, pace = FULL_PACE } = setUpOf(job);
  await promoteOrphans(deps, jobId, crawl.maxPages);
  const pages = await crawlAddresses
    .find({ jobId, state: "page" }, { url: 1, depth: 1, status: 1, title: 1, skeleton: 1, scripted: 1 })
    .sort({ weight: 1, _id: 1 })
    .lean<Page[]>();
  const start = await crawlAddresses.findById(crawlAddressIdOf(jobId, crawl.startUrl)).lean<CrawlAddress>();
  if (pages.length === 0)
    throw invalid(`No page was found from ${crawl.startUrl}: the start page ${startSentence(start) || "led nowhere"}.`);

  const groups = groupPages(pages);
  const groupOf = new Map(groups.flatMap(({ group, urls }) => urls.map((url) => [url, group] as const)));
  await writeGroups(deps, groups, new Map(pages.map(({ url, _id }) => [url, _id])));
  const titles = new Map(pages.map(({ url, title }) => [url, title]));
  const states = await crawlAddresses
    .find({ jobId }, { state: 1, reason: 1, _id: 0 })
    .lean<Pick<CrawlAddress, "state" | "reason">[]>();
  const count = (wanted: CrawlState, why?: string) =>
    states.filter(({ state, reason }) => state === wanted && (why === undefined || reason === why)).length;
  const counts: CrawlResult["counts"] = {
    pages: pages.length,
    groups: groups.length,
    asked: 0,
    duplicates: count("duplicate"),
    redirects: count("redirect"),
    broken: count("broken"),
    otherFiles: count("other"),
    disallowed: count("skipped", "robots"),
    variants: count("skipped", "variant"),
    notAsked: count("waiting"),
  };
  counts.asked = counts.pages + counts.duplicates + counts.redirects + counts.broken + counts.otherFiles;
  const broken = await crawlAddresses
    .find({ jobId, state: "broken" }, { url: 1, status: 1, reason: 1, foundOn: 1 })
    .sort({ weight: 1, _id: 1 })
    .limit(SHOWN_BROKEN)
    .lean<Pick<CrawlAddress, "url" | "status" | "reason" | "foundOn">[]>();
  const delaySeconds = robots.delayMs === null ? null : robots.delayMs / 1_000;
  const robotsFacts = { state: robots.state, crawlDelaySeconds: delaySeconds, sitemaps: robots.sitemaps };
  const result: CrawlResult = {
    startUrl: crawl.startUrl,
    counts,
    pages: pages.slice(0, CRAWL_LIMITS.shownPages).map(({ url, status, title, depth }) => ({
      url,
      status: status ?? 0,
      title,
      group: groupOf.get(url) ?? "",
      depth,
    })),
    groups: groups.slice(0, CRAWL_LIMITS.groups).map(({ group, urls }) => ({
      group,
      pages: urls.length,
      example: urls[0] ?? "",
      title: titles.get(urls[0] ?? "") ?? "",
    })),
    broken: broken.map(({ url, status, reason, foundOn }) => ({ url, status, reason, foundOn })),
    robots: robotsFacts,
    sitemap,
    warnings: crawlWarnings({
      counts,
      input: crawl,
      robots: robotsFacts,
      sitemap,
      start: startSentence(start),
      scripted: pages.filter(({ scripted }) => scripted).length,
      outOfTime: input.outOfTime && counts.notAsked > 0,
      shortenedDelay: robots.delayMs !== null && robots.delayMs > CRAWL_LIMITS.longestDelayMs,
      refusals: pace.refusals,
    }),
  };
  await completeJob(deps, input, job, { phase: "completed", done: pages.length, total: pages.length }, result);
  await forgetOldCrawls(deps, job);
}

/** A canonical address that turned out to be no page leaves its first duplicate as the page. */
async function promoteOrphans({ models }: AuditDeps, jobId: string, maxPages: number): Promise<void> {
  const { crawlAddresses } = models;
  const duplicates = await crawlAddresses
    .find({ jobId, state: "duplicate" }, { of: 1 })
    .sort({ weight: 1, _id: 1 })
    .lean<Pick<CrawlAddress, "_id" | "of">[]>();
  const first = new Map<string, string>();
  for (const { _id, of } of duplicates) if (!first.has(of)) first.set(of, _id);
  const targets = [...first.keys()];
  let room = maxPages - (await crawlAddresses.countDocuments({ jobId, state: "page" }));
  for (let at = 0; at < targets.length; at += CHUNK) {
    const chunk = targets.slice(at, at + CHUNK);
    const ids = chunk.map((url) => crawlAddressIdOf(jobId, url));
    const known = await crawlAddresses
      .find({ _id: { $in: ids } }, { url: 1, state: 1 })
      .lean<Pick<CrawlAddress, "url" | "state">[]>();
    const pages = new Set(known.filter(({ state }) => state === "page" || state === "waiting").map(({ url }) => url));
    const orphans = chunk.filter((url) => !pages.has(url)).slice(0, Math.max(0, room));
    room -= orphans.length;
    if (orphans.length > 0)
      await crawlAddresses.updateMany(
        { _id: { $in: orphans.map((url) => first.get(url) ?? "") } },
        { $set: { state: "page", of: "" } },
      );
  }
}

/** Large groups by one write each; of the small ones all pages together. */
async function writeGroups({ models }: AuditDeps, groups: readonly PageGroup[], idOf: ReadonlyMap<string, string>) {
  const { crawlAddresses } = models;
  const singles: { _id: string; group: string }[] = [];
  for (const { group, urls } of groups) {
    const ids = urls.flatMap((url) => idOf.get(url) ?? []);
    if (ids.length < LARGE) singles.push(...ids.map((_id) => ({ _id, group })));
    else
      for (let at = 0; at < ids.length; at += CHUNK)
        await crawlAddresses.updateMany({ _id: { $in: ids.slice(at, at + CHUNK) } }, { $set: { group } });
  }
  for (let at = 0; at < singles.length; at += CHUNK)
    await crawlAddresses.bulkWrite(
      singles
        .slice(at, at + CHUNK)
        .map(({ _id, group }) => ({ updateOne: { filter: { _id }, update: { $set: { group } } } })),
      { ordered: false },
    );
}

async function forgetOldCrawls({ models }: AuditDeps, job: Job): Promise<void> {
  const old = await models.jobs
    .find(
      { projectId: job.projectId, kind: "crawl_site", status: { $in: ["completed", "failed", "cancelled"] } },
      { _id: 1 },
    )
    .sort({ createdAt: -1 })
    .skip(KEPT_CRAWLS)
    .limit(CHUNK)
    .lean();
  for (const { _id } of old) await models.crawlAddresses.deleteMany({ jobId: _id });
}

/** To stand after "the start page"; "" where nothing is to be said. */
function startSentence(start: CrawlAddress | null): string {
  switch (start?.state) {
    case undefined:
      return "may not be visited";
    case "broken":
      return start.status === null
        ? `could not be read: ${start.reason.replace(/\.$/, "")}`
        : `answers ${start.status}`;
    case "skipped":
      return "is disallowed by robots.txt";
    case "redirect":
      return siteOf(start.of) === siteOf(start.url) ? "" : `redirects to another site (${siteOf(start.of)})`;
    case "other":
      return "is no HTML page";
    default:
      return "";
  }
}
