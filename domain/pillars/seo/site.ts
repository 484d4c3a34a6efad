// Data gathered about the whole site, and how the response of a URL is evaluated.
import type { RobotsTxt, SeoRedirect } from "./gathered.ts";
import type { VersionProblem } from "./sitemapVersions.ts";

/** A measured page with the parts that are compared with other pages. */
export type SitePage = {
  /** The URL by which the run names it. */
  url: string;
  finalUrl: string;
  status: number;
  indexable: boolean;
  title: string;
  description: string;
  canonical: string | null;
  /** Without `source`, the page names the version in its head or a header. */
  hreflangs: { lang: string; url: string; source?: "sitemap" }[];
};

/** Response of a URL. `noindex`, `canonical` and `hreflangs` are null if its document was not read; `hreflangs` includes those of sitemaps. */
export type Probe =
  | {
      state: "answered";
      status: number;
      finalUrl: string;
      redirects: SeoRedirect[];
      noindex: boolean | null;
      canonical: string | null;
      hreflangs: string[] | null;
    }
  | { state: "endless"; redirects: SeoRedirect[]; loop: boolean }
  | { state: "failed"; kind: string; reason: string; redirects: SeoRedirect[] }
  | { state: "not_checked" };

/** A link of the site: the first page that contains it, the number of such pages, and some of them. */
export type SiteLink = { url: string; own: boolean; page: string; pages: number; alsoOn: string[]; text: string };

export type SitemapFile = {
  url: string;
  /** `other`: a feed, which search engines accept but which is not read here. */
  state: "read" | "missing" | "unreachable" | "invalid" | "other";
  reason: string;
  entries: number;
  /** Number of entries whose loc is not an absolute http(s) URL. */
  badEntries: number;
  truncated: boolean;
  /** Whether robots.txt or an index names it, instead of it only being tried. */
  named: boolean;
};

export type SiteSitemap = {
  files: SitemapFile[];
  /** Number of entries of the site. */
  own: number;
  /** Other hosts with their number of entries, the first ten. */
  foreign: { host: string; entries: number }[];
  /** Requested entries, with the file that lists them. */
  asked: { url: string; file: string }[];
  /** Canonical and final URLs of the listed pages. */
  listed: string[];
  /** False if there are more files or entries than were read. */
  complete: boolean;
  /**
   * Entries with language versions and their problems. Missing in data of older runs. `left`: number of problems beyond the listed
   * ones. `complete`: false if there are more versions than were read.
   */
  versions?: { entries: number; problems: VersionProblem[]; left: number; complete: boolean };
};

export type SeoSite = {
  baseUrl: string;
  pages: SitePage[];
  links: SiteLink[];
  sitemap: SiteSitemap;
  robotsTxt: RobotsTxt;
  probes: [url: string, probe: Probe][];
  /** Sentences for people. */
  notChecked: string[];
};

export type Verdict = "alive" | "dead" | "unclear" | "not_checked";

/** Statuses by which a site rejects bots or unauthorized visitors; 999 is LinkedIn's. */
const REFUSALS = new Set([401, 403, 407, 429, 451, 999]);

/**
 * Whether a URL leads to a page. For other hosts only 404 and 410 count as dead, because their outages and our network
 * problems are not faults of the site.
 */
export function verdictOf(probe: Probe | undefined, own: boolean): Verdict {
  if (!probe || probe.state === "not_checked") return "not_checked";
  if (probe.state === "failed") return own && probe.kind !== "address_refused" ? "dead" : "unclear";
  if (probe.state === "endless") return own ? "dead" : "unclear";
  if (probe.status < 400) return "alive";
  if (probe.status === 404 || probe.status === 410) return "dead";
  return own && !REFUSALS.has(probe.status) ? "dead" : "unclear";
}

/** Describes what the URL did, worded to follow "which" or "it". */
export function answerOf(probe: Probe | undefined): string {
  switch (probe?.state) {
    case "answered":
      return `answers ${probe.status}`;
    case "endless":
      return probe.loop ? "redirects in a circle" : `redirects more than ${probe.redirects.length - 1} times`;
    case "failed":
      return probe.kind === "timeout" ? "does not answer in time" : "cannot be reached";
    default:
      return "was not asked";
  }
}

/** Returns the entries of sitemaps that answered with success when they were requested. */
export function answeredEntries(site: SeoSite) {
  const probes = probesOf(site);
  return site.sitemap.asked.flatMap(({ url, file }) => {
    const probe = probes.get(url);
    return probe?.state === "answered" && probe.status < 300 ? [{ url, file, probe }] : [];
  });
}

/** Returns the probes by requested URL. */
export const probesOf = (site: SeoSite): Map<string, Probe> => new Map(site.probes);
