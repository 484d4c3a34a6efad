import type { Judge } from "../../../domain/audit/judge.ts";
import { auditPage, auditSite, forSite } from "../../../domain/pillars/seo/audit.ts";
import type { SeoPage } from "../../../domain/pillars/seo/gathered.ts";
import { rollUp } from "../../../domain/pillars/seo/rollUp.ts";
import type { SeoSite } from "../../../domain/pillars/seo/site.ts";

export const judge: Judge<SeoPage, SeoSite> = {
  audit: (data, _page, _run, place) => auditPage(data, place),
  auditSite: (data, _run, place) => auditSite(data, place),
  forSite,
  rollUp: (pages, site) => rollUp(pages, site),
};
