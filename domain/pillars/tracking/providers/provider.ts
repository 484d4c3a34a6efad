// Interface of analytics providers, and helpers to read their requests.
import type { Typed } from "../expect.ts";

/** A request as the browser sent it. Header names are lowercase. */
export type TrackingRequest = {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  /** Null if there is none or it could not be read. */
  body: string | null;
};

export type ProviderEvent = {
  name: string;
  /** Property, pixel or site; "" if it has none. */
  account: string;
  /** URL of the page that the event is about. */
  page: string | null;
  parameters: Record<string, unknown>;
  typed: Typed;
  /** `container`: a library was loaded and nothing was reported. */
  kind?: "event" | "container";
  /** Set if the provider's script sends it automatically, so a plan need not contain it. */
  automatic?: boolean;
  /** Set if it repeats an event under another name. It may be planned and is never reported as unplanned. */
  secondary?: boolean;
  /** Set if it reports that the visitor denied consent. */
  consentDenied?: boolean;
};

export type Provider = {
  /** Stable id, also the file name. */
  id: string;
  /** Display name. */
  label: string;
  matches(request: TrackingRequest): boolean;
  /** Returns the reported events in order, or [] if there are none. Never throws on an invalid body. */
  parse(request: TrackingRequest): ProviderEvent[];
};

/** Maximum number of events read from one request. */
export const MAX_EVENTS = 100;

/** Parses the URL of a request; null if it is not http(s). */
export function addressOf(request: TrackingRequest): URL | null {
  const parsed = URL.parse(request.url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null;
}

export const isHost = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Returns the parameters of the URL and of a form body. Those of the body come last and take precedence. */
export function fieldsOf(request: TrackingRequest): URLSearchParams {
  const fields = new URLSearchParams(addressOf(request)?.search ?? "");
  for (const [name, value] of bodyFields(request)) fields.set(name, value);
  return fields;
}

function bodyFields({ body, headers }: TrackingRequest): [string, string][] {
  if (body === null || body === "") return [];
  const boundary = /^multipart\/form-data;.{0,100}?boundary="?([\w'()+,./:=?-]{1,100})/i.exec(
    headers["content-type"] ?? "",
  )?.[1];
  if (boundary !== undefined)
    return body.split(`--${boundary}`).flatMap((part) => {
      const end = part.indexOf("\r\n\r\n");
      const name = /name="([^"]{1,200})"/.exec(part.slice(0, Math.max(0, end)))?.[1];
      return end < 0 || name === undefined
        ? []
        : [[name, part.slice(end + 4).replace(/\r\n$/, "")] as [string, string]];
    });
  return /^\s*[[{]/.test(body) ? [] : [...new URLSearchParams(body)];
}

/** Parses JSON; undefined if the text is not JSON. */
export function jsonOf(text: string | null | undefined): unknown {
  if (text == null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses base64-encoded JSON, including URL-safe base64. */
export function base64Json(text: string): unknown {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(plain), (sign) => sign.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

export type Plain = Record<string, unknown>;

export const isObject = (value: unknown): value is Plain =>
  value !== null && typeof value === "object" && !Array.isArray(value);
export const objectOf = (value: unknown): Plain => (isObject(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_EVENTS) : []);
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Returns the fields as parameters, without technical ones. */
export function parametersOf(fields: URLSearchParams, leaveOut: ReadonlySet<string>): Plain {
  return Object.fromEntries([...fields].filter(([name]) => !leaveOut.has(name)));
}

/** Whether the request goes to one of the domains or a subdomain, and its path matches. */
export function goesTo(request: TrackingRequest, domains: readonly string[], path: RegExp): boolean {
  const url = addressOf(request);
  return url !== null && domains.some((domain) => isHost(url.hostname, domain)) && path.test(url.pathname);
}

/** Creates an event that a provider's script sends automatically: a heartbeat, a recording, a measurement. */
export const automaticEvent = (name: string, account: string, page: string | null = null): ProviderEvent => ({
  name,
  account,
  page,
  parameters: {},
  typed: true,
  automatic: true,
});

/** Returns the parameters without technical ones. */
export function without(parameters: Plain, leaveOut: (name: string) => boolean): Plain {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !leaveOut(name)));
}
