// Limits of a crawl, so that no site can make it endless.

export const CRAWL_LIMITS = {
  /** Maximum number of pages if the plan sets none. */
  pages: 20_000,
  /** Maximum number of pages unless the caller specifies it. */
  defaultPages: 500,
  depth: 50,
  defaultDepth: 10,
  patterns: 20,
  /** ms of work per crawl; time lost to failed attempts and outages does not count. */
  totalMs: 3_600_000,
  /** Pages per activity: the maximum that is repeated after a worker is killed. */
  batch: 25,
  bodyBytes: 1024 * 1024,
  hopMs: 15_000,
  /**
   * Maximum number of requests at the same time to one host, and the pause after each, unless robots.txt or the site (pace.ts) asks for a
   * longer one.
   */
  perHost: 4,
  delayMs: 20,
  longestDelayMs: 10_000,
  /** Maximum number of pages in a finished job's result; all of them are stored. */
  shownPages: 200,
  /** Maximum number of groups stored with the result; in a site with more, the groups are meaningless. */
  groups: 500,
  /** Maximum number of pages in a list to choose from; a filter finds the others. */
  listedPages: 2_000,
  /** Maximum number of stored addresses that were left out because of their form. */
  leftOut: 1_000,
} as const;

/** Maximum number of requested addresses, which includes redirects, duplicates and broken links. */
export const mostVisits = (maxPages: number): number => maxPages * 3 + 100;

/** Maximum number of stored addresses. Targets of redirects and canonical addresses are added to that, at most one per visit. */
export const mostAddresses = (maxPages: number): number => maxPages * 4 + 1_000;

/** Maximum number of stored addresses from sitemaps: half, so that links have room however long the sitemaps are. */
export const mostOfSitemaps = (maxPages: number): number => mostAddresses(maxPages) / 2;

/** Number of addresses that differ only in parameter values and turned out to be the same page, from which a family may be a trap. */
const SAME_PAGE = 8;

/**
 * Whether further addresses of the family need not be requested. Based on what they turned out to be, because a shop may have thousands of
 * products at one path. A family without an end is limited like the whole crawl, by pages and depth.
 */
export function isTrap(family: { duplicates: number; pages: number }): boolean {
  return family.duplicates >= SAME_PAGE && family.duplicates > family.pages * 4;
}
