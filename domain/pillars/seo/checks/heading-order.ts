import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const headingOrder: SeoCheck<SeoPage> = {
  rule: "heading-order",
  severity: "moderate",
  weight: 2,
  title: "Headings go down one level at a time.",
  fault: "Heading level is skipped",
  help: "Choose the level of a heading by its place in the outline and its looks by style sheets.",
  run: onDocument(({ headings }) => {
    if (headings.length < 2) return inapplicable("The page has fewer than two headings.");
    const results = headings.flatMap(({ level, text }, index) => {
      const before = headings[index - 1];
      if (!before || level <= before.level + 1) return [];
      return [
        failed(
          `The heading "${short(text)}" is an h${level} straight after an h${before.level}.`,
          `h${level}: ${short(text)}`,
          {
            evidence: { level, text: short(text), before: { level: before.level, text: short(before.text) } },
          },
        ),
      ];
    });
    return capped(results, passed("No heading skips a level."));
  }),
};
