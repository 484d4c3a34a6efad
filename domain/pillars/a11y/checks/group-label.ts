import { type Check, failed, review, warning } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const TAGS = ["wcag2a", "wcag131"];

/** Screen readers announce the question of a group with its first choice only if the question is the group's name. WCAG 1.3.1, technique H71. */
export const groupLabel: Check<A11yData> = {
  rule: "group-label",
  severity: "moderate",
  title: "Groups of choices have a name.",
  fault: "Form group has no accessible name",
  help: 'Put related radio buttons and checkboxes into a fieldset whose legend is their question, or into an element with role="group" and aria-labelledby.',
  run: onContent(({ choices, counts, nameless }) => {
    const groups = nameless.map((group) => {
      const place = about(TAGS, group, { choices: group.choices, controls: group.controls });
      return group.choices > 1
        ? failed(
            `The group around ${group.choices} choices has no name: their question is not read out with them.`,
            ...place,
          )
        : warning("The fieldset has no legend, so its group has no name.", ...place);
    });
    const loose = choices
      .filter(({ group }) => group === null)
      .map((group) => {
        const kind = group.kind === "radio" ? "radio buttons" : "checkboxes";
        const first = group.choices.filter((label) => label !== "").slice(0, 3);
        const which = first.length === 0 ? "" : ` (${first.map((label) => quoted(label, 30)).join(", ")})`;
        return review(
          `A person must check this: the ${kind} of one question${which} are not in a named group. If their labels do not include the question, screen reader users do not hear it.`,
          ...about(TAGS, group, { choices: group.choices }),
        );
      });
    return listed([...groups, ...loose], counts.groups + choices.length, "groups of choices");
  }),
};
