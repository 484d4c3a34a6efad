import { type Check, failed, passed } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { onDocument } from "../judge.ts";

export const descriptionMissing: Check<SeoPage> = {
  rule: "description-missing",
  severity: "moderate",
  title: "The page has a description.",
  help: "Add a description meta element: one or two sentences that make people want to read the page.",
  run: onDocument((document) => {
    const description = metaOf(document, "description");
    if (description === null) return failed("The page has no description.");
    return description === "" ? failed("The description of the page is empty.") : passed("The page has a description.");
  }),
};
