import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { canonicalOf, hreflangsOf } from "../indexing.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const hreflangSelf: SeoCheck<SeoPage> = {
  rule: "hreflang-self",
  severity: "minor",
  weight: 1,
  title: "The language versions include the page itself.",
  fault: "Hreflang links do not include the page itself",
  help: "List the page itself among its language versions; every version needs the same list.",
  run: onDocument((_document, page) => {
    const hreflangs = hreflangsOf(page);
    if (hreflangs.length === 0) return inapplicable("The page names no language versions.");
    const own = new Set([page.finalUrl, canonicalOf(page)]);
    return hreflangs.some(({ url }) => own.has(url))
      ? passed("The language versions include the page itself.")
      : warning(`None of the ${hreflangs.length} language versions is the page itself.`);
  }),
};
