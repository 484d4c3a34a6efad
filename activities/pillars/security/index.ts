// The security pillar: how pages and their host are gathered, and which rules judge them.
import type { SecurityPage, SecuritySite } from "../../../domain/pillars/security/gathered.ts";
import { rollUp } from "../../../domain/pillars/security/rollUp.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gatherPage } from "./gatherPage.ts";
import { gatherSite } from "./gatherSite.ts";
import { securityJudge } from "./judge.ts";

export const securityAudit: PillarAudit<SecurityPage, SecuritySite> = {
  pillar: "security",
  siteWithoutPages: true,
  gather: gatherPage,
  ...securityJudge,
  gatherSite,
  rollUp: (pages, site) => rollUp(pages, site),
};
