// The lines of a robots.txt as Google's published parser reads them: forgiving where people often err.

export type Directive = "user-agent" | "disallow" | "allow" | "sitemap" | "other";

/** A line that says something. */
export type Field = {
  /** From 1. */
  number: number;
  /** As the file writes it, in small letters. */
  name: string;
  value: string;
  directive: Directive;
  /** It has no colon, and is read as if it had one. */
  missingColon: boolean;
  /** Only its beginning is read. */
  isCut: boolean;
};

/** Bytes of one line that are read; what is longer is no rule that somebody wrote by hand. */
export const MAX_LINE = 2_083 * 8 - 1;

/** What a name may begin with; Google takes these misspellings for what they mean. */
const SPELLINGS: readonly [Directive, RegExp][] = [
  ["user-agent", /^(?:user-agent|useragent|user agent)/],
  ["disallow", /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/],
  ["allow", /^allow/],
  ["sitemap", /^(?:sitemap|site-map)/],
];

/** Spaces as the parser knows them: a no-break space or a byte order mark within the file is a letter like others. */
const SPACES = " \t\v\f";

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (to > from && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Comments and empty lines are left out; `null` in place of a line that is neither and cannot be read. */
export function* readLines(text: string): Generator<Field | { number: number; unread: string }> {
  // Half of a byte order mark is skipped as a whole one is; decoded, it is one replacement character.
  const plain = text
    .replace(/^[\uFEFF\uFFFD]/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n");
  let number = 0;
  for (let at = 0; at < plain.length; ) {
    const next = plain.indexOf("\n", at);
    const end = next < 0 ? plain.length : next;
    const whole = plain.slice(at, at + lengthRead(plain, at, end));
    const isCut = at + whole.length < end;
    at = end + 1;
    number += 1;
    const comment = whole.indexOf("#");
    const line = trimmed(comment < 0 ? whole : whole.slice(0, comment));
    if (line === "") continue;
    yield fieldOf(line, number, isCut) ?? { number, unread: line };
  }
}

/** Characters of the line from `at` to `end` that are read: as many as fit into the bytes. */
function lengthRead(text: string, at: number, end: number): number {
  // No character of UTF-16 takes more than three bytes.
  if ((end - at) * 3 <= MAX_LINE) return end - at;
  return new TextEncoder().encodeInto(text.slice(at, Math.min(end, at + MAX_LINE)), new Uint8Array(MAX_LINE)).read;
}

function fieldOf(line: string, number: number, isCut: boolean): Field | null {
  const colon = line.indexOf(":");
  // Some forget the colon: two words are taken for a name and its value.
  const [, first, second] = colon < 0 ? (/^([^ \t]+)[ \t]+([^ \t]+)$/.exec(line) ?? []) : [];
  const name = trimmed(colon < 0 ? (first ?? "") : line.slice(0, colon)).toLowerCase();
  if (name === "") return null;
  const value = colon < 0 ? (second ?? "") : trimmed(line.slice(colon + 1));
  const directive = SPELLINGS.find(([, spelling]) => spelling.test(name))?.[0] ?? "other";
  return { number, name, value, directive, missingColon: colon < 0, isCut };
}

/** The product of an agent line: what stands before a version or a remark. */
export function agentOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return "*";
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "";
}
