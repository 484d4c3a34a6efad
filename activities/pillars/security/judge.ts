import { auditPage, auditSite } from "../../../domain/pillars/security/audit.ts";
import type { SecurityPage, SecuritySite } from "../../../domain/pillars/security/gathered.ts";
import type { Judge } from "../../audit/pillar.ts";

export const securityJudge: Judge<SecurityPage, SecuritySite> = {
  audit: (data, _page, _run, place) => auditPage(data, place),
  auditSite: (data, _run, place) => auditSite(data, place),
};
