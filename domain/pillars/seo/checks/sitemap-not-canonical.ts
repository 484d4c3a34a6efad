import { type CheckResult, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import { listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { answeredEntries, type SeoSite } from "../site.ts";

export const sitemapNotCanonical: SeoCheck<SeoSite> = {
  rule: "sitemap-not-canonical",
  severity: "minor",
  weight: 2,
  title: "The sitemap lists canonical URLs.",
  fault: "Sitemap lists a non-canonical URL",
  help: "List the page's canonical URL, and no URL that redirects.",
  run(site) {
    const read = answeredEntries(site);
    if (read.length === 0) return inapplicable("No page of a sitemap was read.");
    const results = read.flatMap(({ url, file, probe }): CheckResult[] => {
      const target = targetOf(url, site.baseUrl);
      const details = { page: file, evidence: { address: url, canonical: probe.canonical, finalUrl: probe.finalUrl } };
      if (probe.redirects.length > 0)
        return [
          warning(
            `The sitemap lists ${target}, which is redirected to ${targetOf(probe.finalUrl, site.baseUrl)}.`,
            target,
            details,
          ),
        ];
      return probe.canonical !== null && probe.canonical !== url
        ? [
            warning(
              `The sitemap lists ${target}, whose canonical URL is ${targetOf(probe.canonical, site.baseUrl)}.`,
              target,
              details,
            ),
          ]
        : [];
    });
    return listed(results, passed(`All ${read.length} pages that were read are listed by their canonical URLs.`));
  },
};
