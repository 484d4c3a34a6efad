import { failed, passed } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const descriptionMissing: SeoCheck<SeoPage> = {
  rule: "description-missing",
  severity: "moderate",
  weight: 5,
  title: "The page has a description.",
  fault: "Page has no meta description",
  help: "Add a description meta element: one or two sentences that make people want to read the page.",
  run: onDocument((document) => {
    const description = metaOf(document, "description");
    if (description === null) return failed("The page has no description.");
    return description === "" ? failed("The description of the page is empty.") : passed("The page has a description.");
  }),
};
