// Checks whether a text can be a CSS selector. Only a browser knows all pseudo-classes, so an unknown one is accepted.
import { compile, type Options } from "css-select";
import { partsOf } from "./selectorParts.ts";

type Adapter = NonNullable<Options<object, object>["adapter"]>;
/** Nothing is selected; only the syntax is parsed. */
const NO_DOCUMENT = {} as Adapter;
const INVALID = "is not a valid CSS selector";
const UNKNOWN_PSEUDO = /pseudo/i;

/** Syntax that css-select accepts but no browser does: a combinator without a right side, a class or id without a name, stray characters. */
const STRAY = /[>+~]\s*(?:,|$)|[.#](?:\d|[.#\s,>+~:[]|$)|[$@{};]/;
const QUOTED = /"[^"]*"|'[^']*'|\[[^\]]*\]/g;

/** Returns the problem, or null if it can be a selector, or several that lead into shadow trees and frames. */
export function selectorProblem(selector: string): string | null {
  const parts = partsOf(selector);
  // A list would be read as a list of hosts.
  if (parts.length > 1 && parts.some(isList)) return INVALID;
  return parts.map(partProblem).find((problem) => problem !== null) ?? null;
}

function isList(selector: string): boolean {
  let depth = 0;
  for (const sign of selector.replace(QUOTED, "")) {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    if (sign === "," && depth === 0) return true;
  }
  return false;
}

function partProblem(selector: string): string | null {
  if (selector.trim() === "") return INVALID;
  try {
    compile<object, object>(selector, { adapter: NO_DOCUMENT });
    return STRAY.test(selector.replace(QUOTED, "")) ? INVALID : null;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return UNKNOWN_PSEUDO.test(message) ? null : INVALID;
  }
}
