import { type CheckResult, failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { originOf, targetOf } from "../address.ts";
import { listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { answerOf, probesOf, type SeoSite, verdictOf } from "../site.ts";

export const canonicalBroken: SeoCheck<SeoSite> = {
  rule: "canonical-broken",
  severity: "serious",
  weight: 6,
  title: "Canonical URLs lead to indexable pages.",
  fault: "Canonical URL is not an indexable page",
  help: "Use a URL that returns 200 itself, without a redirect, and that is not excluded from the index.",
  run(site) {
    const probes = probesOf(site);
    const named = site.pages.filter(({ canonical, status }) => canonical !== null && status < 400);
    if (named.length === 0) return inapplicable("No page has a canonical URL.");
    const results = named.flatMap(({ canonical, finalUrl, url }): CheckResult[] => {
      // Other rules check whether the page itself can be indexed.
      if (canonical === null || canonical === finalUrl) return [];
      const probe = probes.get(canonical);
      const target = targetOf(canonical, finalUrl);
      const details = { page: url, evidence: { canonical, answer: answerOf(probe) } };
      const verdict = verdictOf(probe, originOf(canonical) === originOf(finalUrl));
      if (verdict === "dead") return [failed(`The canonical URL ${target} ${answerOf(probe)}.`, target, details)];
      if (verdict === "unclear")
        return [
          review(
            `Whether the canonical URL ${target} can be visited is not clear: it ${answerOf(probe)}.`,
            target,
            details,
          ),
        ];
      if (probe?.state !== "answered") return [];
      if (probe.redirects.length > 0)
        return [
          failed(`The canonical URL ${target} is redirected to ${targetOf(probe.finalUrl, finalUrl)}.`, target, {
            ...details,
            cause: "redirected",
          }),
        ];
      if (probe.noindex)
        return [
          failed(`The canonical URL ${target} is excluded from the index (noindex).`, target, {
            ...details,
            cause: "noindex",
          }),
        ];
      return probe.canonical !== null && probe.canonical !== canonical
        ? [
            warning(
              `The canonical URL ${target} names another one itself, ${targetOf(probe.canonical, finalUrl)}.`,
              target,
              { ...details, cause: "another" },
            ),
          ]
        : [];
    });
    return listed(results, passed("Canonical URLs lead to indexable pages."));
  },
};
