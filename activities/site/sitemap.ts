// Finds and reads the sitemaps of a site: those of robots.txt, else /sitemap.xml; index files are followed.
import type { RobotsTxt } from "../../domain/pillars/seo/gathered.ts";
import type { SitemapFile } from "../../domain/pillars/seo/site.ts";
import type { SitemapVersion } from "../../domain/pillars/seo/sitemapVersions.ts";
import { inThread, ThreadJobError } from "../threads/inThread.ts";
import { follow, type Hop, hop } from "./request.ts";
import { MAX_VERSIONS_OF_AN_ENTRY, type SitemapContent } from "./sitemapXml.ts";
import type { SiteTools } from "./tools.ts";

export type SitemapLimits = {
  /** Total time limit in ms; half of it may be spent on sitemaps. */
  totalMs: number;
  hopMs: number;
  hops: number;
  sitemapFiles: number;
  sitemapBytes: number;
  /** Maximum entries stored, per file and in total, to find pages in them. */
  sitemapEntries: number;
  /** Maximum language versions stored for all files; if omitted, none are read. */
  sitemapVersions?: number;
};

export type FoundSitemap = {
  files: SitemapFile[];
  /** Each address once, with the first file that lists it. */
  entries: Map<string, string>;
  /** By entry, with the first file that lists it. */
  versions: Map<string, { file: string; versions: SitemapVersion[] }>;
  /** False: there are more versions than the maximum. */
  versionsComplete: boolean;
  complete: boolean;
};

export async function gatherSitemap(
  tools: SiteTools,
  robotsTxt: Pick<RobotsTxt, "sitemaps">,
  baseUrl: string,
  limits: SitemapLimits,
): Promise<FoundSitemap> {
  const named = robotsTxt.sitemaps.length > 0;
  const queue = named ? [...robotsTxt.sitemaps] : [new URL("/sitemap.xml", baseUrl).href];
  const found: FoundSitemap = {
    files: [],
    entries: new Map(),
    versions: new Map(),
    versionsComplete: true,
    complete: true,
  };
  let room = limits.sitemapVersions ?? 0;
  const at = (url: string) => tools.address?.(url) ?? url;
  const seen = new Set<string>();
  const end = performance.now() + limits.totalMs / 2;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const url = at(next);
    if (seen.has(url)) continue;
    if (seen.size >= limits.sitemapFiles || performance.now() > end) {
      found.complete = false;
      break;
    }
    seen.add(url);
    tools.note(`reading sitemap ${seen.size}`);
    const file: SitemapFile = {
      url,
      state: "read",
      reason: "",
      entries: 0,
      badEntries: 0,
      truncated: false,
      named: named || seen.size > 1,
    };
    found.files.push(file);
    const { end: answer } = await follow(
      (place) => hop(tools, place, { maxBytes: limits.sitemapBytes, timeoutMs: limits.hopMs }),
      url,
      limits.hops,
    );
    if (answer.state !== "answered") {
      file.state = "unreachable";
      file.reason = answer.state === "failed" ? answer.reason : "Its redirects do not end.";
      continue;
    }
    if (answer.status < 200 || answer.status >= 300) {
      file.state = answer.status === 404 || answer.status === 410 ? "missing" : "unreachable";
      file.reason = `It answers ${answer.status}.`;
      continue;
    }
    const isHtml =
      /html/i.test(answer.contentType) &&
      /^\s{0,100}<(!doctype html|html)/i.test(answer.body.subarray(0, 400).toString("utf8"));
    if (isHtml && !named) {
      // A site that responds to every address with a page has no sitemap there.
      file.state = "missing";
      file.reason = "It answers with an HTML page.";
      continue;
    }
    const content = await readInThread(answer, limits, room, tools.signal);
    if (content.state === "not_read") found.complete = false;
    if (content.state !== "read") {
      file.state = content.state === "other" ? "other" : "invalid";
      file.reason = content.state === "other" ? "It is a feed." : content.reason;
      continue;
    }
    file.entries = content.addresses.length;
    file.badEntries = content.bad;
    file.truncated = content.truncated;
    if (file.truncated) found.complete = false;
    if (content.kind === "index") queue.push(...content.addresses.slice(0, limits.sitemapFiles * 2));
    else
      for (const address of content.addresses.map(at)) {
        if (found.entries.size >= limits.sitemapEntries) {
          found.complete = false;
          break;
        }
        if (!found.entries.has(address)) found.entries.set(address, url);
      }
    // Once the limit is reached, further files are not read, so their content is unknown.
    if (content.versionsCut || (room === 0 && limits.sitemapVersions !== undefined)) found.versionsComplete = false;
    for (const [listed, named] of content.versions) {
      const address = at(listed);
      const versions = named.map((version) => ({ ...version, url: version.url === null ? null : at(version.url) }));
      room -= versions.length;
      const known = found.versions.get(address);
      if (known && known.versions.length + versions.length <= MAX_VERSIONS_OF_AN_ENTRY)
        known.versions.push(...versions);
      else if (known) found.versionsComplete = false;
      else found.versions.set(address, { file: url, versions });
    }
    if (content.versionsCut) room = 0;
  }
  return found;
}

/** A file that occupies a thread too long, or needs too much memory, is not a usable sitemap. */
async function readInThread(
  { body, truncated }: Extract<Hop, { state: "answered" }>,
  { sitemapBytes, sitemapEntries }: SitemapLimits,
  mostVersions: number,
  signal: AbortSignal,
): Promise<SitemapContent | { state: "not_read"; reason: string }> {
  try {
    const request = { body, truncated, mostBytes: sitemapBytes, mostEntries: sitemapEntries, mostVersions };
    return await inThread("sitemap", request, { signal });
  } catch (error) {
    if (error instanceof ThreadJobError && error.code !== "closed") return { state: "not_read", reason: error.message };
    throw error;
  }
}
