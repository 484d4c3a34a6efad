import { type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { canonicalsOf } from "../indexing.ts";
import { capped, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const canonicalInvalid: SeoCheck<SeoPage> = {
  rule: "canonical-invalid",
  severity: "moderate",
  weight: 4,
  title: "The canonical URL is absolute and in the head.",
  fault: "Canonical link is invalid",
  help: "Use an absolute URL, starting with https://, in a canonical link inside the head element or in a Link header.",
  run: onDocument(({ canonicals }, page) => {
    const named = canonicalsOf(page);
    const outside = canonicals.filter(({ inHead }) => !inHead);
    if (named.length + outside.length === 0) return inapplicable("The page has no canonical URL.");
    const results = named.flatMap(({ href, url, source }): CheckResult[] => {
      const evidence = { href: short(href, 200), source };
      const where = source === "header" ? " of the Link header" : "";
      if (url === null)
        return [failed(`The canonical URL${where} "${short(href)}" cannot be visited.`, "", { evidence })];
      return /^https?:\/\//i.test(href.trim())
        ? []
        : [warning(`The canonical URL${where} "${short(href)}" is relative.`, "", { evidence })];
    });
    // A link outside the head is harmless if another canonical counts.
    if (named.length === 0)
      results.push(
        failed("The canonical link is outside the head, where search engines ignore it.", "", {
          evidence: { href: short(outside[0]?.href ?? "", 200) },
        }),
      );
    return capped(results, passed("The canonical URL is absolute and in the head."));
  }),
};
