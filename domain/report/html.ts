// The one way to make markup of a report. Everything that is not markup made here is escaped: pages are hostile.

/** Markup that was made by `html`. Its text is private, so that no plain object of stored data can pass for it. */
export class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

export type Value = string | number | Markup | null | undefined | false | readonly Value[];

/**
 * A template whose values are escaped unless they are markup; null, undefined and false give nothing, lists are joined.
 * Attributes must be in double quotes, and addresses go through `link`.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((made, part, i) => made + write(values[i - 1]) + part));
}

/** For style sheets and drawings that are in this program; never for anything that was gathered. */
export const trusted = (text: string): Markup => new Markup(text);

function write(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) return value.map(write).join("");
  return escapeHtml(String(value));
}

const ENTITY: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Also takes out what turns the direction of text or cannot be seen, so that an address reads as what it is. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, (c) =>
      c === "\n" || c === "\t" ? c : "",
    )
    .replace(/[&<>"'`]/g, (c) => ENTITY[c] ?? "");
}

/** Longer addresses are shown, but lead nowhere. */
const MAX_ADDRESS = 2_000;

/** A link to an http(s) address without credentials; any other address is only text. */
export function link(address: string, text: Value): Markup {
  const url = address.length <= MAX_ADDRESS ? URL.parse(address) : null;
  const safe = url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password;
  return safe
    ? html`<a href="${url.href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`
    : html`<span>${text}</span>`;
}

const PICTURE = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Is this a picture that may be in a report? No SVG: it could hold anything. */
export const isPicture = (dataUri: string): boolean => PICTURE.test(dataUri);
