import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const canonicalMultiple: SeoCheck<SeoPage> = {
  rule: "canonical-multiple",
  severity: "moderate",
  weight: 5,
  title: "The page names one canonical address.",
  help: "Keep one canonical link; search engines ignore all of them when they disagree.",
  run: onDocument(({ canonicals }, { headerCanonicals }) => {
    const named = [...canonicals.map(({ url, href }) => url ?? href), ...headerCanonicals];
    if (named.length === 0) return inapplicable("The page names no canonical address.");
    if (named.length === 1) return passed("The page names one canonical address.");
    const distinct = [...new Set(named)];
    const evidence = { addresses: distinct.slice(0, 5).map((one) => short(one, 200)) };
    return distinct.length > 1
      ? failed(`The page names ${distinct.length} different canonical addresses, so none of them counts.`, "", {
          evidence,
        })
      : warning(`The page names the same canonical address ${named.length} times.`, "", { evidence });
  }),
};
