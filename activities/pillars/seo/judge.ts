import { runChecks } from "../../../domain/audit/runChecks.ts";
import type { SeoPage } from "../../../domain/pillars/seo/gathered.ts";
import { PAGE_CHECKS } from "../../../domain/pillars/seo/pageChecks.ts";
import { scoreOf, shareOf } from "../../../domain/pillars/seo/score.ts";
import type { SeoSite } from "../../../domain/pillars/seo/site.ts";
import { SITE_CHECKS } from "../../../domain/pillars/seo/siteChecks.ts";
import type { Judge } from "../../audit/pillar.ts";

export const seoJudge: Judge<SeoPage, SeoSite> = {
  forSite({ document, ...page }) {
    if (document === null) return { ...page, document, served: null };
    const links = document.links.map((link) => ({ ...link, href: null, rel: "", role: "" }));
    return { ...page, served: null, document: { ...document, links, headings: [], images: [], jsonLd: [] } };
  },
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
  auditSite(data, _run, place) {
    const { probes, sitemap, notChecked } = data;
    const asked = probes.filter(([, probe]) => probe.state !== "not_checked").length;
    return {
      ...runChecks(SITE_CHECKS, data, place),
      metrics: { addressesAsked: asked, links: data.links.length, sitemapEntries: sitemap.own },
      details: { notChecked, sitemaps: sitemap.files.slice(0, 20) },
    };
  },
};
