import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

/** Texts that say nothing about where the link leads. */
const EMPTY_WORDS = new Set(
  [
    "click here",
    "click this",
    "here",
    "this",
    "link",
    "more",
    "read more",
    "learn more",
    "go",
    "start",
    "right here",
    "more info",
    "more information",
  ].concat([
    "hier",
    "hier klicken",
    "mehr",
    "weiterlesen",
    "mehr erfahren",
    "ici",
    "cliquez ici",
    "en savoir plus",
    "lire la suite",
    "aquí",
    "haz clic aquí",
    "leer más",
    "clicca qui",
    "qui",
    "klik hier",
  ]),
);

export const linkText: SeoCheck<SeoPage> = {
  rule: "link-text",
  severity: "moderate",
  weight: 3,
  title: "Links say where they lead.",
  help: "Write the subject of the target into the link, or give an icon link an aria-label.",
  run: onDocument(({ links }, { finalUrl }) => {
    const judged = links.filter(({ url, rendered }) => url !== null && rendered);
    if (judged.length === 0) return inapplicable("The page has no links.");
    const seen = new Set<string>();
    const results = judged.flatMap(({ url, name }) => {
      const target = targetOf(url ?? "", finalUrl);
      if (seen.has(`${target} ${name}`)) return [];
      seen.add(`${target} ${name}`);
      if (name === "") return [failed(`The link to ${short(target)} has no text.`, target)];
      return EMPTY_WORDS.has(
        name
          .toLowerCase()
          .replace(/[.…>»›→:!\s]+$/, "")
          .trim(),
      )
        ? [
            warning(`The link to ${short(target)} says only "${short(name, 40)}".`, target, {
              evidence: { text: short(name, 40) },
            }),
          ]
        : [];
    });
    return capped(results, passed("All links say where they lead."));
  }),
};
