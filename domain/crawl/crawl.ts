// What a crawl is asked for, what it keeps between its activities, and what it answers.
import type { CrawlFilter } from "./choose.ts";
import type { CrawlPace } from "./pace.ts";

export type CrawlInput = CrawlFilter & { maxPages: number; depth: number };

/** robots.txt as the crawl goes by it. */
export type CrawlRobots = {
  state: "read" | "absent";
  address: string;
  /** Artifact with the file's text; null: there is none. */
  textId: string | null;
  delayMs: number | null;
  sitemaps: string[];
  /** Rules for us beyond those that are read; absent in older crawls. */
  rulesLeftOut?: number;
};

export type CrawlSitemap = {
  files: { url: string; state: string; reason: string; entries: number }[];
  /** Entries of all files, and those of them that belong to the site. */
  entries: number;
  own: number;
  /** Entries of the site beyond those that a crawl of so many pages remembers. */
  beyond: number;
  complete: boolean;
};

/** `pace`: absent until the site asked for slower requests. */
export type CrawlSetUp = { robots: CrawlRobots; sitemap: CrawlSitemap; pace?: CrawlPace };

export type CrawledPage = { url: string; status: number; title: string; group: string; depth: number };
/** `examples`: the pages that stand for the group, the first one as `example`, each with its name; absent in older crawls. */
export type CrawledGroup = {
  group: string;
  pages: number;
  example: string;
  title: string;
  examples?: { url: string; name: string }[];
};

/** Stored whole in the job; faces show as much of it as fits. */
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
    /** Variants of a page by parameters that were left out. */
    variants: number;
    /** Left out by how they look: sign-outs, actions, secrets in the query, paths without an end. */
    leftOut: number;
    /** Known and not asked, because a limit was reached. */
    notAsked: number;
  };
  pages: CrawledPage[];
  groups: CrawledGroup[];
  broken: { url: string; status: number | null; reason: string; foundOn: string }[];
  robots: { state: "read" | "absent"; crawlDelaySeconds: number | null; sitemaps: string[] };
  sitemap: CrawlSitemap;
  warnings: string[];
};

/** How far a crawl is: addresses by what became of them. Those that were left out are not among the known ones. */
export type CrawlCounts = { pages: number; waiting: number; known: number; asked: number; leftOut: number };
