// Creates the markup of a report. Everything not created here is escaped, because pages are hostile.

/** Markup created by `html`. Its text is private, so that no plain object from stored data can pass for it. */
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
 * A template whose values are escaped unless they are markup; null, undefined and false render nothing, lists are joined. Attributes must
 * be in double quotes, and addresses must go through `link`.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((made, part, i) => made + write(values[i - 1]) + part));
}

/** For style sheets and drawings that are part of this program; never for collected data. */
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

/** Also removes characters that change the text direction or are invisible, so that an address reads as what it is. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, (c) =>
      c === "\n" || c === "\t" ? c : "",
    )
    .replace(/[&<>"'`]/g, (c) => ENTITY[c] ?? "");
}

/** Maximum length of a linked address; longer ones are shown as text. */
const MAX_ADDRESS = 2_000;

/** Returns a link to an http(s) address without credentials; any other address is only text. */
export function link(address: string, text: Value): Markup {
  const url = address.length <= MAX_ADDRESS ? URL.parse(address) : null;
  const safe = url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password;
  return safe
    ? html`<a href="${url.href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`
    : html`<span>${text}</span>`;
}

const PICTURE = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Whether this is an image that may be in a report. SVG is excluded because it can contain anything. */
export const isPicture = (dataUri: string): boolean => PICTURE.test(dataUri);
