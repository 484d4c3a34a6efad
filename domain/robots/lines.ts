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
};

/** Signs of one line that are read; what is longer is no rule that somebody wrote by hand. */
export const LONGEST_LINE = 2_083 * 8;

const TYPOS: readonly [Directive, RegExp][] = [
  ["user-agent", /^(?:user-agent|useragent|user agent)/],
  ["disallow", /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/],
  ["allow", /^allow/],
  ["sitemap", /^(?:sitemap|site-map)/],
];

/** Comments and empty lines are left out; `null` in place of a line that is neither and cannot be read. */
export function* readLines(text: string): Generator<Field | { number: number; unread: string }> {
  const plain = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n");
  let number = 0;
  for (let at = 0; at < plain.length; ) {
    const next = plain.indexOf("\n", at);
    const end = next < 0 ? plain.length : next;
    const whole = plain.slice(at, Math.min(end, at + LONGEST_LINE));
    at = end + 1;
    number += 1;
    const comment = whole.indexOf("#");
    const line = (comment < 0 ? whole : whole.slice(0, comment)).trim();
    if (line === "") continue;
    yield fieldOf(line, number) ?? { number, unread: line };
  }
}

function fieldOf(line: string, number: number): Field | null {
  const colon = line.indexOf(":");
  // Some forget the colon: two words are taken for a name and its value.
  const [, first, second] = colon < 0 ? (/^(\S+)[ \t]+(\S+)$/.exec(line) ?? []) : [];
  const name = (colon < 0 ? (first ?? "") : line.slice(0, colon)).trim().toLowerCase();
  if (name === "") return null;
  const value = colon < 0 ? (second ?? "") : line.slice(colon + 1).trim();
  const directive = TYPOS.find(([, spelling]) => spelling.test(name))?.[0] ?? "other";
  return { number, name, value, directive, missingColon: colon < 0 };
}

/** The product of an agent line: what stands before a version or a remark. */
export function agentOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return "*";
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "";
}
