// Removes a person's email address, id and name from what was written by and about them. Pure: returns the new value.
// The address and the id are unique, so they are replaced everywhere. A name is free text and can be any word, even another person's
// address. It is replaced only in values that are nothing but a name, and after an @ in text that people wrote.
import { escapeRegExp } from "../text.ts";
import { DELETED_USER, localPart, type Named, textParts } from "../words/people.ts";

/** `email` is in lower case. */
export type ErasedPerson = { id: string; email: string };

export type PersonEraser = {
  /** Returns whether a value may contain the person. Fast, with false positives. */
  mayName(value: unknown): boolean;
  /** Returns the value without the person, or the same object if it does not contain them. */
  erased<T>(value: T): T;
  /** Returns whether a text is the person's id or address and nothing else. */
  is(text: unknown): boolean;
};

/** Documents and lists, which Object.entries can walk. Dates and bytes contain no names. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Returns an eraser for one person, or for several whose accounts are deleted together. */
export function personEraser(people: readonly ErasedPerson[]): PersonEraser {
  const whole = new Set(people.flatMap(({ id, email }) => [id, email]).map((one) => one.toLowerCase()));
  const emails = people.map(({ email }) => escapeRegExp(email)).join("|");
  // An address must not continue: "ada@shop.example" is not found in "ada@shop.example.org", but in "… ada@shop.example."
  const inText = new RegExp(`(?<![\\w.+-])(?:${emails})(?![\\w-]|\\.\\w)`, "giu");
  const hint = new RegExp([...whole].map(escapeRegExp).join("|"), "iu");

  const is = (text: unknown) => typeof text === "string" && whole.has(text.trim().toLowerCase());

  function erasedText(text: string): string {
    if (is(text)) return DELETED_USER;
    return text.replace(inText, DELETED_USER);
  }

  const erased = <T>(value: T): T => mapTexts(value, erasedText);

  return {
    is,
    erased,
    mayName: (value) => hint.test(JSON.stringify(value) ?? ""),
  };
}

/** Names in one organisation. `names`: current and earlier names of the person. `others`: the other members. */
export type Called = { email: string; names: readonly string[]; others: readonly Named[] };

export type NameEraser = {
  /** Replaces a value that is the person's name and nothing else. */
  name<T>(value: T): T;
  /** Replaces mentions in text that people wrote. */
  mentions<T>(value: T): T;
};

/** Excludes names that look like addresses or ids. */
const isName = (text: string): boolean => text !== "" && !text.includes("@") && !/^[a-z]+_[\w:-]+$/i.test(text);

export function nameEraser({ email, names, others }: Called): NameEraser {
  const own = [...new Set(names.map((one) => one.trim()).filter(isName))];
  const taken = new Set(others.flatMap((one) => [one.name.trim().toLowerCase(), one.email, localPart(one.email)]));
  const whole = new Set(own.map((one) => one.toLowerCase()).filter((one) => !taken.has(one)));
  // As a mention, a name that another member also has is ambiguous and refers to nobody.
  const people: Named[] = [...[email, ...own].map((name) => ({ email, name })), ...others];
  const hint = new RegExp(`@(?:${[localPart(email), ...own].map(escapeRegExp).join("|")})`, "iu");
  return {
    name: (value) =>
      typeof value === "string" && whole.has(value.trim().toLowerCase()) ? (DELETED_USER as typeof value) : value,
    mentions: (value) =>
      mapTexts(value, (text) =>
        hint.test(text)
          ? textParts(text, people)
              .map((part) => (part.kind === "mention" && part.email === email ? `@${DELETED_USER}` : part.text))
              .join("")
          : text,
      ),
  };
}

/** Returns the value with `change` applied to each text in it, or the same object if nothing changes. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return textOrJson(value, change) as T;
  if (Array.isArray(value)) {
    const list = value.map((one) => mapTexts(one, change));
    return list.some((one, at) => one !== value[at]) ? (list as T) : value;
  }
  if (!isPlain(value)) return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, one]) => {
    const next = mapTexts(one, change);
    changed ||= next !== one;
    return [key, next];
  });
  return changed ? (Object.fromEntries(entries) as T) : value;
}

function textOrJson(text: string, change: (text: string) => string): string {
  if (/^\s*[{[]/.test(text)) {
    const parsed = parseJson(text);
    const changed = mapTexts(parsed, change);
    if (changed !== parsed) return JSON.stringify(changed);
  }
  return change(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
