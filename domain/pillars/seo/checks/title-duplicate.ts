import { duplicates } from "../duplicates.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const titleDuplicate: SeoCheck<SeoSite> = {
  rule: "title-duplicate",
  severity: "moderate",
  weight: 5,
  title: "No two pages have the same title.",
  fault: "Several pages share one title",
  help: "Give each page its own title, or make one of the pages the canonical URL of the others.",
  run: (site) => duplicates(site, "title"),
};
