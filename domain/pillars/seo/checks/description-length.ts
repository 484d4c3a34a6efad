import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { count, lengthOf, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

const SHORTEST = 50;
const LONGEST = 160;

export const descriptionLength: SeoCheck<SeoPage> = {
  rule: "description-length",
  severity: "minor",
  weight: 1,
  title: "The description fits into a search result.",
  fault: "Meta description is too short or too long",
  help: `Write ${SHORTEST} to ${LONGEST} characters.`,
  run: onDocument((document) => {
    const description = metaOf(document, "description")?.replace(/\s+/g, " ");
    if (!description) return inapplicable("The page has no description.");
    const length = lengthOf(description);
    const evidence = { length, description: short(description, 200) };
    if (length > LONGEST)
      return warning(`The description has ${count(length)} characters; results show about ${LONGEST}.`, "", {
        evidence,
      });
    if (length < SHORTEST)
      return warning(`The description has only ${length} characters; there is room for about ${LONGEST}.`, "", {
        evidence,
      });
    return passed(`The description has ${length} characters.`);
  }),
};
