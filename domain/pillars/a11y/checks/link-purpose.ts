import { type Check, failed, review, warning } from "../../../audit/finding.ts";
import { isGenericLinkText } from "../../../text/genericLinkTexts.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const TAGS = ["wcag2a", "wcag244"];
/** Words for the user's action, as in "Click here". */
const DEED =
  /click|klick|klik|cliqu|\bcli[ck]a?\b|clicca|pulsa|kliknij|\btap here|press here|tıkla|нажмите|кликните|クリック|点击|點擊|클릭/iu;
const WORDLESS = /^[.,;:|·•_'"()\s-]+$/;

/** Whether a link name alone does not describe a target. `language`: the `lang` that applies to the link; empty if there is none. */
export const saysNothing = (name: string, language: string): boolean =>
  WORDLESS.test(name) || isGenericLinkText(name, language);

/** The sentence, list item, table row or description around a link may describe its target. WCAG 2.4.4. */
export const linkPurpose: Check<A11yData> = {
  rule: "link-purpose",
  severity: "moderate",
  title: "Links describe their destination.",
  fault: "Link text does not describe its destination",
  help: 'Describe the destination in the link text ("Read more about oak stools"), or for screen readers with aria-label or aria-describedby.',
  run: onContent(({ counts, links }) => {
    const results = links.flatMap((link) => {
      const text = quoted(link.name);
      const place = about(TAGS, link, { text: link.name, context: link.context });
      if (WORDLESS.test(link.name))
        return [failed(`The link ${text} has no text, so screen reader users do not learn its target.`, ...place)];
      if (link.context === "none")
        return [
          review(`The link ${text} does not describe its target, and neither does the text around it.`, ...place),
        ];
      if (link.context === "heading")
        return [
          warning(
            `The link ${text} describes its target only together with nearby text outside its sentence, list item or table row.`,
            ...place,
          ),
        ];
      return DEED.test(link.name)
        ? [
            warning(
              `The link ${text} names the action instead of its target; in a list of links it means nothing.`,
              ...place,
            ),
          ]
        : [];
    });
    return listed(results, counts.links, "links");
  }),
};
