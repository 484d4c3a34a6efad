import { type Check, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import { type A11yData, causeOfKind } from "../gathered.ts";

/** A dialog that keeps the focus is not a trap. WCAG 2.1.2. */
export const keyboardTrap: Check<A11yData> = {
  rule: "keyboard-trap",
  severity: "critical",
  title: "Keyboard focus can leave every control.",
  fault: "Keyboard focus is trapped",
  help: "Let Tab and Shift+Tab move the focus. If a part keeps the focus, Escape must leave it and the page must say so.",
  run({ keyboard }) {
    if (keyboard.state !== "walked" || keyboard.stops.length === 0)
      return inapplicable("The Tab key reaches nothing on this page.");
    const { trap, presses, stops } = keyboard;
    if (trap === null) return passed(`No control kept the focus in ${presses} presses of Tab.`);
    const target = trap.members[0] ?? "";
    const { name = "control", kind } = stops.find((stop) => stop.target === target) ?? {};
    const where = trap.members.length > 1 ? `a loop of ${trap.members.length} controls` : `the ${name}`;
    const evidence = { tags: ["wcag2a", "wcag212"], members: trap.members.slice(0, 10), presses };
    const more = { evidence, ...causeOfKind(kind) };
    const { way } = trap;
    if (way !== undefined)
      return review(
        way === ""
          ? `The keyboard focus stays in ${where}, which has a control that seems to explain the way out; see whether it leads out.`
          : `The keyboard focus stays in ${where} until ${way} is pressed, as the page explains. Check that everybody can find this.`,
        target,
        more,
      );
    return trap.sure
      ? failed(`The keyboard focus stays in ${where}: Tab, Shift+Tab and Escape do not lead out.`, target, more)
      : review(`The keyboard focus stays in ${where} with Tab; another key leads out.`, target, more);
  },
};
