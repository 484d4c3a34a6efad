import { auditPage, auditSite } from "../../../domain/audit/security/audit.ts";
import type { SecurityPage, SecuritySite } from "../../../domain/audit/security/gathered.ts";
import type { Judge } from "../pillar.ts";

export const securityJudge: Judge<SecurityPage, SecuritySite> = {
  audit: (data, _page, _run, place) => auditPage(data, place),
  auditSite: (data, _run, place) => auditSite(data, place),
};
