import { failed, passed } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { isSuccess } from "../indexing.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const status: SeoCheck<SeoPage> = {
  rule: "status",
  severity: "critical",
  weight: 10,
  title: "The page returns a success status.",
  fault: "Page returns an error status",
  help: "Make the URL return 200, or redirect it to its replacement and fix the links to it.",
  run: (page) =>
    isSuccess(page.status)
      ? passed(`The page answers ${page.status}.`)
      : failed(`The page answers ${page.status}, so search engines drop it and its score is 0.`, "", {
          evidence: { status: page.status },
        }),
};
