// Locators for the element that healing proposes: parsed from Playwright's notation, and derived from a fingerprint. Pure.
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

const MAX_LENGTH = 600;

/**
 * Parses a Playwright locator such as `getByRole('button', { name: 'Send', exact: true })`. Returns null if it is a chain, uses an index,
 * or is of a kind that steps do not support.
 */
export function readPlaywrightLocator(told: string): Locator | null {
  if (told.length > MAX_LENGTH) return null;
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
 * Text from a page is written into tests only if it has no special meaning: no reference, no outline placeholder, no
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
 * Returns locators, those based on visible properties first. A browser must check whether each one is unique. `testId`: attribute of the
 * project's test ids, in which a locator by test id is searched.
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

/** Returns possible names of the element in a sentence, the best first. */
export function wordsOf({ name, text, alt, attributes }: Fingerprint, testId = TEST_ID): string[] {
  const told = [name, attributes.placeholder ?? "", alt, text, attributes[testId] ?? ""].map((one) => one.trim());
  return [...new Set(told.filter((one) => one !== "" && isPlainText(one)))];
}
