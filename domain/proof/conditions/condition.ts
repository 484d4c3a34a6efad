// A condition of a ticket: what must hold beside the action itself, with the words that it was read from.

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
  /** As the ticket has them. */
  words: string;
  /**
   * By kind: a browser, a device, a language's code, a state of consent, a value, currencies (`USD|CAD`), a number of times (`2`, `<=2`, `>=2`),
   * `first>second` event, a page's words or path. `several`: more than one run can show. Of others: how it is decided (`Need`).
   */
  wanted: string;
  /** Of `present`, `absent` and `value`. */
  attribute: string | null;
};

/**
 * What shows that another condition was run. `never`: nothing that is recorded does. `said`: its very words stand in what ran.
 * `all`, `some`: all of its words that matter, or a third of them, do.
 */
export type Need = "never" | "said" | "all" | "some";

export const SEVERAL = "several";

/** Where words have been read, so that no second reader takes them. */
export const TAKEN = "\uE000";

/** A text whose parts are read one after another. */
export class Reading {
  readonly found: Condition[] = [];
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads each place that fits; `read` answers null where it says nothing, and the words stay for other readers. */
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
    // Nothing is proven where conditions were left out, and that is said first.
    else if (this.found[0]?.words !== TOO_MANY) {
      this.found.pop();
      this.found.unshift({ kind: "other", words: TOO_MANY, wanted: "never", attribute: null });
    }
  }
}

const MAX_CONDITIONS = 30;
export const TOO_MANY = `more than ${MAX_CONDITIONS} conditions`;
const MAX_WORDS = 160;

/** The viewport that a proof runs its scenario in: the one that the ticket asks for, where it asks for one. */
export function viewportFor(conditions: readonly Condition[]): ViewportName {
  const asked = new Set(conditions.flatMap(({ kind, wanted }) => (kind === "device" ? [wanted] : [])));
  return VIEWPORT_NAMES.find((name) => asked.has(name)) ?? "desktop";
}
