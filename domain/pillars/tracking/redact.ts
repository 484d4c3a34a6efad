// Limits and redacts pushed and sent data: values that could identify a person or grant access are replaced by markers.
import { truncate } from "../../text.ts";

/** Markers for values that are not stored. */
export const MARKERS = {
  email: "[e-mail address]",
  token: "[token]",
  id: "[id]",
  number: "[number]",
  /** A getter, an element or another value that is not read. */
  unread: "[not read]",
  /** A callback, which is never run. Recognizable as a function so that it does not match another type. */
  function: "[function]",
  /** A key that is set to undefined. Used only between the page and the recorder. */
  undefined: "[undefined]",
} as const;
const ALL: ReadonlySet<unknown> = new Set(Object.values(MARKERS));

export const isMarker = (value: unknown): boolean => ALL.has(value);

/** Maximum depth, number of entries per object, characters per text, and total number of values. */
const DEPTH = 12;
const ENTRIES = 200;
const CHARACTERS = 1_000;
const VALUES = 2_000;

/** Names whose values are never stored, regardless of their content. Compared in lower case with `_` between words. */
const SECRET_NAME =
  /(?:^|_)(?:e_?mail|phone|telephone|password|passwd|pwd|token|secret|authorization|api_?key|session|session_id|sid|cid|duid|client_id|user_id|uid|visitor_id|anonymous_id|device_id|gclid|fbclid|fbp|fbc|fbp_id|cookie|ip|ecid|mid|cookies)(?:_(?:address|hash|hashed|sha256|number))?$/;
const EMAIL = /[^\s@"'<>]{1,64}(?:@|%40)[^\s@"'<>.]{1,63}\.[a-z]{2,}/i;
const CLIENT_ID = /^(?:GA\d\.\d\.|fb\.\d\.)?\d{6,15}\.\d{6,15}$/;
const UUID = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** Returns the parameters, limited and redacted. */
export function redactParameters(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redact("", parameters, 0, { left: VALUES }) as Record<string, unknown>;
}

function redact(name: string, value: unknown, depth: number, count: { left: number }): unknown {
  count.left -= 1;
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string" || typeof value === "number") return redactValue(name, value);
  if (typeof value !== "object" || depth >= DEPTH || count.left <= 0) return MARKERS.unread;
  if (Array.isArray(value))
    return value.slice(0, ENTRIES).flatMap((one) => (count.left > 0 ? [redact(name, one, depth + 1, count)] : []));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ENTRIES)
      .flatMap(([key, one]) =>
        count.left > 0 && one !== undefined ? [[key.slice(0, 100), redact(key, one, depth + 1, count)]] : [],
      ),
  );
}

/** Redacts a single value by its name and content. */
export function redactValue(name: string, value: string | number): string | number {
  const secret = SECRET_NAME.test(words(name));
  if (typeof value === "number") return secret ? MARKERS.number : value;
  if (value === "") return value;
  if (EMAIL.test(value.slice(0, 4 * CHARACTERS))) return MARKERS.email;
  if (secret || CLIENT_ID.test(value) || UUID.test(value)) return MARKERS.id;
  if (/^https?:\/\//i.test(value)) return redactUrl(value);
  if (looksLikeToken(value)) return MARKERS.token;
  return truncate(value, CHARACTERS + 1);
}

/** Returns a URL without credentials, fragment and the query values that must not be stored. */
export function redactUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "the address";
  const query = [...parsed.searchParams]
    .slice(0, ENTRIES)
    .map(([key, value]) => `${encodeURIComponent(key.slice(0, 100))}=${shown(redactInQuery(key, value))}`)
    .join("&");
  const path = parsed.pathname
    .split("/")
    .map((part) => (looksLikeToken(part) || EMAIL.test(part) ? "[token]" : part))
    .join("/");
  return `${parsed.protocol}//${parsed.host}${path}${query === "" ? "" : `?${query}`}`.slice(0, 2_000);
}

function redactInQuery(name: string, value: string): string {
  // A URL within a URL loses its whole query.
  if (/^https?:\/\//i.test(value)) return value.split(/[?#]/)[0]?.slice(0, 200) ?? "";
  return String(redactValue(name, value)).slice(0, 200);
}

const shown = (value: string): string => (isMarker(value) ? value : encodeURIComponent(value));

/** Whether it is a web token, or a long run of letters and digits. */
function looksLikeToken(text: string): boolean {
  if (text.length < 20 || /\s/.test(text.slice(0, 200))) return false;
  if (/^eyJ[\w-]{10,}\.[\w-]{5,}/.test(text)) return true;
  const row = /[A-Za-z\d+=]{20,}/.exec(text.slice(0, 2_000))?.[0];
  return row !== undefined && (row.match(/\d/g)?.length ?? 0) >= 3 && /[a-z]/i.test(row);
}

/** Returns the same text for `userEmail`, `user-email` and `user_email`. */
function words(name: string): string {
  const last = name.split(".").at(-1) ?? "";
  return last
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .toLowerCase();
}
