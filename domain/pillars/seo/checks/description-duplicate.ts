import type { Check } from "../../../audit/finding.ts";
import { duplicates } from "../duplicates.ts";
import type { SeoSite } from "../site.ts";

export const descriptionDuplicate: Check<SeoSite> = {
  rule: "description-duplicate",
  severity: "moderate",
  title: "No two pages have the same description.",
  help: "Give every page a description of its own, or name one of the pages as the canonical address of the others.",
  run: (site) => duplicates(site, "description"),
};
