// Shortens selectors for display to at most three levels. Rules are created from the exact selector.
import { truncate } from "../../text.ts";
import { partsOf } from "../selectorParts.ts";

const LEVELS = 3;
const MAX_LENGTH = 100;

/** One step of a captured selector. A quoted value may contain characters that otherwise separate steps. */
const STEP = /(?:"(?:[^"\\]|\\.)*"|\\.|[^">\\])+/g;

/**
 * Example: "#prices li:nth-of-type(3) > a" for "#prices > div:nth-of-type(2) > ul:nth-of-type(1) > li:nth-of-type(3) > a:nth-of-type(1)":
 * the id or other anchor it starts with, and its last two steps. `:nth-of-type(1)` is omitted because it says little. For shadow trees,
 * the last part.
 */
export function shortSelector(selector: string): string {
  const own = partsOf(selector).at(-1) ?? selector;
  const steps = [...own.matchAll(STEP)].map(([step]) => step.trim().replace(/:nth-of-type\(1\)$/, "")).filter(Boolean);
  const inner = steps.filter((step, at) => at === steps.length - 1 || !/^(?:html|body)$/.test(step));
  if (inner.length <= LEVELS) return truncate(inner.join(" > "), MAX_LENGTH);
  const [first = ""] = inner;
  const isNamed = /[#.[]/.test(first);
  const last = inner.slice(isNamed ? 1 - LEVELS : -LEVELS).join(" > ");
  return truncate(isNamed ? `${first} ${last}` : last, MAX_LENGTH);
}
