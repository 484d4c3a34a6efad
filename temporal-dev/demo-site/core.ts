/** Building blocks of every page of the demo shop. */

export type Variant = "good" | "flawed";

/** Text that is safe to send as HTML. */
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

/** Template that escapes inserted values unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? text : render(values[index - 1]) + text)).join(""));
}

/** Returns JSON that is safe inside a script element. */
export function scriptJson(value: unknown): Html {
  return new Html(JSON.stringify(value).replace(/</g, "\\u003c"));
}

export interface TrackingEvent {
  event: string;
  /** If false, the event is pushed to the data layer but never sent. */
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
  /** Returns whether to show this defect of defects.json. Throws if the id is not listed there. */
  flaw(id: string): boolean;
  origin: string;
  path: string;
  query: URLSearchParams;
  consent: Consent;
  clientId: string;
  nonce: string;
  basket: readonly BasketLine[];
  member: string | undefined;
  /** The visitor's answers in the step-by-step checkout. */
  order: URLSearchParams;
  /** Number of pages this server has rendered so far. */
  serial: number;
  /** Returns the address of a static file, with its fingerprint. */
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
  /** Shown in a frame: no head, no footer, no banner. */
  bare?: boolean;
  /** Deliberately hidden from search engines (thank-you pages, accounts, errors). */
  unlisted?: boolean;
}
