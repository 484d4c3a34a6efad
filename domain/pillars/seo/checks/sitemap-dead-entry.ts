import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import { listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { answerOf, probesOf, type SeoSite, verdictOf } from "../site.ts";

export const sitemapDeadEntry: SeoCheck<SeoSite> = {
  rule: "sitemap-dead-entry",
  severity: "serious",
  weight: 4,
  title: "The sitemap lists existing pages.",
  fault: "Sitemap lists a broken URL",
  help: "Remove the entry from the sitemap, or bring the page back.",
  run(site) {
    const probes = probesOf(site);
    const asked = site.sitemap.asked.filter(({ url }) => verdictOf(probes.get(url), true) !== "not_checked");
    if (asked.length === 0) return inapplicable("No entries of a sitemap were checked.");
    const results = asked
      .filter(({ url }) => verdictOf(probes.get(url), true) === "dead")
      .map(({ url, file }) => {
        const target = targetOf(url, site.baseUrl);
        return failed(`The sitemap lists ${target}, which ${answerOf(probes.get(url))}.`, target, {
          page: file,
          evidence: { address: url, answer: answerOf(probes.get(url)) },
        });
      });
    return listed(results, passed(`All ${asked.length} entries that were checked lead to pages.`));
  },
};
