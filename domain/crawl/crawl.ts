// Input of a crawl, its state between activities, and its result.
import type { CrawlFilter } from "./choose.ts";
import type { CrawlPace } from "./pace.ts";

export type CrawlInput = CrawlFilter & { maxPages: number; depth: number };

/** The robots.txt that the crawl follows. */
export type CrawlRobots = {
  state: "read" | "absent";
  address: string;
  /** Artifact with the file's text; null if there is none. */
  textId: string | null;
  delayMs: number | null;
  sitemaps: string[];
  /** Number of rules for our robot beyond the limit of rules read; absent in older crawls. */
  rulesLeftOut?: number;
};

export type CrawlSitemap = {
  files: { url: string; state: string; reason: string; entries: number }[];
  /** Number of entries in all files, and of those that belong to the site. */
  entries: number;
  own: number;
  /** Number of the site's entries beyond the number that a crawl of this size stores. */
  beyond: number;
  complete: boolean;
};

/** `pace`: absent until the site asks for slower requests. */
export type CrawlSetUp = { robots: CrawlRobots; sitemap: CrawlSitemap; pace?: CrawlPace };

export type CrawledPage = { url: string; status: number; title: string; group: string; depth: number };
/** `examples`: the named pages that represent the group, with the first one as `example`; absent in older crawls. */
export type CrawledGroup = {
  group: string;
  pages: number;
  example: string;
  title: string;
  examples?: { url: string; name: string }[];
};

/** Stored in full with the job; interfaces show as much of it as fits. */
export type CrawlResult = {
  startUrl: string;
  counts: {
    pages: number;
    groups: number;
    asked: number;
    duplicates: number;
    redirects: number;
    broken: number;
    otherFiles: number;
    disallowed: number;
    /** Number of left-out variants of a page by parameters. */
    variants: number;
    /** Number of addresses left out because of their form: sign-outs, actions, secrets in the query, endless paths. */
    leftOut: number;
    /** Number of known addresses not requested because a limit was reached. */
    notAsked: number;
  };
  pages: CrawledPage[];
  groups: CrawledGroup[];
  broken: { url: string; status: number | null; reason: string; foundOn: string }[];
  robots: { state: "read" | "absent"; crawlDelaySeconds: number | null; sitemaps: string[] };
  sitemap: CrawlSitemap;
  warnings: string[];
};

/** Progress of a crawl: addresses by state. Left-out addresses are not among the known ones. */
export type CrawlCounts = { pages: number; waiting: number; known: number; asked: number; leftOut: number };
