import { type CheckResult, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import { count, listed, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { answerOf, probesOf, type SeoSite, verdictOf } from "../site.ts";

export const linkBroken: SeoCheck<SeoSite> = {
  rule: "link-broken",
  severity: "serious",
  weight: 6,
  title: "Links lead to existing pages.",
  fault: "Link is broken",
  help: "Fix or remove the link. Redirect the old URL if other sites link to it.",
  run(site) {
    const probes = probesOf(site);
    const asked = site.links.filter(({ url, own }) => verdictOf(probes.get(url), own) !== "not_checked");
    if (asked.length === 0) return inapplicable("No links were checked.");
    const results = asked.flatMap(({ url, own, page, pages, alsoOn, text }): CheckResult[] => {
      const probe = probes.get(url);
      const verdict = verdictOf(probe, own);
      if (verdict !== "dead" && verdict !== "unclear") return [];
      const target = targetOf(url, page);
      const details = { page, evidence: { address: url, answer: answerOf(probe), text, pages, alsoOn } };
      const words = text === "" ? "" : ` "${short(text, 60)}"`;
      const also = pages > 1 ? ` ${count(pages)} pages have this link.` : "";
      return [
        verdict === "dead"
          ? failed(`The link${words} leads to ${target}, which ${answerOf(probe)}.${also}`, target, details)
          : review(
              `Whether the link${words} to ${target} works is not clear: it ${answerOf(probe)}.${also}`,
              target,
              details,
            ),
      ];
    });
    results.sort((a, b) => Number(a.outcome === "review") - Number(b.outcome === "review"));
    return listed(results, passed(`All ${count(asked.length)} links that were checked lead somewhere.`));
  },
};
