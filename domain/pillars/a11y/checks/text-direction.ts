import { type Check, warning } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const TAGS = ["wcag2a", "wcag132"];
const RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const OTHER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]/gu;
const MIN_LETTERS = 10;

/** With the wrong direction, punctuation and words in another script appear in the wrong place. WCAG 1.3.2. */
export const textDirection: Check<A11yData> = {
  rule: "text-direction",
  severity: "moderate",
  title: "Right-to-left text has the matching direction.",
  fault: "Text direction does not match its script",
  help: 'Set dir="rtl" on Arabic, Hebrew, Persian or Urdu text, and dir="ltr" on the parts that are not.',
  run: onContent(({ direction, page, parts }) => {
    const whole = page.map(({ text }) => text).join(" ");
    const results = [{ target: "html", html: "<html>", text: whole, direction }, ...parts].flatMap((part) => {
      const written = directionOf(part.text);
      if (written === null || written === part.direction) return [];
      const is =
        written === "rtl"
          ? "from right to left, and is laid out from left to right"
          : "from left to right, and is laid out from right to left";
      return [
        warning(`The text ${quoted(part.text)} is written ${is}.`, ...about(TAGS, part, { direction: part.direction })),
      ];
    });
    return listed(results, 1, "direction of text");
  }),
};

/** Returns null if the text is too short or mixed. */
function directionOf(text: string): "ltr" | "rtl" | null {
  const right = text.match(RIGHT)?.length ?? 0;
  const other = text.match(OTHER)?.length ?? 0;
  if (right + other < MIN_LETTERS) return null;
  if (right >= 0.8 * (right + other)) return "rtl";
  return other >= 0.95 * (right + other) ? "ltr" : null;
}
