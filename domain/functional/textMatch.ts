// How an expectation compares a text with what a page shows.
import type { Action } from "./stepDef.ts";

export type MatchKind = NonNullable<Action["match"]>;

/** White space counts as one space, as people read it. */
export const readable = (text: string): string => text.replace(/\s+/g, " ").trim();

/** `matches`: `*` in the expected text stands for anything. */
export function textMatches(kind: MatchKind, expected: string, actual: string): boolean {
  if (kind === "contains") return actual.includes(expected);
  if (kind === "matches") return globMatches(expected, actual);
  return actual === expected;
}

/** A glob with `*` alone, in time linear in both texts but for the last `*`: no pattern can hang it. */
export function globMatches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let from = 0;
  let tries = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === "*") {
      star = p;
      p += 1;
      from = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      from += 1;
      p = star + 1;
      t = from;
      tries += 1;
      // A hostile page against a hostile pattern: the product is bounded as well.
      if (tries > MAX_TRIES) return false;
    } else return false;
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}

const MAX_TRIES = 200_000;

/** What a count is compared with: `2`, or with the comparison in front: `at least 2`. */
export type CountComparison = { says: string; holds(actual: number, expected: number): boolean };

const COMPARISONS: Readonly<Record<string, CountComparison>> = {
  "=": { says: "", holds: (a, b) => a === b },
  ">=": { says: "at least ", holds: (a, b) => a >= b },
  "<=": { says: "at most ", holds: (a, b) => a <= b },
  ">": { says: "more than ", holds: (a, b) => a > b },
  "<": { says: "fewer than ", holds: (a, b) => a < b },
};
const WORDS: Readonly<Record<string, string>> = {
  exactly: "=",
  is: "=",
  "at least": ">=",
  "at most": "<=",
  "more than": ">",
  "fewer than": "<",
  "less than": "<",
};

/** By its sign or its words; exactly, where neither is given. undefined: there is no such comparison. */
export function countComparison(name = "="): CountComparison | undefined {
  const sign = WORDS[name] ?? name;
  return Object.hasOwn(COMPARISONS, sign) ? COMPARISONS[sign] : undefined;
}

/** Whether an address is the expected one: a path is compared with path and query, `*` stands for anything. */
export function addressMatches(kind: MatchKind, expected: string, actual: string): boolean {
  const url = URL.parse(actual);
  const whole = /^https?:\/\//i.test(expected);
  const shown = url === null ? actual : whole ? url.href : `${url.pathname}${url.search}${url.hash}`;
  if (kind === "contains") return shown.includes(expected);
  const glob = kind === "matches" || expected.includes("*");
  const compare = (one: string): boolean => (glob ? globMatches(expected, one) : one === expected);
  if (compare(shown)) return true;
  if (url === null) return false;
  // An expectation without a query or fragment speaks of the page alone.
  const bare = whole ? `${url.origin}${url.pathname}` : url.pathname;
  return !/[?#]/.test(expected) && (compare(bare) || (bare.endsWith("/") && compare(bare.slice(0, -1))));
}
