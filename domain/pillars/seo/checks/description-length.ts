import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { count, lengthOf, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

const MIN_LENGTH = 50;
const MAX_LENGTH = 160;

export const descriptionLength: SeoCheck<SeoPage> = {
  rule: "description-length",
  severity: "minor",
  weight: 1,
  title: "The description fits into a search result.",
  fault: "Meta description is too short or too long",
  help: `Write ${MIN_LENGTH} to ${MAX_LENGTH} characters.`,
  run: onDocument((document) => {
    const description = metaOf(document, "description")?.replace(/\s+/g, " ");
    if (!description) return inapplicable("The page has no description.");
    const length = lengthOf(description);
    const evidence = { length, description: short(description, 200) };
    if (length > MAX_LENGTH)
      return warning(`The description has ${count(length)} characters; results show about ${MAX_LENGTH}.`, "", {
        evidence,
      });
    if (length < MIN_LENGTH)
      return warning(`The description has only ${length} characters; there is room for about ${MAX_LENGTH}.`, "", {
        evidence,
      });
    return passed(`The description has ${length} characters.`);
  }),
};
