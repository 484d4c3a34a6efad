import { type Check, type CheckResult, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import type { A11yData, CutText } from "../gathered.ts";
import { scrubbed } from "../scrub.ts";

/** The page at 200 % zoom of 1280 × 1024 px. WCAG 1.4.4. */
export const textZoom: Check<A11yData> = {
  rule: "text-zoom",
  severity: "serious",
  title: "At 200 % zoom, no text is cut off.",
  fault: "Text is cut off at 200 % zoom",
  help: "Let boxes grow with their text: use min-height instead of height and no overflow: hidden around text, and let lines wrap.",
  run({ zoom }) {
    if (zoom.state !== "measured") return inapplicable("The page could not be checked at 640 px.");
    if (zoom.cut.length === 0) return passed("At 200 % zoom, no text is cut off.");
    return zoom.cut.map((cut) => cutResult("Enlarged to 200 %", cut, ["wcag2aa", "wcag144"], failed));
  },
};

/** Text that is also cut off on a wide screen may be intended, so it needs a manual check. */
export function cutResult(when: string, cut: CutText, tags: string[], say: typeof failed): CheckResult {
  const where = { right: "at the right", left: "at the left", below: "below" }[cut.side];
  const { side, px } = cut;
  const message = `${when}, the text “${scrubbed(cut.text)}” is cut off ${where} by ${px} px and cannot be scrolled to`;
  return cut.always
    ? review(`${message}, as on a wide screen. Check whether this is intended.`, cut.target, {
        evidence: { tags, side, px },
      })
    : say(`${message}.`, cut.target, { evidence: { tags, side, px } });
}
