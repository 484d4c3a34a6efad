import { failed, passed } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import { isLanguageTag } from "../languages.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const lang: SeoCheck<SeoPage> = {
  rule: "lang",
  severity: "moderate",
  weight: 3,
  title: "The page declares its language.",
  fault: "Page language is missing or invalid",
  help: 'Set the language on the html element, such as lang="en" or lang="pt-BR".',
  run: onDocument(({ lang: value }) => {
    if (value === null || value.trim() === "") return failed("The html element names no language.", "html");
    return isLanguageTag(value.trim())
      ? passed(`The page declares the language ${short(value, 20)}.`)
      : failed(`"${short(value, 30)}" is not the name of a language.`, "html", {
          evidence: { lang: short(value, 30) },
        });
  }),
};
