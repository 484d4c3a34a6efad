import { type Check, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import type { A11yData } from "../gathered.ts";

/** A page at 400 % zoom of 1280 px. WCAG 1.4.10; tables, pictures and the like may need two dimensions. */
export const reflow: Check<A11yData> = {
  rule: "reflow",
  severity: "serious",
  title: "At a width of 320 px the page is read without scrolling sideways.",
  help: "Let columns wrap and use relative widths with max-width: 100 %; give what must be wide a scrolling box of its own.",
  run({ reflow: seen }) {
    if (seen.state !== "measured") return inapplicable("The page could not be looked at in 320 px.");
    const { viewWidth, contentWidth, scrolls, wide } = seen;
    if (!scrolls) return passed(`In ${viewWidth} px the page does not scroll sideways.`);
    const evidence = { tags: ["wcag21aa", "wcag1410"], viewWidth, contentWidth, wide };
    const figures = `In ${viewWidth} px the page is ${contentWidth} px wide`;
    return wide.length > 0 && wide.every(({ exempt }) => exempt)
      ? review(`${figures} because of a table, picture or other wide part; see whether it needs the room.`, "", {
          evidence,
        })
      : failed(`${figures}, so every line must be scrolled sideways.`, "", { evidence });
  },
};
