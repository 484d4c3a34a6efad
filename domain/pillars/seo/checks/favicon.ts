import { passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const favicon: SeoCheck<SeoPage> = {
  rule: "favicon",
  severity: "info",
  weight: 1,
  title: "The page has an icon.",
  fault: "Page has no favicon",
  help: 'Add <link rel="icon" href="…">; results show the icon next to the title.',
  run: onDocument(({ hasIcon }) => (hasIcon ? passed("The page names an icon.") : warning("The page names no icon."))),
};
