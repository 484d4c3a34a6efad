// Finishes a crawl: duplicates without an original become pages, pages get their template groups, and the result is written.
import { familyOf, keyOf, siteOf } from "../../../domain/crawl/address.ts";
import type { CrawlResult } from "../../../domain/crawl/crawl.ts";
import type { PageGroup } from "../../../domain/crawl/groups.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { pageNames } from "../../../domain/crawl/names.ts";
import { FULL_PACE } from "../../../domain/crawl/pace.ts";
import { examplesOf } from "../../../domain/crawl/propose.ts";
import { indexTwins } from "../../../domain/crawl/twins.ts";
import { crawlWarnings } from "../../../domain/crawl/warnings.ts";
import {
  type AddressOutcome,
  addressOutcomes,
  brokenAddresses,
  type CrawledPage,
  crawlAddressOf,
  crawledPages,
  LEFT_OUT,
} from "../../../models/crawlAddresses/queries.ts";
import type { CrawlAddress, CrawlState } from "../../../models/crawlAddresses/schema.ts";
import { changeAddresses, putIntoGroup } from "../../../models/crawlAddresses/writes.ts";
import type { Models } from "../../../models/index.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import type { AuditDeps } from "../../deps.ts";
import { invalid } from "../../failures.ts";
import { inThread } from "../../threads/inThread.ts";
import { forgetFound } from "../forgetFound.ts";
import { completeJob, type JobWriting, readJob } from "../jobProjection.ts";
import { crawlInputOf, setUpOf } from "./rules.ts";

/** Minimum size of a group that is written with a single update. */
const LARGE = 50;
const SHOWN_BROKEN = 20;
const SHOWN_LEFT_OUT = 3;
const RESCUED_AMONG = new Set<CrawlState>(["page", "waiting", "duplicate", "redirect"]);

/** Safe to repeat. Throws if no page was found, because then the reason is the only result. */
export async function finishCrawl(deps: AuditDeps, input: JobWriting & { outOfTime: boolean }): Promise<void> {
  const { models } = deps;
  const { jobId } = input;
  const job = await readJob(deps, jobId);
  const crawl = crawlInputOf(job);
  const { robots, sitemap, pace = FULL_PACE } = setUpOf(job);
  const addresses = await addressOutcomes(models, jobId);
  await promoteOrphans(deps, addresses, crawl.maxPages);
  const pages = await leaveTwinsOut(deps, addresses, await crawledPages(models, jobId));
  const start = await crawlAddressOf(models, jobId, crawl.startUrl);
  if (pages.length === 0)
    throw invalid(`No page was found from ${crawl.startUrl}: the start page ${startSentence(start) || "led nowhere"}.`);

  const groups = await inThread("crawlGroups", { pages: pages.map(({ url, skeleton }) => ({ url, skeleton })) });
  const groupOf = new Map(groups.flatMap(({ group, urls }) => urls.map((url) => [url, group] as const)));
  await writeGroups(deps, groups, new Map(pages.map(({ url, _id }) => [url, _id])));
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const nameOf = pageNames(pages.map(({ title, heading = "" }) => ({ title, heading })));
  const namedPage = (url: string) => {
    const { title = "", heading = "" } = byUrl.get(url) ?? {};
    return { url, name: nameOf({ title, heading }) };
  };
  const those = (wanted: CrawlState, why?: string) =>
    addresses.filter(({ state, reason }) => state === wanted && (why === undefined || reason === why));
  const count = (wanted: CrawlState, why?: string) => those(wanted, why).length;
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
    leftOut: count("skipped", LEFT_OUT),
    notAsked: count("waiting") + sitemap.beyond,
  };
  counts.asked = counts.pages + counts.duplicates + counts.redirects + counts.broken + counts.otherFiles;
  const broken = await brokenAddresses(models, jobId, SHOWN_BROKEN);
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
      title: byUrl.get(urls[0] ?? "")?.title ?? "",
      examples: examplesOf(othersThan(crawl.startUrl, urls)).map(namedPage),
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
      leftOut: those("skipped", LEFT_OUT)
        .slice(0, SHOWN_LEFT_OUT)
        .map(({ url }) => keyOf(url)),
      commonestOriginal: await mostOf(those("duplicate"), ({ of }) => keyOf(of)),
      largestFamily: await mostOf(pages, ({ url }) => familyOf(url)),
      scripted: pages.filter(({ scripted }) => scripted).length,
      outOfTime: input.outOfTime && counts.notAsked > 0,
      shortenedDelay: robots.delayMs !== null && robots.delayMs > CRAWL_LIMITS.longestDelayMs,
      rulesLeftOut: robots.rulesLeftOut ?? 0,
      refusals: pace.refusals,
    }),
  };
  await completeJob(deps, input, job, { phase: "completed", done: pages.length, total: pages.length }, result);
  await forgetFound(models, job.projectId, "crawlAddresses");
}

/** If a canonical address turned out not to be a page, one of its duplicates becomes the page, here and in the database. */
async function promoteOrphans(
  { models }: AuditDeps,
  addresses: readonly AddressOutcome[],
  maxPages: number,
): Promise<void> {
  const room = maxPages - addresses.filter(({ state }) => state === "page").length;
  const asked = addresses.filter(({ state }) => RESCUED_AMONG.has(state));
  const { promoted, moved } = await inThread("crawlOrphans", {
    addresses: asked.map(({ url, state, of }) => ({ url, state, of })),
    room,
  });
  const byUrl = new Map(asked.map((address) => [address.url, address]));
  // Moved addresses first, so that a repeated attempt finds the same page for them.
  const changes = [
    ...moved.map(({ url, of }) => ({ url, patch: { of } })),
    ...promoted.map((url) => ({ url, patch: { state: "page" as const, of: "" } })),
  ].flatMap(({ url, patch }) => {
    const address = byUrl.get(url);
    return address ? [{ address, patch }] : [];
  });
  await change(models, changes, { inOrder: true });
}

type Change = { address: AddressOutcome; patch: Partial<Pick<AddressOutcome, "state" | "of">> };

/** Applies the changes to the database, then to the objects. */
async function change(models: Models, changes: readonly Change[], how: { inOrder: boolean }): Promise<void> {
  await changeAddresses(
    models,
    changes.map(({ address, patch }) => ({ _id: address._id, patch })),
    how,
  );
  for (const { address, patch } of changes) Object.assign(address, patch);
}

/** The start page is proposed separately, so other pages represent its template if there are any. */
function othersThan(startUrl: string, urls: readonly string[]): readonly string[] {
  const others = urls.filter((url) => url !== startUrl);
  return others.length > 0 ? others : urls;
}

/** Marks index files next to their folders as duplicates; a repeated attempt finds none. */
async function leaveTwinsOut(
  { models }: AuditDeps,
  addresses: readonly AddressOutcome[],
  pages: readonly CrawledPage[],
): Promise<CrawledPage[]> {
  const twins = new Map(indexTwins(pages).map(({ url, of }) => [url, of]));
  if (twins.size === 0) return [...pages];
  const changes = addresses.flatMap((address): Change[] => {
    const of = twins.get(address.url);
    return of === undefined ? [] : [{ address, patch: { state: "duplicate", of } }];
  });
  await change(models, changes, { inOrder: false });
  return pages.filter(({ url }) => !twins.has(url));
}

/** Returns the most frequent name, on a tie the first; null if there is none. Empty names do not count. */
async function mostOf<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
): Promise<{ name: string; times: number } | null> {
  const counts = new Map<string, number>();
  await inTurns(items, (item) => {
    const name = nameOf(item);
    if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most ? { name: most[0], times: most[1] } : null;
}

/** Writes large groups with one update each, and the pages of all small groups together. */
async function writeGroups({ models }: AuditDeps, groups: readonly PageGroup[], idOf: ReadonlyMap<string, string>) {
  const singles: { _id: string; group: string }[] = [];
  for (const { group, urls } of groups) {
    const ids = urls.flatMap((url) => idOf.get(url) ?? []);
    if (ids.length < LARGE) singles.push(...ids.map((_id) => ({ _id, group })));
    else await putIntoGroup(models, ids, group);
  }
  await changeAddresses(
    models,
    singles.map(({ _id, group }) => ({ _id, patch: { group } })),
    { inOrder: false },
  );
}

/** Returns the text to follow "the start page"; "" if there is nothing to add. */
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
      return "is not an HTML page";
    default:
      return "";
  }
}
