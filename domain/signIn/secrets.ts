// Collects the secrets of a sign-in without a form, which must never be visible.
import { asksForPassword } from "../functional/secrets/passwordFields.ts";
import type { SiteAccess } from "../visual/shot.ts";
import type { JsonValue } from "./call.ts";

/** Shorter texts and plain words are settings, and occur on pages by chance. */
const MIN_TOKEN = 8;
export const isToken = (value: string): boolean => value.length >= MIN_TOKEN && !/^[a-z]+$/i.test(value);

/** Returns the item and, if it is JSON, the texts in it. */
export function textsOfItem(item: string): string[] {
  try {
    return [item, ...textsIn(JSON.parse(item) as JsonValue)];
  } catch {
    return [item];
  }
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Returns the texts of fields with names like those of passwords. A text that refers to a secret contains none. */
function typedPasswords(value: JsonValue, named = false): string[] {
  if (typeof value === "string") return named && !/\{(secret|totp)\b/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => typedPasswords(one, named || asksForPassword(name)));
}

/** Returns the TOTP secret, stored items, and passwords that a call contains directly rather than by reference. */
export function secretsOfSignIn({ totp, signInCall, localStorage = {}, sessionStorage = {} }: SiteAccess): string[] {
  const items = [localStorage, sessionStorage].flatMap((one) => Object.values(one)).flatMap(textsOfItem);
  const { json = null, form = {}, headers = {} } = signInCall ?? {};
  const typed = typedPasswords([json, form, headers]);
  return [totp?.secret ?? [], typed, items.filter(isToken)].flat();
}
