// What each action requires, and how its value and name are interpreted.
import type { ActionOp } from "./stepDef.ts";

export type Need = "required" | "optional" | "none";

export type ActionShape = {
  /** What the action does, and what `value` and `name` mean. */
  says: string;
  target: Need;
  value: Need;
  name: Need;
  /** Whether `match` is allowed. */
  match: boolean;
  /** Whether it is an expectation. A scenario without one tests nothing. */
  expects: boolean;
};

const shape = (says: string, more: Partial<ActionShape> = {}): ActionShape => ({
  says,
  target: "none",
  value: "none",
  name: "none",
  match: false,
  expects: false,
  ...more,
});
const toElement = (says: string, more: Partial<ActionShape> = {}) => shape(says, { target: "required", ...more });
const expects = (says: string, more: Partial<ActionShape> = {}) => shape(says, { expects: true, ...more });
const expectsOf = (says: string, more: Partial<ActionShape> = {}) => expects(says, { target: "required", ...more });

export const ACTIONS: Readonly<Record<ActionOp, ActionShape>> = {
  goto: shape("Opens the address `value`, absolute or a path, on the environment's own origins.", {
    value: "required",
  }),
  goBack: shape("Goes back in the browser's history."),
  reload: shape("Loads the page again."),
  switchTab: shape("Continues in the tab `value`: `new` (the newest) or `first`.", { value: "required" }),
  closeTab: shape("Closes the tab, and continues in the one before."),
  click: toElement("Clicks the element."),
  dblclick: toElement("Double-clicks the element."),
  fill: toElement("Types `value` into the field, in place of what was there.", { value: "required" }),
  clear: toElement("Empties the field."),
  select: toElement("Chooses the option `value`, by its words or its value.", { value: "required" }),
  check: toElement("Checks the box or chooses the radio button."),
  uncheck: toElement("Unchecks the box."),
  press: shape("Presses the key `value`, such as `Enter` or `Control+A`, in the element or the page.", {
    target: "optional",
    value: "required",
  }),
  type: shape("Types `value`, key by key, into what has the focus.", { value: "required" }),
  hover: toElement("Moves the pointer over the element."),
  scroll: shape("Scrolls to the element, or without one to `value`: `top`, `bottom` or a percentage.", {
    target: "optional",
    value: "optional",
  }),
  upload: toElement("Gives the field a file of the name `name` with the content `value`, else a small sample.", {
    value: "optional",
    name: "required",
  }),
  drag: toElement("Drags the element to what has the text or label `value`.", { value: "required" }),
  waitFor: toElement("Waits until the element is visible."),
  dialog: shape("The next dialog is answered: `value` is `accept` or `dismiss`, `name` is the text for a prompt.", {
    value: "required",
    name: "optional",
  }),
  setCookie: shape("Sets the cookie `name` to `value`.", { name: "required", value: "required" }),
  clearCookies: shape("Removes all cookies."),
  expectVisible: expectsOf("The element is visible."),
  expectHidden: expectsOf("No such element is visible."),
  expectText: expects("The element's text is `value`; without a target, the page's text contains it.", {
    target: "optional",
    value: "required",
    match: true,
  }),
  expectValue: expectsOf("The field's value is `value`.", { value: "required", match: true }),
  expectChecked: expectsOf("The box is checked; with the value `false`, it is not.", { value: "optional" }),
  expectEnabled: expectsOf("The element is enabled."),
  expectDisabled: expectsOf("The element is disabled."),
  expectAttribute: expectsOf("The attribute `name` is `value`; without a value, it is there.", {
    name: "required",
    value: "optional",
    match: true,
  }),
  expectUrl: expects("The address is `value`; a path is compared with path and query.", {
    value: "required",
    match: true,
  }),
  expectTitle: expects("The page's title is `value`.", { value: "required", match: true }),
  expectCount: expectsOf(
    "The number of visible elements: `value`, compared by `name`: `=` (also the default), `>=`, `<=`, `>`, `<`.",
    {
      value: "required",
      name: "optional",
    },
  ),
  expectTable: expectsOf("The table has the rows of `value`, in their order; `value` is the table under the step.", {
    value: "required",
  }),
  expectDialog: expects("A dialog was shown, with the text `value` where one is given.", {
    value: "optional",
    match: true,
  }),
  expectCookie: expects("The cookie `name` is set, to `value` where one is given.", {
    name: "required",
    value: "optional",
    match: true,
  }),
  expectDownload: expects("A file was downloaded, of the name `value` where one is given.", {
    value: "optional",
    match: true,
  }),
  expectEvent: expects(
    "The tracking event `value` was sent since the scenario began; a data table under the step holds attributes and what they are.",
    { value: "required" },
  ),
  expectNoEvent: expects("The tracking event `value` was not sent since the scenario began.", { value: "required" }),
  expectVariable: expects("The variable `name` of the data layer is `value`; without a value, it is there.", {
    name: "required",
    value: "optional",
    match: true,
  }),
  useStep: shape("Does what the step definition `value` does, with `args` as its arguments.", { value: "required" }),
};
