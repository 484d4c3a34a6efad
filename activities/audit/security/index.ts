// The security pillar: how pages and their host are gathered, and which rules judge them.
import type { SecurityPage, SecuritySite } from "../../../domain/audit/security/gathered.ts";
import { rollUp } from "../../../domain/audit/security/rollUp.ts";
import type { PillarAudit } from "../pillar.ts";
import { gatherPage } from "./gatherPage.ts";
import { gatherSite } from "./gatherSite.ts";
import { securityJudge } from "./judge.ts";

export const securityAudit: PillarAudit<SecurityPage, SecuritySite> = {
  pillar: "security",
  siteWithoutPages: true,
  queue: "browser",
  gather: gatherPage,
  ...securityJudge,
  gatherSite,
  rollUp: (pages, site) => rollUp(pages, site),
};
