import type { Check } from "../../../audit/finding.ts";
import { duplicates } from "../duplicates.ts";
import type { SeoSite } from "../site.ts";

export const titleDuplicate: Check<SeoSite> = {
  rule: "title-duplicate",
  severity: "moderate",
  title: "No two pages have the same title.",
  help: "Give every page a title of its own, or name one of the pages as the canonical address of the others.",
  run: (site) => duplicates(site, "title"),
};
