import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { canonicalsOf } from "../indexing.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const canonicalMultiple: SeoCheck<SeoPage> = {
  rule: "canonical-multiple",
  severity: "moderate",
  weight: 5,
  title: "The page has one canonical URL.",
  fault: "Page has several canonical links",
  help: "Keep one canonical link; search engines ignore all of them when they disagree.",
  run: onDocument((_document, page) => {
    const all = canonicalsOf(page);
    const named = all.map(({ url, href }) => url ?? href);
    if (named.length === 0) return inapplicable("The page has no canonical URL.");
    if (named.length === 1) return passed("The page has one canonical URL.");
    const distinct = [...new Set(named)];
    const evidence = { addresses: distinct.slice(0, 5).map((one) => short(one, 200)) };
    // A link and a header with the same URL are not a conflict.
    if (
      distinct.length === 1 &&
      all.every(({ source }, index) => all.findIndex((one) => one.source === source) === index)
    )
      return passed("The page has one canonical URL, in a link and in a header.");
    return distinct.length > 1
      ? failed(`The page has ${distinct.length} different canonical URLs, so none of them counts.`, "", {
          evidence,
        })
      : warning(`The page has the same canonical URL ${named.length} times.`, "", { evidence });
  }),
};
