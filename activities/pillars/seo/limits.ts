// Limits for gathering and requests, so that no page and no site can make an audit endless.
import type { SitemapLimits } from "../../site/sitemap.ts";

/** Per document. */
export const PAGE_LIMITS = {
  titles: 10,
  metas: 200,
  canonicals: 20,
  hreflangs: 300,
  headings: 500,
  jsonLd: 30,
  jsonLdCharacters: 100_000,
  images: 500,
  links: 1_500,
  /** Maximum number of elements checked to find that many. */
  looked: 5_000,
  /** Maximum number of elements of the document visited to find headings. */
  walked: 300_000,
  /** Characters of a heading's or link's text. */
  text: 160,
  /** Characters of a meta element's content and of other attributes. */
  attribute: 2_000,
};
export type PageLimits = typeof PAGE_LIMITS;

/** Maximum bytes of the document as sent by the server. */
export const SERVED_BYTES = 256 * 1024;

/** For the whole site. */
export type SiteLimits = SitemapLimits & {
  /** Maximum number of the site's own addresses requested. */
  ownAddresses: number;
  foreignAddresses: number;
  /** Maximum parallel requests across all hosts; two per host. */
  atOnce: number;
  perHost: number;
  /** Delay between two requests of one lane of a host. */
  delayMs: number;
  /** Maximum number of entries requested, spread evenly over the list. */
  sitemapAsked: number;
};

export const SITE_LIMITS: SiteLimits = {
  ownAddresses: 500,
  foreignAddresses: 80,
  atOnce: 8,
  perHost: 2,
  delayMs: 50,
  hopMs: 10_000,
  hops: 6,
  totalMs: 240_000,
  sitemapFiles: 20,
  sitemapBytes: 5 * 1024 * 1024,
  sitemapEntries: 50_000,
  sitemapVersions: 50_000,
  sitemapAsked: 250,
};
