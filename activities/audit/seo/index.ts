// The SEO pillar.

import { runChecks } from "../../../domain/audit/runChecks.ts";
import type { SeoPage } from "../../../domain/audit/seo/gathered.ts";
import { PAGE_CHECKS } from "../../../domain/audit/seo/pageChecks.ts";
import { countOutcomes, runScore, scoreOf, shareOf } from "../../../domain/audit/seo/score.ts";
import type { SeoSite } from "../../../domain/audit/seo/site.ts";
import { SITE_CHECKS } from "../../../domain/audit/seo/siteChecks.ts";
import type { PillarAudit } from "../pillar.ts";
import { gatherPage } from "./gatherPage.ts";
import { gatherSite } from "./gatherSite.ts";

export const seoAudit: PillarAudit<SeoPage, SeoSite> = {
  pillar: "seo",
  queue: "browser",
  gather: gatherPage,
  audit(data, _page, _run, place) {
    const checked = runChecks(PAGE_CHECKS, data, place);
    return {
      ...checked,
      score: scoreOf([shareOf(checked.rules)]),
      details: {
        title: data.document?.titles[0]?.slice(0, 200) ?? null,
        status: data.status,
        loaded: data.loaded,
        finalUrl: data.finalUrl,
        headings: data.document?.headings.slice(0, 50) ?? [],
        counts: data.document?.counts ?? null,
      },
    };
  },
  gatherSite: (tools, pages) => gatherSite(tools, pages),
  auditSite(data, _run, place) {
    const { probes, sitemap, notChecked } = data;
    const asked = probes.filter(([, probe]) => probe.state !== "not_checked").length;
    return {
      ...runChecks(SITE_CHECKS, data, place),
      metrics: { addressesAsked: asked, links: data.links.length, sitemapEntries: sitemap.own },
      details: { notChecked, sitemaps: sitemap.files.slice(0, 20) },
    };
  },
  rollUp(pages, site) {
    const siteRules = site?.rules ?? [];
    const measured = pages.filter(({ status }) => status !== "not_measured");
    const { passed, failed, warnings, review } = countOutcomes([
      ...measured.flatMap(({ rules }) => rules),
      ...siteRules,
    ]);
    const exact = runScore(pages, siteRules);
    const score = exact === null ? null : Math.round(exact);
    const notChecked = Array.isArray(site?.details?.notChecked) ? site.details.notChecked.map(String) : [];
    return {
      score,
      passed,
      failed,
      warnings,
      review,
      // A score that was not measured is left out, never a zero.
      extra: {
        ...(score === null ? {} : { seoScore: score }),
        seoPassed: passed,
        seoFailed: failed,
        seoWarnings: warnings,
      },
      ...(notChecked.length > 0 ? { warningSentences: notChecked } : {}),
    };
  },
};
