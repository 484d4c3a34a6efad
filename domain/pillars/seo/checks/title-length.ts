import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { oneLine } from "../../../text.ts";
import type { SeoPage } from "../gathered.ts";
import { count, lengthOf, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

/** Search results truncate titles at about 600 px, which is some 60 characters of Latin text. */
const MIN_LENGTH = 10;
const MAX_LENGTH = 60;

export const titleLength: SeoCheck<SeoPage> = {
  rule: "title-length",
  severity: "minor",
  weight: 2,
  title: "The title fits into a search result.",
  fault: "Title is too short or too long",
  help: `Describe the page in ${MIN_LENGTH} to ${MAX_LENGTH} characters, with the most important words first.`,
  run: onDocument(({ titles }) => {
    const given = titles.find((one) => one.trim() !== "");
    if (given === undefined) return inapplicable("The page has no title.");
    const title = oneLine(given);
    const length = lengthOf(title);
    const evidence = { length, title: short(title, 120) };
    if (length > MAX_LENGTH)
      return warning(`The title has ${count(length)} characters; results show about ${MAX_LENGTH}.`, "", { evidence });
    if (length < MIN_LENGTH)
      return warning(`The title has only ${length} characters, too few to describe the page.`, "", {
        evidence,
      });
    return passed(`The title has ${length} characters.`);
  }),
};
