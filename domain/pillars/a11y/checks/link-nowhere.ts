import { type Check, warning } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** Link texts for which `#` is correct, because they lead to the top of the page. */
const TO_TOP =
  /\btop\b|back|^up$|↑|⬆|oben|anfang|haut|arriba|inicio|inizio|\bsu\b|boven|topo|início|gór[aęy]|upp|toppen|トップ|先頭|顶部|顶端|наверх|вверх/iu;

/** Links that run a script should be buttons: as links, they do not react to the space bar. WCAG 4.1.2 requires the correct role. */
export const linkNowhere: Check<A11yData> = {
  rule: "link-nowhere",
  severity: "minor",
  title: "Links lead somewhere.",
  fault: "Link has no destination",
  help: 'Use a button element to run a script, or set the href of the link to its target instead of "#".',
  run: onContent(({ counts, emptyLinks }) => {
    const results = emptyLinks.flatMap((link) =>
      link.href === "#" && TO_TOP.test(link.name)
        ? []
        : [
            warning(
              `The link ${quoted(link.name)} has the address ${quoted(link.href, 30)}, which leads nowhere. Use a button to run a script.`,
              ...about(["wcag2a", "wcag412"], link, { text: link.name, href: link.href }),
            ),
          ],
    );
    return listed(results, counts.links, "links");
  }),
};
