// What is gathered over the whole site, and how an answer to one address is judged.
import type { RobotsTxt, SeoRedirect } from "./gathered.ts";
import type { VersionProblem } from "./sitemapVersions.ts";

/** A measured page, with what other pages are compared with. */
export type SitePage = {
  /** As the run names it. */
  url: string;
  finalUrl: string;
  status: number;
  indexable: boolean;
  title: string;
  description: string;
  canonical: string | null;
  /** Without `source` it is the page itself that names the version, in its head or a header. */
  hreflangs: { lang: string; url: string; source?: "sitemap" }[];
};

/** What an address answered. `noindex`, `canonical` and `hreflangs` are null where its document was not read; `hreflangs` holds what sitemaps name for it too. */
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

/** A link of the site: the first page that has it, how many have it, and some of those. */
export type SiteLink = { url: string; own: boolean; page: string; pages: number; alsoOn: string[]; text: string };

export type SitemapFile = {
  url: string;
  /** `other`: a feed, which search engines take but which is not read here. */
  state: "read" | "missing" | "unreachable" | "invalid" | "other";
  reason: string;
  entries: number;
  /** Entries whose loc is no absolute http(s) address. */
  badEntries: number;
  truncated: boolean;
  /** Named in robots.txt or in an index, and not only looked for. */
  named: boolean;
};

export type SiteSitemap = {
  files: SitemapFile[];
  /** Entries with an address of the site. */
  own: number;
  /** Hosts of the others, with how many entries each has; the first ten. */
  foreign: { host: string; entries: number }[];
  /** Entries that were asked, with the file that lists them. */
  asked: { url: string; file: string }[];
  /** Canonical and final addresses of the pages that are listed. */
  listed: string[];
  /** False: more files or entries than were read. */
  complete: boolean;
  /**
   * Entries with language versions, and what is wrong in them; absent in what older runs gathered. `left`: problems beyond
   * those. `complete` false: more versions than were read.
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

/** Answers with which a site keeps machines or strangers out; 999 is LinkedIn's. */
const REFUSALS = new Set([401, 403, 407, 429, 451, 999]);

/**
 * Is there a page behind an address? Of another's host only 404 and 410 count as dead: its moods and our network are not
 * the site's defects.
 */
export function verdictOf(probe: Probe | undefined, own: boolean): Verdict {
  if (!probe || probe.state === "not_checked") return "not_checked";
  if (probe.state === "failed") return own && probe.kind !== "address_refused" ? "dead" : "unclear";
  if (probe.state === "endless") return own ? "dead" : "unclear";
  if (probe.status < 400) return "alive";
  if (probe.status === 404 || probe.status === 410) return "dead";
  return own && !REFUSALS.has(probe.status) ? "dead" : "unclear";
}

/** To stand after "which" or "it": what the address did. */
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

/** The site's checks look addresses up by what was asked. */
export const probesOf = (site: SeoSite): Map<string, Probe> => new Map(site.probes);
