import { type Check, failed, inapplicable } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const TAGS = ["wcag2aaa", "wcag249"];

/** Level AAA: the link text alone, without the sentence around it, must describe the target. WCAG 2.4.9. */
export const linkPurposeAlone: Check<A11yData> = {
  rule: "link-purpose-alone",
  severity: "minor",
  title: "Link text alone describes the destination.",
  fault: "Link text alone does not describe its destination",
  help: 'Describe the destination in the link text: "Read more about oak stools".',
  run(data) {
    if (data.level !== "AAA") return inapplicable("The project does not ask for level AAA.");
    return onContent(({ counts, links }) => {
      // A link whose context does not describe its target either is already a finding of link-purpose.
      const results = links
        .filter(({ context }) => context !== "none")
        .map((link) =>
          failed(
            `The link ${quoted(link.name)} does not describe its target without the text around it, as level AAA asks.`,
            ...about(TAGS, link, { text: link.name }),
          ),
        );
      return listed(results, counts.links, "links");
    })(data);
  },
};
