// Takes secrets out of everything a Lighthouse result says, before it is kept.
import { spellingsOf } from "../../functional/values.ts";

export const REDACTED = "[redacted]";

/** Shorter ones would be found by chance in half of all texts. */
const MIN_SECRET = 6;

const SECRET_NAME = /token|key|secret|sig|auth|session|pass|pwd|jwt|sid|code|otp|credential/i;
/** One name and value of a query or a fragment; both bounded, so that long texts take linear time. */
const PARAMETER = /([?&#;])([\w.~%[\]-]{1,64})=([^&#;\s"'<>\\]{1,4096})/g;
const USER_INFO = /\b(https?:\/\/)[^\s/?#@"'<>\\]{1,256}@/g;

/**
 * A copy without the given secrets, without passwords in addresses, and without query values that look like tokens.
 * Keys are kept: they are Lighthouse's own words. Pictures (`data:image/`) are not searched.
 */
export function redact<T>(value: T, secrets: readonly string[] = []): T {
  return walk(value, spellingsOf(secrets.filter(({ length }) => length >= MIN_SECRET))) as T;
}

/** Origin and path: what may be shown of an address. */
export function shownAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url.slice(0, 200);
  if (!/^https?:$/.test(parsed.protocol)) return parsed.protocol;
  return `${parsed.origin}${parsed.pathname}`.slice(0, 500);
}

export function looksLikeToken(name: string, value: string): boolean {
  if (SECRET_NAME.test(name) && value.length >= MIN_SECRET) return true;
  if (value.length < 20) return false;
  return /\d/.test(value) && /[a-z]/i.test(value) && /^[\w.~%+/=-]+$/.test(value);
}

function walk(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (Array.isArray(value)) return value.map((one) => walk(one, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, secrets)]));
}

function redactText(text: string, secrets: readonly string[]): string {
  if (text.startsWith("data:image/")) return text;
  let out = text;
  for (const secret of secrets) if (out.includes(secret)) out = out.replaceAll(secret, REDACTED);
  if (out.includes("@")) out = out.replace(USER_INFO, `$1${REDACTED}@`);
  if (!out.includes("=")) return out;
  return out.replace(PARAMETER, (whole, mark: string, name: string, value: string) =>
    looksLikeToken(name, value) ? `${mark}${name}=${REDACTED}` : whole,
  );
}
