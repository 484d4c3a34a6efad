// The security pillar: how pages and their host are gathered, and which rules judge them.
import type { SecurityPage, SecuritySite } from "../../../domain/pillars/security/gathered.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gather } from "./gather.ts";
import { gatherSite } from "./gatherSite.ts";
import { judge } from "./judge.ts";

export const createAudit = (): PillarAudit<SecurityPage, SecuritySite> => ({
  ...judge,
  gather,
  gatherSite,
  siteWithoutPages: true,
});
