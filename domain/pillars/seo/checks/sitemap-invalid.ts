import { type CheckResult, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import { count, listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const sitemapInvalid: SeoCheck<SeoSite> = {
  rule: "sitemap-invalid",
  severity: "serious",
  weight: 4,
  title: "The sitemaps can be read.",
  fault: "Sitemap is invalid or unreadable",
  help: "Write sitemaps as described on sitemaps.org: a urlset or a sitemapindex in valid XML, with absolute URLs in loc.",
  run({ sitemap, baseUrl }) {
    const there = sitemap.files.filter(({ state, named }) => state !== "missing" || named);
    if (there.length === 0) return inapplicable("The site has no sitemap.");
    const results = there.flatMap(({ url, state, reason, badEntries, entries }): CheckResult[] => {
      const target = targetOf(url, baseUrl);
      const details = { evidence: { state, reason, entries, badEntries } };
      if (state === "invalid" || state === "missing")
        return [failed(`The sitemap ${target} cannot be used. ${reason}`, target, details)];
      if (state === "unreachable")
        return [review(`The sitemap ${target} could not be read. ${reason}`, target, details)];
      return badEntries > 0
        ? [failed(`In the sitemap ${target} ${count(badEntries)} entries have no absolute URL.`, target, details)]
        : [];
    });
    return listed(results, passed("The sitemaps can be read."));
  },
};
