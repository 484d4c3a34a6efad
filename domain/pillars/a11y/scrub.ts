// Removes possible secrets from page content shown in findings: input values, tokens, URL query values.
import { truncate } from "../../text.ts";

const SNIPPET = 300;
/** Longer than a word or a colour. A match is opaque if it contains both letters and digits. */
const OPAQUE = /[A-Za-z0-9_~-]{20,}/g;
/** Attributes whose value is never needed to find the element. */
const VALUES =
  /\s(value|nonce|integrity|srcdoc|data-[a-z-]*(?:token|key|secret|nonce|csrf|session)[a-z-]*)=("[^"]*"|'[^']*')/gi;

/** Returns the HTML of an element without its values, up to 300 characters. */
export function scrubbedHtml(html: string): string {
  return truncate(scrubbed(html.slice(0, 2_000).replace(VALUES, ' $1="…"')), SNIPPET);
}

/** Removes possible secrets from selectors and messages. */
export function scrubbed(text: string): string {
  return (
    text
      // URL parameters keep their names. `&` may be written as an entity.
      .replace(/([?&;][A-Za-z0-9_.[\]-]{1,60}=)[^&"'\s<>\])]+/g, "$1…")
      .replace(/(\/\/)[^/@\s"'<>]{1,200}@/g, "$1…@")
      .replace(OPAQUE, (word) => (/\d/.test(word) && /[A-Za-z]/.test(word) ? "…" : word))
  );
}
