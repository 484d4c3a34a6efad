// A condition of a ticket: what must hold besides the action itself, with the words from which it was read.

import type { ViewportName } from "../../functional/runOptions.ts";
import { VIEWPORT_NAMES } from "../../visual/shot.ts";

export const CONDITION_KINDS = [
  "browser",
  "device",
  "language",
  "consent",
  "present",
  "absent",
  "value",
  "currency",
  "count",
  "order",
  "page",
  "other",
] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

export type Condition = {
  kind: ConditionKind;
  /** Words of the ticket. */
  words: string;
  /**
   * Depends on the kind: a browser, a device, a language code, a consent state, a value, currencies (`USD|CAD`), a number of times (`2`,
   * `<=2`, `>=2`), the order of two events (`first>second`), or the words or path of a page. `several`: more than one run can show. For
   * `other`: how it is decided (`Need`).
   */
  wanted: string;
  /** Set for `present`, `absent` and `value`. */
  attribute: string | null;
};

/**
 * What proves that a condition of the kind `other` was covered by the run. `never`: nothing that is recorded does. `said`: its exact words
 * occur in what ran. `all`, `some`: all of its significant words do, or a third of them.
 */
export type Need = "never" | "said" | "all" | "some";

export const SEVERAL = "several";

/** Replaces text that has been read, so that no other reader reads it again. */
export const TAKEN = "\uE000";

/** A text that several readers read one after another. */
export class Reading {
  readonly found: Condition[] = [];
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Calls `read` for each match. If it returns null, the words are left to other readers. */
  each(
    pattern: RegExp,
    read: (
      match: RegExpExecArray,
    ) => (Pick<Condition, "kind" | "wanted"> & { attribute?: string; words?: string }) | null,
  ): void {
    for (const match of [...this.text.matchAll(pattern)]) {
      const one = read(match);
      if (one === null) continue;
      this.take(match.index, match[0].length);
      this.add({ ...one, words: one.words ?? match[0] });
    }
  }

  take(from: number, length: number): void {
    this.text = this.text.slice(0, from) + TAKEN.repeat(length) + this.text.slice(from + length);
  }

  add({ kind, wanted, attribute, words }: Omit<Condition, "attribute"> & { attribute?: string }): void {
    const said = words
      .replaceAll(TAKEN, " ")
      .replace(/\s+/g, " ")
      .replace(/^(?:[\s,;:.–—-]+|(?:and|or)\s)+|[\s,;:.–—-]+$/gi, "")
      .slice(0, MAX_WORDS);
    if (said === "") return;
    const same = this.found.some(
      (one) =>
        one.kind === kind &&
        one.wanted === wanted &&
        one.attribute === (attribute ?? null) &&
        (kind !== "other" || one.words === said),
    );
    if (same) return;
    if (this.found.length < MAX_CONDITIONS)
      this.found.push({ kind, words: said, wanted, attribute: attribute ?? null });
    // Nothing is proven if conditions were left out, so this is reported first.
    else if (this.found[0]?.words !== TOO_MANY) {
      this.found.pop();
      this.found.unshift({ kind: "other", words: TOO_MANY, wanted: "never", attribute: null });
    }
  }
}

const MAX_CONDITIONS = 30;
export const TOO_MANY = `more than ${MAX_CONDITIONS} conditions`;
const MAX_WORDS = 160;

/** Returns the viewport in which a proof runs its scenario: the one that the ticket asks for, or the default. */
export function viewportFor(conditions: readonly Condition[]): ViewportName {
  const asked = new Set(conditions.flatMap(({ kind, wanted }) => (kind === "device" ? [wanted] : [])));
  return VIEWPORT_NAMES.find((name) => asked.has(name)) ?? "desktop";
}
