import { type Check, type CheckResult, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import type { A11yData, Reflow } from "../gathered.ts";
import { cutResult } from "./text-zoom.ts";

const TAGS = ["wcag21aa", "wcag1410"];

/** 320 px corresponds to 400 % zoom of 1280 px. Tables, images and similar content may need two dimensions. WCAG 1.4.10. */
export const reflow: Check<A11yData> = {
  rule: "reflow",
  severity: "serious",
  title: "At a width of 320 px, the page can be read without scrolling sideways.",
  fault: "Content does not reflow at 320 px",
  help: "Let columns wrap and use relative widths with max-width: 100 %; put a table or image that must be wide into its own scrolling box.",
  run({ reflow: seen, zoom }) {
    if (seen.state !== "measured") return inapplicable("The page could not be checked at 320 px.");
    const told = new Set(zoom.state === "measured" ? zoom.cut.map(({ target }) => target) : []);
    const results: CheckResult[] = [
      ...ofThePage(seen),
      ...seen.scrollers.map((target) =>
        failed(
          `In ${seen.viewWidth} px a box of its own must be scrolled sideways to read every line of its text.`,
          target,
          {
            evidence: { tags: TAGS, viewWidth: seen.viewWidth },
          },
        ),
      ),
      ...seen.cut
        .filter(({ target }) => !told.has(target))
        // Narrow views may show only the beginning of a text on purpose.
        .map((cut) => cutResult(`In ${seen.viewWidth} px`, cut, TAGS, cut.side === "below" ? review : failed)),
    ];
    return results.length > 0 ? results : passed(`In ${seen.viewWidth} px the page does not scroll sideways.`);
  },
};

function ofThePage({ viewWidth, contentWidth, scrolls, invisible, wide }: Reflow): CheckResult[] {
  if (!scrolls) return [];
  const evidence = { tags: TAGS, viewWidth, contentWidth, wide };
  const figures = `In ${viewWidth} px the page is ${contentWidth} px wide`;
  if (invisible)
    return [
      review(`${figures}, but nothing visible is beyond the edge. Check why it scrolls sideways.`, "", {
        evidence,
      }),
    ];
  return wide.length > 0 && wide.every(({ exempt }) => exempt)
    ? [
        review(`${figures} because of a table, image or other wide part. Check whether it needs the width.`, "", {
          evidence,
        }),
      ]
    : [failed(`${figures}, so every line must be scrolled sideways.`, "", { evidence })];
}
