// What a provider of analytics is to the audit, and how its requests are read.

/** A request as the browser sent it. Header names are in lower case. */
export type TrackingRequest = {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  /** null: it had none, or it could not be read. */
  body: string | null;
};

export type ProviderEvent = {
  name: string;
  /** Property, pixel or site; "" where it has none. */
  account: string;
  /** Address of the page that it speaks of. */
  page: string | null;
  parameters: Record<string, unknown>;
  /** The values kept their types; otherwise all of them are texts. */
  typed: boolean;
  /** `container`: a library was loaded, nothing was reported. */
  kind?: "event" | "container";
  /** The provider's script sends it by itself: a plan need not know it. */
  automatic?: boolean;
  /** Another name for what a first event already reports: it may be planned and is never unplanned. */
  secondary?: boolean;
  /** It says itself that the visitor has denied consent. */
  consentDenied?: boolean;
};

export type Provider = {
  /** Stable; also the name of the file. */
  id: string;
  /** What people call it. */
  label: string;
  matches(request: TrackingRequest): boolean;
  /** The events that it reports, in order; [] for one that reports none. Never throws on a broken body. */
  parse(request: TrackingRequest): ProviderEvent[];
};

/** Events of one request that are read. */
export const MAX_EVENTS = 100;

/** The address of a request in parts; null for what is not http(s). */
export function addressOf(request: TrackingRequest): URL | null {
  const parsed = URL.parse(request.url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null;
}

export const isHost = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Names and values of the address and of a form in the body; the body's come last and win. */
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

/** The body as JSON; undefined for what is not. */
export function jsonOf(text: string | null | undefined): unknown {
  if (text == null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON in base64, also in its form for addresses. */
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

/** The fields as parameters, without those that say how and not what. */
export function parametersOf(fields: URLSearchParams, leaveOut: ReadonlySet<string>): Plain {
  return Object.fromEntries([...fields].filter(([name]) => !leaveOut.has(name)));
}

/** The request goes to one of these domains, or below one of them, and its path fits. */
export function goesTo(request: TrackingRequest, domains: readonly string[], path: RegExp): boolean {
  const url = addressOf(request);
  return url !== null && domains.some((domain) => isHost(url.hostname, domain)) && path.test(url.pathname);
}

/** An event that a provider's script sends by itself: a heartbeat, a recording, a measurement. */
export const automaticEvent = (name: string, account: string, page: string | null = null): ProviderEvent => ({
  name,
  account,
  page,
  parameters: {},
  typed: true,
  automatic: true,
});

/** The parameters without those that say how and not what. */
export function without(parameters: Plain, leaveOut: (name: string) => boolean): Plain {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !leaveOut(name)));
}
