import type { Judge } from "../../../domain/audit/judge.ts";
import { auditPage, auditSite } from "../../../domain/pillars/security/audit.ts";
import type { SecurityPage, SecuritySite } from "../../../domain/pillars/security/gathered.ts";
import { rollUp } from "../../../domain/pillars/security/rollUp.ts";

export const judge: Judge<SecurityPage, SecuritySite> = {
  audit: (data, _page, _run, place) => auditPage(data, place),
  auditSite: (data, _run, place) => auditSite(data, place),
  rollUp: (pages, site) => rollUp(pages, site),
};
