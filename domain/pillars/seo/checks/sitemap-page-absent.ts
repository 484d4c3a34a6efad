import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { originOf } from "../address.ts";
import { listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const sitemapPageAbsent: SeoCheck<SeoSite> = {
  rule: "sitemap-page-absent",
  severity: "minor",
  weight: 2,
  title: "The sitemap lists the pages that were audited.",
  fault: "Page is missing from the sitemap",
  help: "Add the page to the sitemap, with its canonical URL.",
  run({ pages, sitemap }) {
    if (sitemap.own === 0 || !sitemap.complete) return inapplicable("No sitemap of this site was read completely.");
    const named = new Set(sitemap.listed);
    const wanted = pages.filter(
      ({ indexable, canonical, finalUrl }) =>
        indexable && (canonical === null || originOf(canonical) === originOf(finalUrl)),
    );
    if (wanted.length === 0) return inapplicable("No page that can be indexed was audited.");
    const results = wanted
      .filter(({ canonical, finalUrl }) => !named.has(finalUrl) && !(canonical !== null && named.has(canonical)))
      .map(({ url }) => warning("The page is not listed in the sitemap.", "", { page: url }));
    return listed(results, passed(`All ${wanted.length} pages that were audited are listed in the sitemap.`));
  },
};
