// Names of people, and the links and mentions in the plain text that they write.

/** Who did something, as stored by the service: a person by email address, a key, a schedule, or an operator. */
export type Actor =
  | { kind: "person"; email: string }
  | { kind: "key" | "schedule"; name: string }
  | { kind: "other"; name: string };

/** Replaces the name of a person whose account was deleted. */
export const DELETED_USER = "Deleted user";

export function actorOf(who: string): Actor {
  const [, kind, name = ""] = /^(key|schedule) (.+)$/s.exec(who) ?? [];
  if (kind === "key" || kind === "schedule") return { kind, name };
  return /^\S+@\S+$/.test(who) ? { kind: "person", email: who } : { kind: "other", name: who };
}

/** Returns "ada" for "ada@shop.example". */
export const localPart = (email: string): string => email.replace(/(?!^)@.*$/s, "");

/** Returns the person's name, or the part before the @ if they have none. */
export const displayName = ({ name, email }: { name?: string; email: string }): string =>
  name?.trim() && name.trim() !== email ? name.trim() : localPart(email);

/** Returns "AL" for "Ada Lovelace", "AD" for "ada@shop.example". */
export function initialsOf(name: string): string {
  const [first = "", ...others] = localPart(name)
    .split(/[\s._-]+/)
    .filter(Boolean);
  const last = others.at(-1);
  const [a = "", b = ""] = [...first];
  return (last ? a + ([...last][0] ?? "") : a + b).toUpperCase();
}

/** Returns a hue from 0 to 359, always the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}

export type Named = { email: string; name: string };

/** A part of a text for display. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "link"; text: string; href: string }
  | { kind: "mention"; text: string; email: string };

/** Maximum number of mentions per text. */
export const MAX_MENTIONS = 20;

/** A mention must not follow a word, so that email addresses contain none. */
const START = /(?<![\p{L}\p{N}._+-])@|https?:\/\//giu;
const WORD = /[\p{L}\p{N}_@]/u;
/** Punctuation at the end that is not part of a URL. */
const TAIL = /[.,;:!?'"”’)\]}>]+$/u;

/** Returns what may follow the @ for each person, in lower case, with their address; null if several people match. */
function keysOf(people: readonly Named[]): Map<string, string | null> {
  const keys = new Map<string, string | null>();
  const add = (key: string, email: string) => keys.set(key, keys.has(key) && keys.get(key) !== email ? null : email);
  for (const { email, name } of people) {
    for (const key of new Set([displayName({ email, name }), localPart(email)])) add(key.toLowerCase(), email);
  }
  // An address belongs to one person, regardless of other people's names.
  for (const { email } of people) keys.set(email.toLowerCase(), email);
  return keys;
}

/** Returns the mention that refers to exactly this person. */
export function mentionKey(one: Named, people: readonly Named[]): string {
  const name = displayName(one);
  return keysOf(people).get(name.toLowerCase()) === one.email ? name : one.email;
}

/** Splits a text into parts that joined are the text. Only http(s) URLs become links; `people`: who can be mentioned. */
export function textParts(text: string, people: readonly Named[]): TextPart[] {
  const keys = keysOf(people);
  // Only the lengths of existing names are tried, so that a text full of @ is also read quickly.
  const lengths = [...new Set([...keys.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  const parts: TextPart[] = [];
  let from = 0;
  const take = (start: number, part: Exclude<TextPart, { kind: "text" }>) => {
    if (start > from) parts.push({ kind: "text", text: text.slice(from, start) });
    parts.push(part);
    from = start + part.text.length;
  };
  for (const { index, 0: found } of text.matchAll(START)) {
    if (index < from) continue;
    const part = found === "@" ? mentionAt(text, index, keys, lengths) : linkAt(text, index);
    if (part) take(index, part);
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

/** Finds the longest matching name. */
function mentionAt(
  text: string,
  at: number,
  keys: ReadonlyMap<string, string | null>,
  lengths: readonly number[],
): Extract<TextPart, { kind: "mention" }> | null {
  for (const length of lengths) {
    const email = keys.get(text.slice(at + 1, at + 1 + length).toLowerCase());
    if (email === undefined || WORD.test(text[at + 1 + length] ?? "")) continue;
    return email === null ? null : { kind: "mention", text: text.slice(at, at + 1 + length), email };
  }
  return null;
}

function linkAt(text: string, at: number): Extract<TextPart, { kind: "link" }> | null {
  const [raw = ""] = /^[^\s<>"]+/.exec(text.slice(at)) ?? [];
  const shown = raw.replace(TAIL, "");
  const url = URL.parse(shown);
  if (!url?.hostname || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return { kind: "link", text: shown, href: url.href };
}

/** Returns whom a text mentions, each person once. */
export function mentionsIn(text: string, people: readonly Named[]): string[] {
  const emails = textParts(text, people).flatMap((part) => (part.kind === "mention" ? [part.email] : []));
  return [...new Set(emails)].slice(0, MAX_MENTIONS);
}

/** Returns what is being typed after an @ before the caret, or null. */
export function mentionTyped(text: string, caret: number): { start: number; typed: string } | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf("@");
  if (start < 0 || /[\p{L}\p{N}._+-]/u.test(before[start - 1] ?? "")) return null;
  const typed = before.slice(start + 1);
  // A name can contain spaces, but a sentence continues after it.
  return typed.length <= 60 && !/[\n@]/.test(typed) && !/^\s/.test(typed) ? { start, typed } : null;
}

/** Returns the people who match what is typed; those whose name or address begins with it come first. */
export function peopleFor<P extends Named>(typed: string, people: readonly P[], most = 8): P[] {
  const wanted = typed.toLowerCase();
  const rank = ({ name, email }: Named): number => {
    const words = `${name} ${localPart(email)}`.toLowerCase();
    if (name.toLowerCase().startsWith(wanted) || email.startsWith(wanted)) return 0;
    if (words.split(/[\s._-]+/).some((word) => word.startsWith(wanted))) return 1;
    return words.includes(wanted) ? 2 : 3;
  };
  return people
    .map((one) => ({ one, rank: rank(one) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.one.name.localeCompare(b.one.name))
    .slice(0, most)
    .map(({ one }) => one);
}
