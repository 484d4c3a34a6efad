import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const pageRedirects: SeoCheck<SeoPage> = {
  rule: "page-redirects",
  severity: "minor",
  weight: 2,
  title: "The page is reached with at most one redirect.",
  fault: "Page is behind a redirect chain",
  help: "Redirect the first URL directly to the last one.",
  run({ redirects, finalUrl }) {
    if (redirects.length === 0) return inapplicable("The page answers without a redirect.");
    if (redirects.length === 1) return passed("The page is reached with one redirect.");
    return warning(`The page is reached after ${redirects.length} redirects in a row.`, "", {
      evidence: { redirects: redirects.slice(0, 10), finalUrl },
    });
  },
};
