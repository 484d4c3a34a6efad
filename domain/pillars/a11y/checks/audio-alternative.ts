import { type Check, type CheckResult, failed, inapplicable, review } from "../../../audit/finding.ts";
import { about, listed, onContent } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const TAGS = ["wcag2a", "wcag121"];
/** Minimum number of letters of a transcript. A shorter text is a title. */
const MIN_LETTERS = 60;

/** Recorded sound needs a text alternative. Live sound is exempt. WCAG 1.2.1. */
export const audioAlternative: Check<A11yData> = {
  rule: "audio-alternative",
  severity: "serious",
  title: "Audio has a transcript.",
  fault: "Audio has no transcript",
  help: "Put a transcript next to the recording, or link to one.",
  run: onContent(({ recordings = [] }) => {
    const recorded = recordings.filter(({ live }) => !live);
    if (recorded.length === 0) return inapplicable("The page has no recorded sound.");
    const results = recorded.flatMap((one): CheckResult[] => {
      if (one.transcript || one.captions) return [];
      const place = about(TAGS, one, { letters: one.letters });
      return one.letters < MIN_LETTERS && one.live === false
        ? [failed("The recording has no transcript, and the page has no text that could be one.", ...place)]
        : [
            review(
              "A person must check this: the page names no transcript. Check whether its text says what is heard.",
              ...place,
            ),
          ];
    });
    return listed(results, recorded.length, "recordings");
  }),
};
