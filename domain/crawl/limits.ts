// How far a crawl goes. No site can make one endless.

export const CRAWL_LIMITS = {
  /** Where the plan sets none. */
  pages: 20_000,
  /** Unless the caller says otherwise. */
  defaultPages: 500,
  depth: 50,
  defaultDepth: 10,
  patterns: 20,
  /** ms of work of one crawl: what lost attempts and outages took does not count. */
  totalMs: 3_600_000,
  /** Pages of one activity: what a killed worker repeats at most. */
  batch: 25,
  bodyBytes: 1024 * 1024,
  hopMs: 15_000,
  /** Requests at once to one host, and the pause after each, unless robots.txt wants longer ones (pace.ts: or the site does). */
  perHost: 4,
  delayMs: 20,
  longestDelayMs: 10_000,
  /** Pages named in a finished job's answer; all of them are kept. */
  shownPages: 200,
  /** Groups kept with the result; a site with more has none to speak of. */
  groups: 500,
  /** Pages in one list to choose from; a filter finds the others. */
  listedPages: 2_000,
  /** Addresses that are remembered as left out by how they look. */
  leftOut: 1_000,
} as const;

/** Addresses that are asked for one page that is kept: redirects, duplicates and broken links count. */
export const mostVisits = (maxPages: number): number => maxPages * 3 + 100;

/** Addresses that are remembered. What a redirect or a canonical address leads to comes on top: one for each visit at most. */
export const mostAddresses = (maxPages: number): number => maxPages * 4 + 1_000;

/** Of them the sitemaps fill half, so that links have room however long the lists are. */
export const mostOfSitemaps = (maxPages: number): number => mostAddresses(maxPages) / 2;

/** Addresses that differ in parameter values alone, once so many of them were the same page. */
const SAME_PAGE = 8;

/**
 * True: further addresses of the family need not be asked. Judged by what they turned out to be: a shop may have thousands of
 * products at one path, and a family without an end is bounded as all of the crawl is, by pages and depth.
 */
export function isTrap(family: { duplicates: number; pages: number }): boolean {
  return family.duplicates >= SAME_PAGE && family.duplicates > family.pages * 4;
}
