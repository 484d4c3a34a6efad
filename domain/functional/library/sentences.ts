// Sentences of the library, with names from pages in quotes. test/domain/functional/sentences.test.ts holds them against the library.

/** As a Cucumber expression's {string} reads it. */
export const quote = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** Names longer than this are texts that happen to be in a control. */
const MAX_NAME = 80;

/** Braces in a name would be read as a reference to a value or a secret, angle brackets as one to a table. */
export const isUsableName = (name: string): boolean =>
  name !== "" && name.length <= MAX_NAME && !/[{}<>\n\r]/.test(name);

const CLICKS: Readonly<Record<string, string>> = { button: "button", link: "link", tab: "tab", menuitem: "menu item" };

/** Roles that a sentence of the library clicks. */
export const canClick = (role: string): boolean => Object.hasOwn(CLICKS, role);

export const SAY = {
  open: (path: string) => `I am on ${quote(path)}`,
  click: (role: string, name: string) => `I click the ${quote(name)} ${CLICKS[role] ?? "button"}`,
  fill: (label: string, value: string) => `I fill in ${quote(label)} with ${quote(value)}`,
  select: (label: string, option: string) => `I select ${quote(option)} from ${quote(label)}`,
  check: (label: string) => `I check ${quote(label)}`,
  uncheck: (label: string) => `I uncheck ${quote(label)}`,
  choose: (label: string) => `I choose ${quote(label)}`,
  pressIn: (key: string, label: string) => `I press ${quote(key)} in the ${quote(label)} field`,
  see: (text: string) => `I should see ${quote(text)}`,
  seeHeading: (name: string) => `I should see the ${quote(name)} heading`,
  seeButton: (name: string) => `I should see the ${quote(name)} button`,
  seeLink: (name: string) => `I should see the ${quote(name)} link`,
} as const;
