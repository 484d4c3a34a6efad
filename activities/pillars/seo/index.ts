// The SEO pillar: how pages and their site are gathered, and which rules judge them.
import type { SeoPage } from "../../../domain/pillars/seo/gathered.ts";
import type { SeoSite } from "../../../domain/pillars/seo/site.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gather } from "./gather.ts";
import { gatherSite } from "./gatherSite.ts";
import { judge } from "./judge.ts";

export const createAudit = (): PillarAudit<SeoPage, SeoSite> => ({
  ...judge,
  gather,
  gatherSite: (tools, pages) => gatherSite(tools, pages),
});
