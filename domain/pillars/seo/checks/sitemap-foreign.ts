import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { count } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const sitemapForeign: SeoCheck<SeoSite> = {
  rule: "sitemap-foreign",
  severity: "info",
  weight: 1,
  title: "The sitemap lists URLs of this site.",
  fault: "Sitemap lists URLs of other hosts",
  help: "List only URLs of the host that serves the sitemap. On a test environment, this is harmless.",
  run({ sitemap }) {
    if (sitemap.own === 0 && sitemap.foreign.length === 0) return inapplicable("The sitemap has no entries.");
    if (sitemap.foreign.length === 0) return passed("All entries of the sitemap belong to this site.");
    const total = sitemap.foreign.reduce((sum, { entries }) => sum + entries, 0);
    return warning(
      `The sitemap lists ${count(total)} URLs of other hosts, such as ${sitemap.foreign[0]?.host ?? ""}.`,
      "sitemap",
      {
        evidence: { hosts: sitemap.foreign },
      },
    );
  },
};
