// How much is gathered and asked for. No page and no site can make an audit endless.
import type { SitemapLimits } from "../../site/sitemap.ts";

/** Of one document. */
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
  /** Elements that are looked at to find that many. */
  looked: 5_000,
  /** Elements of the document that are walked over in search of headings. */
  walked: 300_000,
  /** Text of a heading or a link. */
  text: 160,
  /** Content of a meta element and other attributes. */
  attribute: 2_000,
};
export type PageLimits = typeof PAGE_LIMITS;

/** Of the document as it is sent. */
export const SERVED_BYTES = 256 * 1024;

/** Of the whole site. */
export type SiteLimits = SitemapLimits & {
  /** Addresses of the site itself that are asked. */
  ownAddresses: number;
  foreignAddresses: number;
  /** Addresses at once, of all hosts; two of one host. */
  atOnce: number;
  perHost: number;
  /** Between two requests of one lane of a host. */
  delayMs: number;
  /** Entries that are asked, evenly over the list. */
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
