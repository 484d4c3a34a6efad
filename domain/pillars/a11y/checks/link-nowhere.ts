import { type Check, warning } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** The place that `#` means is the top of the page. */
const TO_TOP =
  /\btop\b|back|^up$|↑|⬆|oben|anfang|haut|arriba|inicio|inizio|\bsu\b|boven|topo|início|gór[aęy]|upp|toppen|トップ|先頭|顶部|顶端|наверх|вверх/iu;

/** Links that run a script in place of a button: said to be links, they do not answer to the space bar. WCAG 4.1.2 asks for the right role. */
export const linkNowhere: Check<A11yData> = {
  rule: "link-nowhere",
  severity: "minor",
  title: "Links lead somewhere.",
  fault: "Link has no destination",
  help: 'Use a button element for what runs a script, or give the link the address that it leads to instead of "#".',
  run: onContent(({ counts, emptyLinks }) => {
    const results = emptyLinks.flatMap((link) =>
      link.href === "#" && TO_TOP.test(link.name)
        ? []
        : [
            warning(
              `The link ${quoted(link.name)} has the address ${quoted(link.href, 30)}, which leads nowhere. What runs a script is a button.`,
              ...about(["wcag2a", "wcag412"], link, { text: link.name, href: link.href }),
            ),
          ],
    );
    return listed(results, counts.links, "links");
  }),
};
