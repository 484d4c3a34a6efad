// The rules about the whole site. A new one is a file in checks/ and a line here and in weights.ts.
import type { Check } from "../../audit/finding.ts";
import { canonicalBroken } from "./checks/canonical-broken.ts";
import { descriptionDuplicate } from "./checks/description-duplicate.ts";
import { hreflangReciprocity } from "./checks/hreflang-reciprocity.ts";
import { linkBroken } from "./checks/link-broken.ts";
import { linkRedirect } from "./checks/link-redirect.ts";
import { robotsTxt } from "./checks/robots-txt.ts";
import { sitemapDeadEntry } from "./checks/sitemap-dead-entry.ts";
import { sitemapForeign } from "./checks/sitemap-foreign.ts";
import { sitemapInvalid } from "./checks/sitemap-invalid.ts";
import { sitemapMissing } from "./checks/sitemap-missing.ts";
import { sitemapNoindex } from "./checks/sitemap-noindex.ts";
import { sitemapNotCanonical } from "./checks/sitemap-not-canonical.ts";
import { sitemapPageAbsent } from "./checks/sitemap-page-absent.ts";
import { titleDuplicate } from "./checks/title-duplicate.ts";
import type { SeoSite } from "./site.ts";

export const SITE_CHECKS: readonly Check<SeoSite>[] = [
  titleDuplicate,
  descriptionDuplicate,
  canonicalBroken,
  hreflangReciprocity,
  linkBroken,
  linkRedirect,
  robotsTxt,
  sitemapMissing,
  sitemapInvalid,
  sitemapDeadEntry,
  sitemapNoindex,
  sitemapNotCanonical,
  sitemapPageAbsent,
  sitemapForeign,
];
