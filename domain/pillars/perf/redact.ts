// Removes secrets from a Lighthouse result before it is stored.
import { spellingsOf } from "../../functional/values.ts";

export const REDACTED = "[redacted]";

/** Minimum length of a secret. Shorter ones would match random text. */
const MIN_SECRET = 6;

const SECRET_NAME = /token|key|secret|sig|auth|session|pass|pwd|jwt|sid|code|otp|credential/i;
/** Name and value of a query or fragment parameter. Both are limited so that long texts take linear time. */
const PARAMETER = /([?&#;])([\w.~%[\]-]{1,64})=([^&#;\s"'<>\\]{1,4096})/g;
const USER_INFO = /\b(https?:\/\/)[^\s/?#@"'<>\\]{1,256}@/g;

/**
 * Returns a copy without the given secrets, passwords in URLs and query values that look like tokens.
 * Keys stay unchanged because they are Lighthouse's own words. Images (`data:image/`) are not searched.
 */
export function redact<T>(value: T, secrets: readonly string[] = []): T {
  return walk(value, spellingsOf(secrets.filter(({ length }) => length >= MIN_SECRET))) as T;
}

/** Returns origin and path, the only parts of a URL that may be shown. */
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
