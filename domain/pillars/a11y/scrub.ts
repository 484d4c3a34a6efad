// Keeps what may be secret out of the pieces of pages that findings show: typed values, tokens, addresses' queries.
import { truncate } from "../../text.ts";

const SNIPPET = 300;
/** Longer than a word or a colour: an opaque value when it holds both letters and digits. */
const OPAQUE = /[A-Za-z0-9_~-]{20,}/g;
/** Attributes whose value is never needed to find the element. */
const VALUES =
  /\s(value|nonce|integrity|srcdoc|data-[a-z-]*(?:token|key|secret|nonce|csrf|session)[a-z-]*)=("[^"]*"|'[^']*')/gi;

/** HTML of an element, up to 300 characters, with its values emptied. */
export function scrubbedHtml(html: string): string {
  return truncate(scrubbed(html.slice(0, 2_000).replace(VALUES, ' $1="…"')), SNIPPET);
}

/** The same for selectors and messages. */
export function scrubbed(text: string): string {
  return (
    text
      // A parameter of an address keeps its name. `&` may stand as an entity.
      .replace(/([?&;][A-Za-z0-9_.[\]-]{1,60}=)[^&"'\s<>\])]+/g, "$1…")
      .replace(/(\/\/)[^/@\s"'<>]{1,200}@/g, "$1…@")
      .replace(OPAQUE, (word) => (/\d/.test(word) && /[A-Za-z]/.test(word) ? "…" : word))
  );
}
