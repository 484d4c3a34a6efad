// Evaluates the gathered data: findings and score of a page, and findings about the whole site.
import { type Place, runChecks } from "../../audit/runChecks.ts";
import type { SeoPage } from "./gathered.ts";
import { isErrorPage, scoreOf, shareOf } from "./score.ts";
import type { SeoSite } from "./site.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "./table.ts";

export function auditPage(page: SeoPage, place: Place) {
  const checked = runChecks(PAGE_CHECKS, page, place);
  return {
    ...checked,
    score: isErrorPage(checked.rules) ? 0 : scoreOf([shareOf(checked.rules)]),
    details: {
      title: page.document?.titles[0]?.slice(0, 200) ?? null,
      status: page.status,
      loaded: page.loaded,
      finalUrl: page.finalUrl,
      headings: page.document?.headings.slice(0, 50) ?? [],
      counts: page.document?.counts ?? null,
    },
  };
}

export function auditSite(site: SeoSite, place: Place) {
  const { probes, sitemap, notChecked } = site;
  const asked = probes.filter(([, probe]) => probe.state !== "not_checked").length;
  return {
    ...runChecks(SITE_CHECKS, site, place),
    metrics: { addressesAsked: asked, links: site.links.length, sitemapEntries: sitemap.own },
    details: { notChecked, sitemaps: sitemap.files.slice(0, 20) },
  };
}

/** Returns the parts of a page that the site audit reads. */
export function forSite({ document, ...page }: SeoPage): SeoPage {
  if (document === null) return { ...page, document, served: null };
  const links = document.links.map((link) => ({ ...link, href: null, rel: "", role: "" }));
  return { ...page, served: null, document: { ...document, links, headings: [], images: [], jsonLd: [] } };
}
