import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const titleMultiple: SeoCheck<SeoPage> = {
  rule: "title-multiple",
  severity: "minor",
  weight: 1,
  title: "The page has one title.",
  fault: "Page has several title elements",
  help: "Keep one title element in the head.",
  run: onDocument(({ titles }) => {
    if (titles.length === 0) return inapplicable("The page has no title.");
    if (titles.length === 1) return passed("The page has one title.");
    return warning(`The page has ${titles.length} title elements; only the first counts.`, "", {
      evidence: { titles: titles.slice(0, 5).map((title) => short(title)) },
    });
  }),
};
