// Checks whether a text can be a CSS selector. Only a browser knows all pseudo-classes, so an unknown one is accepted.
import { compile, type Options } from "css-select";

type Adapter = NonNullable<Options<object, object>["adapter"]>;
/** Nothing is selected; only the syntax is parsed. */
const NO_DOCUMENT = {} as Adapter;
const INVALID = "is not a valid CSS selector";
const UNKNOWN_PSEUDO = /pseudo/i;

/** Syntax that css-select accepts but no browser does: a combinator without a right side, a class or id without a name, stray characters. */
const STRAY = /[>+~]\s*(?:,|$)|[.#](?:\d|[.#\s,>+~:[]|$)|[$@{};]/;
const QUOTED = /"[^"]*"|'[^']*'|\[[^\]]*\]/g;

/** Returns the problem, or null if it can be a selector. */
export function selectorProblem(selector: string): string | null {
  try {
    compile<object, object>(selector, { adapter: NO_DOCUMENT });
    return STRAY.test(selector.replace(QUOTED, "")) ? INVALID : null;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return UNKNOWN_PSEUDO.test(message) ? null : INVALID;
  }
}
