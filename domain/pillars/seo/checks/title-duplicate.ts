import { duplicates } from "../duplicates.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const titleDuplicate: SeoCheck<SeoSite> = {
  rule: "title-duplicate",
  severity: "moderate",
  weight: 5,
  title: "No two pages have the same title.",
  fault: "Several pages share one title",
  help: "Give every page a title of its own, or name one of the pages as the canonical address of the others.",
  run: (site) => duplicates(site, "title"),
};
