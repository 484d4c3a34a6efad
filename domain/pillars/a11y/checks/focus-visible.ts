import { type Check, failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { type A11yData, causeOfKind } from "../gathered.ts";
import { scrubbed } from "../scrub.ts";

/** The focus is visible if a computed style or a pixel differs between focused and unfocused. WCAG 2.4.7. */
export const focusVisible: Check<A11yData> = {
  rule: "focus-visible",
  severity: "serious",
  title: "Keyboard focus is visible on every control.",
  fault: "Keyboard focus is not visible",
  help: "Give :focus-visible an outline of at least 2 px that stands out from the background; do not set outline: none without one.",
  run({ keyboard }) {
    if (keyboard.state !== "walked" || keyboard.stops.length === 0)
      return inapplicable("The Tab key reaches nothing on this page.");
    const evidence = { tags: ["wcag2aa", "wcag247"], stops: keyboard.stops.length };
    const results = keyboard.stops.flatMap(({ target, kind, name, indicator, visible }) => {
      const what = scrubbed(name);
      const more = { evidence, ...causeOfKind(kind) };
      if (indicator === "caret")
        return warning(`Only the text cursor shows that the ${what} has the keyboard focus.`, target, more);
      if (indicator === "faint")
        return review(
          `The keyboard focus changes the ${what} so little that it is hard to see: no colour in it changes by a contrast of 1.3:1.`,
          target,
          more,
        );
      if (indicator !== "none") return [];
      return visible
        ? failed(
            `The keyboard focus cannot be seen on the ${what}: no outline, border, shadow, colour or pixel changes so that it can be seen.`,
            target,
            more,
          )
        : review(`The keyboard focus goes to the ${what}, which cannot be seen.`, target, more);
    });
    return results.length > 0 ? results : passed(`The focus can be seen on ${keyboard.stops.length} controls.`);
  },
};
