/** What every page of the demo shop is made of. */

export type Variant = "good" | "flawed";

/** Text that is already safe to send as HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Fragment = Html | string | number | false | undefined | readonly Fragment[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

function render(part: Fragment): string {
  if (part === false || part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(render).join("");
}

/** A template whose inserted values are escaped unless they are HTML already. */
export function html(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? text : render(values[index - 1]) + text)).join(""));
}

/** JSON that can stand inside a script element. */
export function scriptJson(value: unknown): Html {
  return new Html(JSON.stringify(value).replace(/</g, "\\u003c"));
}

export interface TrackingEvent {
  event: string;
  /** False: pushed to the data layer, never sent. */
  deliver?: boolean;
  [attribute: string]: unknown;
}

export interface BasketLine {
  slug: string;
  quantity: number;
}

export type Consent = "granted" | "denied" | undefined;

export interface PageContext {
  variant: Variant;
  /** Is this defect of defects.json to be shown? An id that is not listed there is an error. */
  flaw(id: string): boolean;
  origin: string;
  path: string;
  query: URLSearchParams;
  consent: Consent;
  clientId: string;
  nonce: string;
  basket: readonly BasketLine[];
  member: string | undefined;
  /** What the visitor has answered in the checkout by steps. */
  order: URLSearchParams;
  /** How many pages this server has made so far. */
  serial: number;
  /** The address of a static file, with its fingerprint. */
  asset(path: string): string;
}

export interface Page {
  path: string;
  title: string;
  description: string;
  pageType: string;
  body: Html;
  jsonLd?: readonly unknown[];
  events?: readonly TrackingEvent[];
  image?: string;
  head?: Html;
  bodyClass?: string;
  status?: number;
  /** Stands in a frame: no head, no footer, no banner. */
  bare?: boolean;
  /** Left out of search engines on purpose (thank-you pages, accounts, errors). */
  unlisted?: boolean;
}
