import { type Check, failed, review } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";
import { languageName, primaryLanguage, spokenIn } from "../spoken.ts";

const TAGS = ["wcag2aa", "wcag312"];

/** A passage without its own `lang` needs a manual check, because it may be a name or a quotation. WCAG 3.1.2. */
export const partLanguage: Check<A11yData> = {
  rule: "part-language",
  severity: "moderate",
  title: "Parts in another language declare it.",
  fault: "Language of a passage is missing or wrong",
  help: "Add a lang attribute with the language of the text, so that screen readers use the right voice.",
  run: onContent(({ page, parts, passages }) => {
    const wrong = parts.flatMap((part) => {
      const { verdict, language } = spokenIn([part]);
      if (verdict !== "wrong" && verdict !== "doubtful") return [];
      const declared = primaryLanguage(part.declared);
      const say = verdict === "wrong" ? failed : review;
      const verb = verdict === "wrong" ? "is" : "may be";
      const message = `The text ${quoted(part.text)} is marked as ${languageName(declared)} (lang="${declared}"), but it ${verb} in ${languageName(language)}.`;
      return [say(message, ...about(TAGS, part, { declared, detected: language }))];
    });
    // If the page's declared language is wrong, every passage would be reported.
    const own = spokenIn(page).verdict;
    const unmarked = (own === "right" ? passages : []).flatMap((passage) => {
      const { verdict, language } = spokenIn([passage]);
      if (verdict !== "wrong") return [];
      const message = `The text ${quoted(passage.text)} seems to be in ${languageName(language)}, but has no matching lang attribute.`;
      return [review(message, ...about(TAGS, passage, { detected: language }))];
    });
    return listed([...wrong, ...unmarked], parts.length, "parts with a language of their own");
  }),
};
