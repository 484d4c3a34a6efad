import { type Check, failed, review } from "../../../audit/finding.ts";
import type { SelfPlaying } from "../content.ts";
import { about, listed, onContent } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const MAX_S = 3;

/** Replaces axe's no-autoplay-audio, which does not detect buttons next to a player. WCAG 1.4.2. */
export const audioControl: Check<A11yData> = {
  rule: "audio-control",
  severity: "serious",
  title: "Autoplaying audio ends within three seconds or can be stopped.",
  fault: "Audio plays automatically without a stop control",
  help: "Play audio only on request; otherwise add controls, or a button near the top of the page that stops it.",
  run: onContent(({ counts, media }) => {
    const results = media.flatMap((one) => {
      const problem = problemOf(one);
      if (problem === null) return [];
      const what = { audio: "The sound", video: "The film", frame: "The player in the frame" }[one.kind];
      const place = about(["wcag2a", "wcag142"], one, { seconds: one.seconds, audible: one.audible });
      return problem === "sure"
        ? [failed(`${what} plays automatically, and nothing on the page stops or mutes it.`, ...place)]
        : [
            review(
              `A person must check this: ${what.toLowerCase()} plays automatically. Check whether it plays for more than three seconds and can be stopped.`,
              ...place,
            ),
          ];
    });
    return listed(results, counts.media, "sounds and films");
  }),
};

function problemOf({ seconds, audible, control }: SelfPlaying): "sure" | "doubtful" | null {
  if (control === "own" || audible === false || (seconds !== null && seconds >= 0 && seconds <= MAX_S)) return null;
  if (control === "page") return null;
  return seconds !== null && audible === true ? "sure" : "doubtful";
}
