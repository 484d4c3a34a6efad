import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import { listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { answeredEntries, type SeoSite } from "../site.ts";

export const sitemapNoindex: SeoCheck<SeoSite> = {
  rule: "sitemap-noindex",
  severity: "moderate",
  weight: 2,
  title: "The sitemap lists no page that is excluded from the index.",
  fault: "Sitemap lists a noindex page",
  help: "Remove the entry from the sitemap, or noindex from the page.",
  run(site) {
    const read = answeredEntries(site).filter(({ probe }) => probe.noindex !== null);
    if (read.length === 0) return inapplicable("No page of a sitemap was read.");
    const results = read
      .filter(({ probe }) => probe.noindex)
      .map(({ url, file }) => {
        const target = targetOf(url, site.baseUrl);
        return warning(`The sitemap lists ${target}, which is noindex.`, target, {
          page: file,
          evidence: { address: url },
        });
      });
    return listed(results, passed(`None of the ${read.length} pages that were read is noindex.`));
  },
};
