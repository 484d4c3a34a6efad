import { failed, passed } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const titleMissing: SeoCheck<SeoPage> = {
  rule: "title-missing",
  severity: "serious",
  weight: 8,
  title: "The page has a title.",
  fault: "Page has no title",
  help: "Give the page a title element that describes it in a few words.",
  run: onDocument(({ titles }) => {
    if (titles.length === 0) return failed("The page has no title.");
    return titles.some((title) => title.trim() !== "")
      ? passed("The page has a title.")
      : failed("The title of the page is empty.");
  }),
};
