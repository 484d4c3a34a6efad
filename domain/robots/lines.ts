// Parses the lines of a robots.txt like Google's published parser, which tolerates common mistakes.

export type Directive = "user-agent" | "disallow" | "allow" | "sitemap" | "other";

/** A line with a directive. */
export type Field = {
  /** Line number, from 1. */
  number: number;
  /** In lower case. */
  name: string;
  value: string;
  directive: Directive;
  /** Whether the colon is missing; the line is read as if it had one. */
  missingColon: boolean;
  /** Whether only the beginning of the line was read. */
  isCut: boolean;
};

/** Maximum number of bytes read per line. A longer line is not a handwritten rule. */
export const MAX_LINE = 2_083 * 8 - 1;

/** Prefixes of directive names, including the misspellings that Google accepts. */
const SPELLINGS: readonly [Directive, RegExp][] = [
  ["user-agent", /^(?:user-agent|useragent|user agent)/],
  ["disallow", /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/],
  ["allow", /^allow/],
  ["sitemap", /^(?:sitemap|site-map)/],
];

/** Characters that the parser treats as spaces. A no-break space or a byte order mark within the file is an ordinary character. */
const SPACES = " \t\v\f";

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (to > from && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Yields the fields; skips comments and empty lines. A line that cannot be parsed is yielded as `unread`. */
export function* readLines(text: string): Generator<Field | { number: number; unread: string }> {
  // Half of a byte order mark is skipped like a whole one; it decodes to one replacement character.
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

/** Returns how many characters of the line from `at` to `end` are read: as many as fit into the maximum number of bytes. */
function lengthRead(text: string, at: number, end: number): number {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if ((end - at) * 3 <= MAX_LINE) return end - at;
  return new TextEncoder().encodeInto(text.slice(at, Math.min(end, at + MAX_LINE)), new Uint8Array(MAX_LINE)).read;
}

function fieldOf(line: string, number: number, isCut: boolean): Field | null {
  const colon = line.indexOf(":");
  // If the colon is missing, two words are read as a name and its value.
  const [, first, second] = colon < 0 ? (/^([^ \t]+)[ \t]+([^ \t]+)$/.exec(line) ?? []) : [];
  const name = trimmed(colon < 0 ? (first ?? "") : line.slice(0, colon)).toLowerCase();
  if (name === "") return null;
  const value = colon < 0 ? (second ?? "") : trimmed(line.slice(colon + 1));
  const directive = SPELLINGS.find(([, spelling]) => spelling.test(name))?.[0] ?? "other";
  return { number, name, value, directive, missingColon: colon < 0, isCut };
}

/** Returns the product of an agent line, without a version or remark. */
export function agentOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return "*";
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "";
}
