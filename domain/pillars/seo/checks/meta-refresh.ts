import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const metaRefresh: SeoCheck<SeoPage> = {
  rule: "meta-refresh",
  severity: "minor",
  weight: 1,
  title: "The page does not redirect visitors with meta refresh.",
  fault: "Page redirects with a meta refresh",
  help: "Redirect on the server (301 or 308) instead of with a meta refresh.",
  run: onDocument(({ refresh }) => {
    if (refresh === "") return inapplicable("The page has no meta refresh.");
    return /url\s?=/i.test(refresh)
      ? warning(`The page redirects visitors with a meta refresh ("${short(refresh, 60)}").`, "", {
          evidence: { refresh: short(refresh, 200) },
        })
      : passed("The meta refresh only loads the page again.");
  }),
};
