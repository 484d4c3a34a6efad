import { type Check, warning } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const TAGS = ["wcag2a", "wcag132"];
const RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const OTHER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]/gu;
const FEWEST = 10;

/** Marks of punctuation and words of another script end up in the wrong place. WCAG 1.3.2. */
export const textDirection: Check<A11yData> = {
  rule: "text-direction",
  severity: "moderate",
  title: "Text that is written from right to left is laid out so.",
  fault: "Text direction does not match its script",
  help: 'Set dir="rtl" where the text is Arabic, Hebrew, Persian or Urdu, and dir="ltr" on what is not inside it.',
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

/** Null: too short, or mixed. */
function directionOf(text: string): "ltr" | "rtl" | null {
  const right = text.match(RIGHT)?.length ?? 0;
  const other = text.match(OTHER)?.length ?? 0;
  if (right + other < FEWEST) return null;
  if (right >= 0.8 * (right + other)) return "rtl";
  return other >= 0.95 * (right + other) ? "ltr" : null;
}
