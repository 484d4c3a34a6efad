// Rules of the SEO pillar, in report order. To add a rule, create a file in checks/ and add a line here.

import { titlesOf } from "../titledCheck.ts";
import { canonicalBroken } from "./checks/canonical-broken.ts";
import { canonicalElsewhere } from "./checks/canonical-elsewhere.ts";
import { canonicalInvalid } from "./checks/canonical-invalid.ts";
import { canonicalMissing } from "./checks/canonical-missing.ts";
import { canonicalMultiple } from "./checks/canonical-multiple.ts";
import { charset } from "./checks/charset.ts";
import { descriptionDuplicate } from "./checks/description-duplicate.ts";
import { descriptionLength } from "./checks/description-length.ts";
import { descriptionMissing } from "./checks/description-missing.ts";
import { favicon } from "./checks/favicon.ts";
import { h1 } from "./checks/h1.ts";
import { headingOrder } from "./checks/heading-order.ts";
import { hreflangInvalid } from "./checks/hreflang-invalid.ts";
import { hreflangReciprocity } from "./checks/hreflang-reciprocity.ts";
import { hreflangSelf } from "./checks/hreflang-self.ts";
import { imageAlt } from "./checks/image-alt.ts";
import { jsonLdInvalid } from "./checks/json-ld-invalid.ts";
import { jsonLdProperties } from "./checks/json-ld-properties.ts";
import { lang } from "./checks/lang.ts";
import { linkBroken } from "./checks/link-broken.ts";
import { linkCrawlable } from "./checks/link-crawlable.ts";
import { linkRedirect } from "./checks/link-redirect.ts";
import { linkText } from "./checks/link-text.ts";
import { metaRefresh } from "./checks/meta-refresh.ts";
import { noindex } from "./checks/noindex.ts";
import { openGraphImage } from "./checks/open-graph-image.ts";
import { openGraphMissing } from "./checks/open-graph-missing.ts";
import { pageRedirects } from "./checks/page-redirects.ts";
import { robotsBlocked } from "./checks/robots-blocked.ts";
import { robotsTxt } from "./checks/robots-txt.ts";
import { robotsTxtLines } from "./checks/robots-txt-lines.ts";
import { servedHead } from "./checks/served-head.ts";
import { sitemapDeadEntry } from "./checks/sitemap-dead-entry.ts";
import { sitemapForeign } from "./checks/sitemap-foreign.ts";
import { sitemapHreflang } from "./checks/sitemap-hreflang.ts";
import { sitemapInvalid } from "./checks/sitemap-invalid.ts";
import { sitemapMissing } from "./checks/sitemap-missing.ts";
import { sitemapNoindex } from "./checks/sitemap-noindex.ts";
import { sitemapNotCanonical } from "./checks/sitemap-not-canonical.ts";
import { sitemapPageAbsent } from "./checks/sitemap-page-absent.ts";
import { status } from "./checks/status.ts";
import { titleDuplicate } from "./checks/title-duplicate.ts";
import { titleLength } from "./checks/title-length.ts";
import { titleMissing } from "./checks/title-missing.ts";
import { titleMultiple } from "./checks/title-multiple.ts";
import { twitterCard } from "./checks/twitter-card.ts";
import { viewport } from "./checks/viewport.ts";
import type { SeoPage } from "./gathered.ts";
import type { SeoCheck } from "./seoCheck.ts";
import type { SeoSite } from "./site.ts";

/** Rules that run on each page. */
export const PAGE_CHECKS: readonly SeoCheck<SeoPage>[] = [
  status,
  pageRedirects,
  noindex,
  robotsBlocked,
  titleMissing,
  titleMultiple,
  titleLength,
  descriptionMissing,
  descriptionLength,
  canonicalMissing,
  canonicalMultiple,
  canonicalInvalid,
  canonicalElsewhere,
  h1,
  headingOrder,
  lang,
  viewport,
  hreflangInvalid,
  hreflangSelf,
  jsonLdInvalid,
  jsonLdProperties,
  openGraphMissing,
  openGraphImage,
  twitterCard,
  imageAlt,
  linkText,
  linkCrawlable,
  charset,
  favicon,
  metaRefresh,
  servedHead,
];

/** Rules that run once for the whole site. */
export const SITE_CHECKS: readonly SeoCheck<SeoSite>[] = [
  titleDuplicate,
  descriptionDuplicate,
  canonicalBroken,
  hreflangReciprocity,
  linkBroken,
  linkRedirect,
  robotsTxt,
  robotsTxtLines,
  sitemapMissing,
  sitemapInvalid,
  sitemapDeadEntry,
  sitemapNoindex,
  sitemapNotCanonical,
  sitemapPageAbsent,
  sitemapForeign,
  sitemapHreflang,
];

export const TITLES = titlesOf([...PAGE_CHECKS, ...SITE_CHECKS]);
