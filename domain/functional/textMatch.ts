// Compares the text of an expectation with the text of a page.
import type { Action } from "./stepDef.ts";

export type MatchKind = NonNullable<Action["match"]>;

/** `matches`: `*` in the expected text matches anything. */
export function textMatches(kind: MatchKind, expected: string, actual: string): boolean {
  if (kind === "contains") return actual.includes(expected);
  if (kind === "matches") return globMatches(expected, actual);
  return actual === expected;
}

/** Matches a glob that supports only `*`. Linear in both texts except for the last `*`, so no pattern can block it. */
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
      // The number of tries is limited too, in case both page and pattern are hostile.
      if (tries > MAX_TRIES) return false;
    } else return false;
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}

const MAX_TRIES = 200_000;

/** Comparison of a count: `2`, or with the comparison in front: `at least 2`. */
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

/** Returns the comparison by its symbol or words, "equal" by default, or undefined if it does not exist. */
export function countComparison(name = "="): CountComparison | undefined {
  const sign = WORDS[name] ?? name;
  return Object.hasOwn(COMPARISONS, sign) ? COMPARISONS[sign] : undefined;
}

/**
 * Whether a URL is the expected one. A path is compared with path and query, and with the fragment if the expectation has one; `*` matches
 * anything. Letters may be written as they are or encoded.
 */
export function addressMatches(kind: MatchKind, expected: string, actual: string): boolean {
  const url = URL.parse(actual);
  if (url === null) return asWritten(kind, expected, actual);
  const origin = /^https?:\/\/[^/?#]*/i.exec(expected)?.[0];
  const wanted = origin === undefined ? expected : `${origin.toLowerCase()}${expected.slice(origin.length)}`;
  const path = `${origin === undefined ? "" : url.origin}${url.pathname}`;
  const full = [`${path}${url.search}${url.hash}`];
  if (kind !== "contains" && !wanted.includes("#")) {
    full.push(`${path}${url.search}`);
    if (!wanted.includes("?")) full.push(path, ...(path.endsWith("/") ? [path.slice(0, -1)] : []));
  }
  return full.some((one) => asWritten(kind, wanted, one) || asWritten(kind, decoded(wanted), decoded(one)));
}

function asWritten(kind: MatchKind, expected: string, actual: string): boolean {
  if (kind === "contains") return actual.includes(expected);
  return kind === "matches" || expected.includes("*") ? globMatches(expected, actual) : actual === expected;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
