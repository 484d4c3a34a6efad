import { type Check, failed } from "../../../audit/finding.ts";
import { about, listed, onContent } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** Tolerance in degrees around a quarter turn. */
const SLACK = 5;

/** Only elements that contain most of the page's text count: icons and hints may rotate. WCAG 1.3.4. */
export const orientationLock: Check<A11yData> = {
  rule: "orientation-lock",
  severity: "serious",
  title: "The page can be used in portrait and landscape.",
  fault: "Page is locked to one orientation",
  help: "Remove the rotation from the styles for one orientation, and support both.",
  run: onContent(({ turned }) => {
    const results = turned.flatMap((part) => {
      const turn = Math.abs((((part.portrait - part.landscape) % 360) + 360) % 360);
      if (Math.abs(turn - 90) > SLACK && Math.abs(turn - 270) > SLACK) return [];
      const { landscape, portrait } = part;
      return [
        failed(
          "A style for one orientation turns the page by a quarter, so people whose device is fixed in the other must turn their head.",
          ...about(["wcag21aa", "wcag134"], part, { landscape, portrait }),
        ),
      ];
    });
    return listed(results, turned.length, "parts that turn with the device");
  }),
};
