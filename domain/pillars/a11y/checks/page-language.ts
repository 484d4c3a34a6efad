import { type Check, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import { onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";
import { languageName, primaryLanguage, spokenIn } from "../spoken.ts";

const TAGS = ["wcag2a", "wcag311"];

/** axe's rules check that a language is declared and valid; this one checks that it matches the text. WCAG 3.1.1. */
export const pageLanguage: Check<A11yData> = {
  rule: "page-language",
  severity: "serious",
  title: "The declared page language matches the text.",
  fault: "Declared page language does not match the text",
  help: "Set lang on the html element to the language of most of the text, and lang on the parts that are in another.",
  run: onContent(({ page }) => {
    const declared = primaryLanguage(page[0]?.declared ?? "");
    if (declared === "") return inapplicable("The page names no language.");
    const { verdict, language, words } = spokenIn(page);
    if (verdict === "unknown") return inapplicable("The page has too little text to detect its language.");
    if (verdict === "right") return passed(`The page is in ${languageName(declared)}, as declared.`);
    const evidence = { tags: TAGS, declared, detected: language, words, text: quoted(page[0]?.text ?? "", 200) };
    const names = `The page declares ${languageName(declared)} (lang="${declared}")`;
    return verdict === "wrong"
      ? failed(`${names}, but its text is in ${languageName(language)}.`, "html", { evidence })
      : review(`${names}, but its text may be in ${languageName(language)}.`, "html", { evidence });
  }),
};
