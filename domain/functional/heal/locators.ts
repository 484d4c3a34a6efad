// Ways to find the element that healing proposes: as Playwright writes locators, and by what is known of the element. Pure.
import { ROLES } from "../roles.ts";
import type { Fingerprint, Locator } from "../target.ts";

const CALLS: Readonly<Record<string, Locator["by"]>> = {
  getByLabel: "label",
  getByText: "text",
  getByPlaceholder: "placeholder",
  getByAltText: "alt",
  getByTitle: "title",
  getByTestId: "testid",
  locator: "css",
};

const LONGEST = 600;

/**
 * A locator as Playwright tells it, such as `getByRole('button', { name: 'Send', exact: true })`. null: it is a chain of several,
 * counts among matches, or is of another kind than steps have.
 */
export function readPlaywrightLocator(told: string): Locator | null {
  if (told.length > LONGEST) return null;
  const [, call = "", value, options = ""] = /^(\w+)\('((?:[^'\\]|\\.)*)'(?:, \{ (.*) \})?\)$/.exec(told) ?? [];
  if (value === undefined) return null;
  const exact = /(?:^|, )exact: true$/.test(options) ? { exact: true } : {};
  if (call === "getByRole") {
    const [, name] = /^name: '((?:[^'\\]|\\.)*)'(?:, exact: true)?$/.exec(options) ?? [];
    return name === undefined ? null : usable({ by: "role", value: plain(value), name: plain(name), ...exact });
  }
  const by = Object.hasOwn(CALLS, call) ? CALLS[call] : undefined;
  if (by === undefined || !/^(?:exact: true)?$/.test(options)) return null;
  return usable({ by, value: plain(value), ...(by === "css" || by === "testid" ? {} : exact) });
}

const plain = (text: string): string => text.replace(/\\(.)/g, "$1");

/**
 * What a page says is written into tests only where it cannot mean more than itself: no reference, no placeholder of an outline, no
 * second line, and no selector of another engine.
 */
function usable(locator: Locator): Locator | null {
  const words = [locator.value, locator.name ?? ""];
  if (words.some((text) => !isPlainText(text)) || locator.value === "") return null;
  if (locator.by === "role" && (!ROLES.includes(locator.value) || locator.name === "")) return null;
  if (locator.by === "css" && (/>>|;/.test(locator.value) || /^\s*[\w:-]+\s*=/.test(locator.value))) return null;
  return locator;
}

export const isPlainText = (text: string): boolean =>
  text.length < 200 && !/[{}<>\\\r\n\t]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);

const TEST_ID = "data-testid";

/**
 * By what people see of the element first. Whether each means it alone is for a browser to tell. `testId`: the attribute that the
 * project's test ids are in, because a locator by test id is looked for there.
 */
export function locatorsOf({ role, name, attributes, alt, id }: Fingerprint, testId = TEST_ID): Locator[] {
  const told: (Locator | undefined)[] = [
    { by: "role", value: role, name, exact: true },
    { by: "label", value: name, exact: true },
    { by: "placeholder", value: attributes.placeholder ?? "", exact: true },
    { by: "testid", value: attributes[testId] ?? "" },
    { by: "alt", value: alt, exact: true },
    { by: "text", value: name, exact: true },
    /^[A-Za-z][\w-]{0,60}$/.test(id) && !/\d{3}/.test(id) ? { by: "css", value: `#${id}` } : undefined,
  ];
  return told.flatMap((one) => (one && usable(one) ? [one] : []));
}

/** What the element may be called in a sentence, the best first. */
export function wordsOf({ name, text, alt, attributes }: Fingerprint, testId = TEST_ID): string[] {
  const told = [name, attributes.placeholder ?? "", alt, text, attributes[testId] ?? ""].map((one) => one.trim());
  return [...new Set(told.filter((one) => one !== "" && isPlainText(one)))];
}
