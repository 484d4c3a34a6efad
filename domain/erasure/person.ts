// Takes a person's name, address and id out of what was written by and about them. Pure: it answers the value as it is to be.
import { DELETED_USER, type Named, textParts } from "../words/people.ts";

/** `email`: in lower case. `names`: what the person was called, now and before. `others`: whoever else can be mentioned. */
export type ErasedPerson = { id: string; email: string; names: readonly string[]; others: readonly Named[] };

export type PersonEraser = {
  /** Whether a value may name the person: quick, and sometimes wrong. */
  mayName(value: unknown): boolean;
  /** The value without the person; the same object where nothing names them. */
  erased<T>(value: T): T;
  /** Whether a text is the person and nothing else. */
  is(text: unknown): boolean;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What Object.entries walks: documents and lists. Dates and bytes name nobody. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

export function personEraser({ id, email, names, others }: ErasedPerson): PersonEraser {
  const whole = new Set([id, email, ...names].filter((one) => one.trim() !== "").map((one) => one.toLowerCase()));
  // An address ends where no other one goes on: "ada@shop.example" is not in "ada@shop.example.org", and is in "… ada@shop.example."
  const inText = new RegExp(`(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`, "giu");
  const people: Named[] = [{ email, name: names[0] ?? email }, ...others.filter((one) => one.email !== email)];
  const hint = new RegExp([...whole].map(escaped).join("|"), "iu");

  const is = (text: unknown) => typeof text === "string" && whole.has(text.trim().toLowerCase());

  function erasedText(text: string): string {
    if (is(text)) return DELETED_USER;
    if (/^\s*[{[]/.test(text)) {
      const parsed = parseJson(text);
      const changed = erased(parsed);
      if (changed !== parsed) return JSON.stringify(changed);
    }
    const mentioned = text.includes("@") ? textParts(text, people) : [];
    const plain = mentioned.some((part) => part.kind === "mention" && part.email === email)
      ? mentioned
          .map((part) => (part.kind === "mention" && part.email === email ? `@${DELETED_USER}` : part.text))
          .join("")
      : text;
    return plain.replace(inText, DELETED_USER);
  }

  function erased<T>(value: T): T {
    if (typeof value === "string") return erasedText(value) as T;
    if (Array.isArray(value)) {
      const list = value.map((one) => erased(one));
      return list.some((one, at) => one !== value[at]) ? (list as T) : value;
    }
    if (!isPlain(value)) return value;
    let changed = false;
    const entries = Object.entries(value).map(([key, one]) => {
      const next = erased(one);
      changed ||= next !== one;
      return [key, next];
    });
    return changed ? (Object.fromEntries(entries) as T) : value;
  }

  return {
    is,
    erased,
    // A mention names the part before the @ alone, so every text with one is looked at.
    mayName: (value) => {
      const text = JSON.stringify(value) ?? "";
      return hint.test(text) || text.includes("@");
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
