import { passed, warning } from "../../../audit/finding.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const sitemapMissing: SeoCheck<SeoSite> = {
  rule: "sitemap-missing",
  severity: "minor",
  weight: 2,
  title: "The site has a sitemap.",
  fault: "Site has no sitemap",
  help: "Publish a sitemap and list it in robots.txt with a Sitemap: line.",
  run: ({ sitemap }) =>
    sitemap.files.some(({ state, named }) => state !== "missing" || named)
      ? passed("The site has a sitemap.")
      : warning("The site has no sitemap: robots.txt lists none, and /sitemap.xml does not exist.", "/sitemap.xml"),
};
