// Selectors for people: at most three levels. The exact one stays where rules are made of it.
import { truncate } from "../../text.ts";

const LEVELS = 3;
const LONGEST = 100;

/** A step of a captured selector; a value in quotes may hold what else parts steps. */
const STEP = /(?:"(?:[^"\\]|\\.)*"|\\.|[^">\\])+/g;

/**
 * "#prices li:nth-of-type(3) > a" of "#prices > div:nth-of-type(2) > ul:nth-of-type(1) > li:nth-of-type(3) > a:nth-of-type(1)": the named
 * element that it begins at, and its last two steps. `:nth-of-type(1)` is left out, since it says little. Of shadow trees the last part.
 */
export function shortSelector(selector: string): string {
  const own = selector.split(" >> ").at(-1) ?? selector;
  const steps = [...own.matchAll(STEP)].map(([step]) => step.trim().replace(/:nth-of-type\(1\)$/, "")).filter(Boolean);
  const inner = steps.filter((step, at) => at === steps.length - 1 || !/^(?:html|body)$/.test(step));
  if (inner.length <= LEVELS) return truncate(inner.join(" > "), LONGEST);
  const [first = ""] = inner;
  const isNamed = /[#.[]/.test(first);
  const last = inner.slice(isNamed ? 1 - LEVELS : -LEVELS).join(" > ");
  return truncate(isNamed ? `${first} ${last}` : last, LONGEST);
}
