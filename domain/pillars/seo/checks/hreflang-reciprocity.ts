import { type CheckResult, failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { originOf, targetOf } from "../address.ts";
import { listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { answerOf, probesOf, type SeoSite, type SitePage, verdictOf } from "../site.ts";

export const hreflangReciprocity: SeoCheck<SeoSite> = {
  rule: "hreflang-reciprocity",
  severity: "moderate",
  weight: 3,
  title: "Language versions link to each other.",
  fault: "Hreflang links are not reciprocal",
  help: "List all versions in every language version; search engines ignore a version that does not link back.",
  run(site) {
    const probes = probesOf(site);
    const pages = site.pages.filter(({ hreflangs }) => hreflangs.length > 0);
    if (pages.length === 0) return inapplicable("No page names language versions.");
    const audited = new Map(site.pages.flatMap((page) => [page.finalUrl, page.canonical].map((url) => [url, page])));
    const results = pages.flatMap(({ url, finalUrl, canonical, hreflangs }) => {
      const own = new Set([finalUrl, canonical]);
      const told = new Set<string>();
      return hreflangs.flatMap((alternate): CheckResult[] => {
        if (own.has(alternate.url)) return [];
        const probe = probes.get(alternate.url);
        const path = targetOf(alternate.url, finalUrl);
        const target = `${alternate.lang} ${path}`;
        const details = {
          page: url,
          evidence: { lang: alternate.lang, address: alternate.url, answer: answerOf(probe) },
        };
        // One defect of the template, however many pages have it.
        const shared = (what: string) => ({ ...details, cause: `${alternate.lang} ${what}` });
        const verdict = verdictOf(probe, originOf(alternate.url) === originOf(finalUrl));
        if (verdict === "dead")
          return [failed(`The ${alternate.lang} version ${path} ${answerOf(probe)}.`, target, details)];
        if (verdict === "unclear")
          return [
            review(
              `Whether the ${alternate.lang} version ${path} is there is not clear: it ${answerOf(probe)}.`,
              target,
              details,
            ),
          ];
        if (probe?.state !== "answered" || probe.hreflangs === null) return [];
        // Scripts may add its list, or the sitemap may contain it.
        if (probe.hreflangs.length === 0)
          return [warning(`The ${alternate.lang} version ${path} names no language versions.`, target, shared("none"))];
        if (!probe.hreflangs.some((back) => own.has(back)))
          return [
            failed(
              `The ${alternate.lang} version ${path} does not name this page in return.`,
              target,
              shared("return"),
            ),
          ];
        const other = audited.get(alternate.url);
        const [mine, theirs] = [defaultOf(hreflangs), defaultOf(other?.hreflangs ?? [])];
        // Reports one of the two pages, and only once even if the version stands for several languages.
        const differs = mine !== undefined && theirs !== undefined && mine !== theirs;
        if (!differs || told.has(alternate.url) || finalUrl > (other?.finalUrl ?? "")) return [];
        told.add(alternate.url);
        return [
          warning(`The ${alternate.lang} version ${path} names another x-default version than this page.`, target, {
            ...shared("default"),
            evidence: { ...details.evidence, xDefault: mine, other: theirs },
          }),
        ];
      });
    });
    return listed(results, passed("Language versions link to each other."));
  },
};

const defaultOf = (hreflangs: SitePage["hreflangs"]): string | undefined =>
  hreflangs.find(({ lang }) => lang.toLowerCase() === "x-default")?.url;
