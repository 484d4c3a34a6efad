import { type Check, failed, review, warning } from "../../../audit/finding.ts";
import { normalLinkText, POINTING_LINK_TEXTS } from "../../../linkTexts.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const TAGS = ["wcag2a", "wcag244"];

/** The sentence, list item, table row or description around a link may name its target. WCAG 2.4.4. */
export const linkPurpose: Check<A11yData> = {
  rule: "link-purpose",
  severity: "moderate",
  title: "Links say where they lead.",
  help: 'Write the subject into the link ("Read more about oak stools"), or name it for screen readers with aria-label or aria-describedby.',
  run: onContent(({ counts, links }) => {
    const results = links.flatMap((link) => {
      const text = quoted(link.name);
      const place = about(TAGS, link, { text: link.name, context: link.context });
      if (!/[\p{L}\p{N}]/u.test(link.name))
        return [failed(`The link ${text} has no word in it, so nobody who hears it learns where it leads.`, ...place)];
      if (link.context === "none")
        return [review(`The link ${text} does not say where it leads, and nothing around it does.`, ...place)];
      if (link.context === "heading")
        return [
          warning(
            `The link ${text} says where it leads only together with the text near it, which is not part of its sentence, list item or table row.`,
            ...place,
          ),
        ];
      return POINTING_LINK_TEXTS.has(normalLinkText(link.name)) && /\s|ici|クリック|点/.test(link.name.trim())
        ? [
            warning(
              `The link ${text} names the deed instead of its target; in a list of links it means nothing.`,
              ...place,
            ),
          ]
        : [];
    });
    return listed(results, counts.links, "links");
  }),
};
