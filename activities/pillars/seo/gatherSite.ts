// Gathers site-wide data: its sitemap, and the responses of addresses that its pages reference.

import { isHidden, originOf, signsOut } from "../../../domain/pillars/seo/address.ts";
import { metaOf, type RobotsTxt, type SeoPage } from "../../../domain/pillars/seo/gathered.ts";
import { canonicalOf, hreflangsOf, isIndexable, noindexOf } from "../../../domain/pillars/seo/indexing.ts";
import { count } from "../../../domain/pillars/seo/judge.ts";
import type { Probe, SeoSite, SiteLink, SitePage, SiteSitemap } from "../../../domain/pillars/seo/site.ts";
import { createVersionJudge, type SitemapVersion } from "../../../domain/pillars/seo/sitemapVersions.ts";
import { oneLine } from "../../../domain/text.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import type { GatheredPage, GatherTools } from "../../audit/pillar.ts";
import { readRobots } from "../../site/robots.ts";
import { type FoundSitemap, gatherSitemap } from "../../site/sitemap.ts";
import { SITE_LIMITS, type SiteLimits } from "./limits.ts";
import { probeAll, type Want } from "./prober.ts";

type Pages = readonly GatheredPage<SeoPage>[];

const MAX_ALTERNATES = 100;

export async function gatherSite(tools: GatherTools, pages: Pages, limits: SiteLimits = SITE_LIMITS): Promise<SeoSite> {
  const { baseUrl } = tools.run;
  const origins = new Set([baseUrl, ...pages.flatMap(({ page, data }) => [page.url, data.finalUrl])].map(originOf));
  const isOwn = (url: string): boolean => origins.has(originOf(url));
  const robotsTxt = await robotsOf(tools, pages, baseUrl);
  const found = await gatherSitemap(tools, robotsTxt, baseUrl, limits);

  const known = await knownProbes(pages);
  const links = await linksOf(pages, isOwn);
  const notChecked: string[] = [];
  const plan = new Map<string, Want>();
  const room = { own: limits.ownAddresses, foreign: limits.foreignAddresses };
  const left = new Map<string, number>();
  const add = (url: string, want: Want, what: string): void => {
    if (known.has(url) || plan.get(url) === want || plan.get(url) === "head") return;
    if (isHidden(url) || signsOut(url)) return;
    const place = isOwn(url) ? "own" : "foreign";
    if (!plan.has(url) && room[place] <= 0) {
      const key = place === "own" ? what : `${what} to other hosts`;
      left.set(key, (left.get(key) ?? 0) + 1);
      return;
    }
    if (!plan.has(url)) room[place] -= 1;
    plan.set(url, want);
  };
  await inTurns(pages, ({ data }) => {
    const canonical = canonicalOf(data);
    if (canonical !== null) add(canonical, "head", "Canonical addresses");
    for (const { url } of hreflangsOf(data).slice(0, MAX_ALTERNATES))
      if (url !== null) add(url, "head", "Language versions");
    for (const { url } of listedVersions(found, data)) add(url, "head", "Language versions");
  });
  let hidden = 0;
  await inTurns(links, ({ url }) => {
    if (isHidden(url) || signsOut(url)) hidden += 1;
    else add(url, "status", "Links");
  });
  const sitemap = await sitemapOf(found, pages, isOwn, limits);
  for (const { url } of sitemap.asked) add(url, "head", "Sitemap entries");

  if (hidden > 0) notChecked.push(sentence(hidden, "Links", "they sign out or contain what looks like a secret"));
  for (const [what, number] of left)
    notChecked.push(sentence(number, what, "the maximum number of addresses per run was reached"));
  const unasked = sitemap.own - sitemap.asked.length;
  if (unasked > 0) notChecked.push(sentence(unasked, "Sitemap entries", "they are asked by samples"));
  if (!sitemap.complete) notChecked.push("The sitemaps are too large to be read completely.");
  if (!found.versionsComplete) notChecked.push("The sitemaps list more language versions than are read.");
  if (pages.some(({ data }) => (data.document?.counts.linksLeft ?? 0) > 0))
    notChecked.push("A page has more links than are collected per page.");

  const asked = await probeAll(tools, plan, isOwn, limits);
  const own = new Set(pages.flatMap(({ data }) => [data.finalUrl, canonicalOf(data) ?? ""]));
  const late = [...asked.values()].filter(({ state }) => state === "not_checked").length;
  if (late > 0) notChecked.push(sentence(late, "Addresses", "time ran out"));
  return {
    baseUrl,
    pages: pages.map((page) => sitePage(page, found)),
    links,
    sitemap,
    robotsTxt,
    probes: [...known, ...asked].map(([url, probe]) => [url, withListed(url, probe, found, own)]),
    notChecked,
  };
}

const sentence = (number: number, what: string, why: string): string =>
  `${what} that were not checked: ${count(number)}, because ${why}.`;

async function robotsOf(tools: GatherTools, pages: Pages, baseUrl: string): Promise<RobotsTxt> {
  const known = pages.find(({ data }) => originOf(data.finalUrl) === originOf(baseUrl));
  return known?.data.robotsTxt ?? readRobots(tools, baseUrl);
}

/** Audited pages need not be requested again. */
async function knownProbes(pages: Pages): Promise<Map<string, Probe>> {
  const known = new Map<string, Probe>();
  await inTurns(pages, ({ page, data }) => {
    const { status, finalUrl, redirects, document, robotsHeaders } = data;
    const probe = {
      state: "answered",
      status,
      finalUrl,
      noindex: document ? noindexOf(document.metas, robotsHeaders, data.at) !== undefined : null,
      canonical: canonicalOf(data),
      hreflangs: document ? hreflangsOf(data).flatMap(({ url }) => url ?? []) : null,
    } as const;
    known.set(finalUrl, { ...probe, redirects: [] });
    if (page.url !== finalUrl && !page.url.includes("#")) known.set(page.url, { ...probe, redirects });
  });
  return known;
}

async function linksOf(pages: Pages, isOwn: (url: string) => boolean): Promise<SiteLink[]> {
  const links = new Map<string, SiteLink>();
  await inTurns(pages, ({ page, data }) => {
    const here = new Set<string>();
    for (const { url, name } of data.document?.links ?? []) {
      if (url === null || here.has(url)) continue;
      here.add(url);
      const known = links.get(url);
      if (!known)
        links.set(url, { url, own: isOwn(url), page: page.url, pages: 1, alsoOn: [], text: name.slice(0, 80) });
      else {
        known.pages += 1;
        if (known.alsoOn.length < 5) known.alsoOn.push(page.url);
      }
    }
  });
  return [...links.values()];
}

/** Returns language versions that sitemaps list for the page, under either of its addresses. */
function listedVersions({ versions }: FoundSitemap, page: SeoPage): { lang: string; url: string; source: "sitemap" }[] {
  const listed = [...new Set([page.finalUrl, canonicalOf(page) ?? ""])].flatMap(
    (url) => versions.get(url)?.versions ?? [],
  );
  return withAddress(listed.slice(0, MAX_ALTERNATES)).map(({ lang, url }) => ({ lang, url, source: "sitemap" }));
}

const withAddress = (versions: readonly SitemapVersion[]): { lang: string; url: string }[] =>
  versions.flatMap(({ lang, url }) => (url === null ? [] : [{ lang, url }]));

/**
 * A version may also link back to a page in its sitemap entry. Kept are the addresses in `own`, which are looked
 * for, and one more, which proves that there is a list. If entries were not read, missing ones may be in those.
 */
function withListed(url: string, probe: Probe, found: FoundSitemap, own: ReadonlySet<string>): Probe {
  if (probe.state !== "answered") return probe;
  const listed = [...new Set([url, probe.finalUrl])].flatMap((one) => found.versions.get(one)?.versions ?? []);
  const isKnown = listed.length > 0 || (found.versionsComplete && (found.complete || found.versions.size === 0));
  if (!isKnown) return { ...probe, hreflangs: null };
  const addresses = withAddress(listed).map((version) => version.url);
  const kept = addresses.filter((address, at) => at === 0 || own.has(address));
  return kept.length === 0 ? probe : { ...probe, hreflangs: [...(probe.hreflangs ?? []), ...kept] };
}

/** The page itself takes precedence if both page and sitemap list the same version. */
function versionsOf(found: FoundSitemap, data: SeoPage): SitePage["hreflangs"] {
  const named = withAddress(hreflangsOf(data).slice(0, MAX_ALTERNATES));
  const said = new Set(named.map(({ lang, url }) => `${lang.toLowerCase()} ${url}`));
  return [
    ...named,
    ...listedVersions(found, data).filter(({ lang, url }) => !said.has(`${lang.toLowerCase()} ${url}`)),
  ];
}

function sitePage({ page, data }: GatheredPage<SeoPage>, found: FoundSitemap): SitePage {
  const { document } = data;
  return {
    url: page.url,
    finalUrl: data.finalUrl,
    status: data.status,
    indexable: isIndexable(data) && document !== null,
    title: oneLine(document?.titles[0] ?? ""),
    description: document ? (metaOf(document, "description") ?? "").replace(/\s+/g, " ") : "",
    canonical: canonicalOf(data),
    hreflangs: versionsOf(found, data),
  };
}

async function sitemapOf(
  found: FoundSitemap,
  pages: Pages,
  isOwn: (url: string) => boolean,
  limits: SiteLimits,
): Promise<SiteSitemap> {
  const own: [url: string, file: string][] = [];
  const hosts = new Map<string, number>();
  await inTurns(found.entries, ([url, file]) => {
    const host = URL.parse(url)?.host ?? "";
    if (isOwn(url)) own.push([url, file]);
    else hosts.set(host, (hosts.get(host) ?? 0) + 1);
  });
  const step = Math.max(1, own.length / limits.sitemapAsked);
  const asked = Array.from(
    { length: Math.min(own.length, limits.sitemapAsked) },
    (_, index) => own[Math.floor(index * step)],
  );
  const wanted = pages.flatMap(({ data }) => [data.finalUrl, canonicalOf(data) ?? ""]);
  const complete = found.complete && found.versionsComplete;
  const versions = createVersionJudge(found.versions, new Set(wanted), complete);
  await inTurns(found.versions.keys(), (entry) => versions.judge(entry));
  return {
    files: found.files,
    own: own.length,
    foreign: [...hosts].slice(0, 10).map(([host, entries]) => ({ host, entries })),
    asked: asked.flatMap((entry) => (entry ? [{ url: entry[0], file: entry[1] }] : [])),
    listed: [...new Set(wanted)].filter((url) => found.entries.has(url)),
    complete: found.complete,
    versions: { entries: found.versions.size, problems: versions.problems, left: versions.left(), complete },
  };
}
