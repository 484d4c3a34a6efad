// The security pillar: how pages and their host are gathered, and which rules judge them.
import { auditPage, auditSite } from "../../../domain/audit/security/audit.ts";
import type { SecurityPage, SecuritySite } from "../../../domain/audit/security/gathered.ts";
import { rollUp } from "../../../domain/audit/security/rollUp.ts";
import type { PillarAudit } from "../pillar.ts";
import { gatherPage } from "./gatherPage.ts";
import { gatherSite } from "./gatherSite.ts";

export const securityAudit: PillarAudit<SecurityPage, SecuritySite> = {
  pillar: "security",
  siteWithoutPages: true,
  queue: "browser",
  gather: gatherPage,
  audit: (data, _page, _run, place) => auditPage(data, place),
  gatherSite,
  auditSite: (data, _run, place) => auditSite(data, place),
  rollUp: (pages, site) => rollUp(pages, site),
};
