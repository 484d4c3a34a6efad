// Sentences of the library with names from pages in quotes. test/domain/functional/library.test.ts checks them against the library.

/** Quotes a text as a Cucumber expression's {string} parses it. */
export const quote = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** Maximum length of a name. Longer ones are texts that happen to be inside a control. */
const MAX_NAME = 80;

/** Whether a name can be written into a sentence: braces would be read as a reference to a value or secret, angle brackets as one to a table. */
export const isUsableName = (name: string): boolean =>
  name !== "" && name.length <= MAX_NAME && !/[{}<>\n\r]/.test(name);

const CLICKS: Readonly<Record<string, string>> = { button: "button", link: "link", tab: "tab", menuitem: "menu item" };

/** Whether a sentence of the library clicks the role. */
export const canClick = (role: string): boolean => Object.hasOwn(CLICKS, role);

/** Whether a sentence of the library clicks one of several controls with the role and the same name. */
export const canClickNth = (role: string): boolean => role === "link" || role === "button";

/** Returns the word for a control in sentences of the library. */
const wordFor = (role: string): string => CLICKS[role] ?? "button";

export const SAY = {
  open: (path: string) => `I am on ${quote(path)}`,
  visit: (path: string) => `I open ${quote(path)}`,
  back: "I go back",
  reload: "I reload the page",
  toNewTab: "I switch to the new tab",
  toFirstTab: "I switch to the first tab",
  closeTab: "I close the tab",
  toTop: "I scroll to the top",
  toBottom: "I scroll to the bottom",
  click: (role: string, name: string) => `I click the ${quote(name)} ${wordFor(role)}`,
  clickInRow: (role: string, name: string, row: string) =>
    `I click the ${quote(name)} ${role === "link" ? "link" : "button"} in the row of ${quote(row)}`,
  clickNth: (role: string, name: string, number: number) =>
    `I click the ${quote(name)} ${role === "link" ? "link" : "button"} number ${number}`,
  fill: (label: string, value: string) => `I fill in ${quote(label)} with ${quote(value)}`,
  fillInRow: (label: string, value: string, row: string) =>
    `I fill in ${quote(label)} with ${quote(value)} in the row of ${quote(row)}`,
  clear: (label: string) => `I clear the ${quote(label)} field`,
  select: (label: string, option: string) => `I select ${quote(option)} from ${quote(label)}`,
  check: (label: string) => `I check ${quote(label)}`,
  uncheck: (label: string) => `I uncheck ${quote(label)}`,
  tickInRow: (how: "check" | "uncheck", label: string, row: string) =>
    `I ${how} ${quote(label)} in the row of ${quote(row)}`,
  choose: (label: string) => `I choose ${quote(label)}`,
  press: (key: string) => `I press ${quote(key)}`,
  pressIn: (key: string, label: string) => `I press ${quote(key)} in the ${quote(label)} field`,
  see: (text: string) => `I should see ${quote(text)}`,
  notSee: (text: string) => `I should not see ${quote(text)}`,
  seeHeading: (name: string) => `I should see the ${quote(name)} heading`,
  seeButton: (name: string) => `I should see the ${quote(name)} button`,
  seeLink: (name: string) => `I should see the ${quote(name)} link`,
  seeImage: (name: string) => `I should see the ${quote(name)} image`,
  seeField: (name: string) => `I should see the ${quote(name)} field`,
  seeInRow: (text: string, row: string) => `I should see ${quote(text)} in the row of ${quote(row)}`,
  isChecked: (label: string) => `${quote(label)} is checked`,
  isNotChecked: (label: string) => `${quote(label)} is not checked`,
  isEnabled: (name: string, kind: "button" | "field") => `the ${quote(name)} ${kind} is enabled`,
  isDisabled: (name: string, kind: "button" | "field") => `the ${quote(name)} ${kind} is disabled`,
  isEmpty: (label: string) => `the ${quote(label)} field is empty`,
  hasValue: (label: string, value: string) => `the ${quote(label)} field has the value ${quote(value)}`,
  beOn: (address: string) => `I should be on ${quote(address)}`,
  titleIs: (title: string) => `the page title is ${quote(title)}`,
  titleContains: (title: string) => `the page title contains ${quote(title)}`,
  alertSays: (text: string) => `an alert says ${quote(text)}`,
  statusSays: (text: string) => `the status says ${quote(text)}`,
} as const;
