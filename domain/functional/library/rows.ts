// Steps for controls that occur several times on a page: by their row or card, or by their number.
import type { Action } from "../stepDef.ts";
import type { Locator, Target } from "../target.ts";
import { builtins, field, list, role, target, text, type Written } from "./write.ts";

/** Limits a target to the row or card that shows a text, whatever elements the row consists of. */
const inRow = (found: Target): Target => ({ ...found, within: { by: "row", value: "{rowText}" } });
const nth = (found: Target): Target => ({ ...found, nth: "{number}" });
const box: Target = target(role("checkbox", "{label}"), { by: "label", value: "{label}" });

type Row = readonly [
  id: string,
  sentence: string,
  params: readonly string[],
  what: string,
  example: string,
  action: Action,
];

const of = ([id, sentence, params, what, example, action]: Row): Written => ({
  id,
  pattern: sentence,
  params,
  description: what,
  examples: [example],
  actions: [action],
});

const CLICKS: readonly (readonly [string, Locator])[] = [
  ["button", role("button", "{name}")],
  ["link", role("link", "{name}")],
];

export const ROWS = builtins("rows", [
  ...CLICKS.map(([word, locator]) =>
    of([
      `click-${word}-of-row`,
      `I click the {string} ${word} in the row of {string}`,
      ["name", "rowText"],
      `Clicks a ${word} of a row, a list entry or a card, which is found by a text in it.`,
      `I click the "${word === "link" ? "Details" : "Remove"}" ${word} in the row of "Oak stool"`,
      { op: "click", target: inRow(target(locator)) },
    ]),
  ),
  ...(["check", "uncheck"] as const).map((op) =>
    of([
      `${op}-box-of-row`,
      `I ${op} {string} in the row of {string}`,
      ["label", "rowText"],
      `${op === "check" ? "Checks" : "Unchecks"} a checkbox of a row, a list entry or a card.`,
      `I ${op} "Done" in the row of "Buy milk"`,
      { op, target: inRow(box) },
    ]),
  ),
  of([
    "fill-field-of-row",
    "I fill in {string} with {string} in the row of {string}",
    ["label", "value", "rowText"],
    "Types a value into a field of a row, a list entry or a card.",
    'I fill in "Quantity" with "2" in the row of "Oak stool"',
    { op: "fill", target: inRow(field("{label}")), value: "{value}" },
  ]),
  of([
    "select-option-of-row",
    "I select {string} from {string} in the row of {string}",
    ["option", "label", "rowText"],
    "Chooses an option of a list in a row, a list entry or a card.",
    'I select "Large" from "Size" in the row of "Oak stool"',
    { op: "select", target: inRow(list("{label}")), value: "{option}" },
  ]),
  of([
    "see-text-of-row",
    "I (should )see {string} in the row of {string}",
    ["text", "rowText"],
    "A text is visible in a row, a list entry or a card.",
    'I should see "€ 49" in the row of "Oak stool"',
    { op: "expectVisible", target: inRow(text("{text}")) },
  ]),
  ...CLICKS.map(([word, locator]) =>
    of([
      `click-${word}-number`,
      `I click the {string} ${word} number {int}`,
      ["name", "number"],
      `Clicks one of several ${word}s of a name, counted from the top of the page.`,
      `I click the "${word === "link" ? "Read more" : "Add"}" ${word} number 2`,
      { op: "click", target: nth(target(locator)) },
    ]),
  ),
  of([
    "fill-field-number",
    "I fill in {string} number {int} with {string}",
    ["label", "number", "value"],
    "Types a value into one of several fields of a label, counted from the top of the page.",
    'I fill in "Name" number 2 with "Ada"',
    { op: "fill", target: nth(field("{label}")), value: "{value}" },
  ]),
  of([
    "check-box-number",
    "I check {string} number {int}",
    ["label", "number"],
    "Checks one of several checkboxes of a label, counted from the top of the page.",
    'I check "Select" number 3',
    { op: "check", target: nth(box) },
  ]),
]);
