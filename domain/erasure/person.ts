// Takes a person's address, id and name out of what was written by and about them. Pure: it answers the value as it is to be.
// Address and id are theirs alone, so they count everywhere. A name is free text that may be any word, even another person's address: it
// counts only where nothing but a name stands, and after an @ in what people wrote.
import { escapeRegExp } from "../text.ts";
import { DELETED_USER, localPart, type Named, textParts } from "../words/people.ts";

/** `email`: in lower case. */
export type ErasedPerson = { id: string; email: string };

export type PersonEraser = {
  /** Whether a value may name the person: quick, and sometimes wrong. */
  mayName(value: unknown): boolean;
  /** The value without the person; the same object where nothing names them. */
  erased<T>(value: T): T;
  /** Whether a text is the person and nothing else. */
  is(text: unknown): boolean;
};

/** What Object.entries walks: documents and lists. Dates and bytes name nobody. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Of one person, or of several whose accounts go together. */
export function personEraser(people: readonly ErasedPerson[]): PersonEraser {
  const whole = new Set(people.flatMap(({ id, email }) => [id, email]).map((one) => one.toLowerCase()));
  const emails = people.map(({ email }) => escapeRegExp(email)).join("|");
  // An address ends where no other one goes on: "ada@shop.example" is not in "ada@shop.example.org", and is in "… ada@shop.example."
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

/** Who is called what in one organisation. `names`: what the person was called, now and before. `others`: its other members. */
export type Called = { email: string; names: readonly string[]; others: readonly Named[] };

export type NameEraser = {
  /** Of a value that is somebody's name and nothing else. */
  name<T>(value: T): T;
  /** Of text that people wrote: mentions. */
  mentions<T>(value: T): T;
};

/** Names that could be anything else than a name are left out: addresses and ids. */
const isName = (text: string): boolean => text !== "" && !text.includes("@") && !/^[a-z]+_[\w:-]+$/i.test(text);

export function nameEraser({ email, names, others }: Called): NameEraser {
  const own = [...new Set(names.map((one) => one.trim()).filter(isName))];
  const taken = new Set(others.flatMap((one) => [one.name.trim().toLowerCase(), one.email, localPart(one.email)]));
  const whole = new Set(own.map((one) => one.toLowerCase()).filter((one) => !taken.has(one)));
  // A name that another member has is ambiguous as a mention, and means nobody.
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

/** The value with each text in it as `change` makes it; the same object where nothing changes. */
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
