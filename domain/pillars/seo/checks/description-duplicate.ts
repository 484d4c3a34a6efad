import { duplicates } from "../duplicates.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const descriptionDuplicate: SeoCheck<SeoSite> = {
  rule: "description-duplicate",
  severity: "moderate",
  weight: 3,
  title: "No two pages have the same description.",
  fault: "Several pages share one meta description",
  help: "Give each page its own description, or make one of the pages the canonical URL of the others.",
  run: (site) => duplicates(site, "description"),
};
