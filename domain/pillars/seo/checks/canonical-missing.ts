import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { canonicalsOf, noindexOf } from "../indexing.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const canonicalMissing: SeoCheck<SeoPage> = {
  rule: "canonical-missing",
  severity: "minor",
  weight: 2,
  title: "The page has a canonical URL.",
  fault: "Page has no canonical URL",
  help: "Add a canonical link to the head, so that copies of the page at other URLs count toward it.",
  run: onDocument(({ canonicals, metas }, page) => {
    if (canonicalsOf(page).length > 0) return passed("The page has a canonical URL.");
    if (canonicals.some(({ inHead }) => !inHead))
      return inapplicable("The only canonical link is outside the head, which is a separate finding.");
    return noindexOf(metas, page.robotsHeaders, page.at)
      ? inapplicable("The page is excluded from the index, so it needs no canonical URL.")
      : warning("The page has no canonical URL.");
  }),
};
