import { type Check, passed, warning } from "../../../audit/finding.ts";
import type { SeoSite } from "../site.ts";

export const sitemapMissing: Check<SeoSite> = {
  rule: "sitemap-missing",
  severity: "minor",
  title: "The site has a sitemap.",
  help: "Publish a sitemap and name it in robots.txt with a Sitemap: line.",
  run: ({ sitemap }) =>
    sitemap.files.some(({ state, named }) => state !== "missing" || named)
      ? passed("The site has a sitemap.")
      : warning("The site has no sitemap: robots.txt names none, and there is none at /sitemap.xml.", "/sitemap.xml"),
};
