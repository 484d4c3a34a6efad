// What of a sign-in without a form must never be seen.
import { asksForPassword } from "../functional/secrets/passwordFields.ts";
import type { SiteAccess } from "../visual/shot.ts";
import type { JsonValue } from "./call.ts";

/** Shorter texts and mere words are settings, and occur on pages by chance. */
const MIN_TOKEN = 8;
export const isToken = (value: string): boolean => value.length >= MIN_TOKEN && !/^[a-z]+$/i.test(value);

/** Texts inside of a stored item that is JSON, and the item itself. */
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

/** Texts of fields that are named as one for a password is. What refers to a secret holds none. */
function typedPasswords(value: JsonValue, named = false): string[] {
  if (typeof value === "string") return named && !/\{(secret|totp)\b/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => typedPasswords(one, named || asksForPassword(name)));
}

/** The secret of one-time codes, stored items, and what a call sends beside secrets by name. */
export function secretsOfSignIn({ totp, signInCall, localStorage = {}, sessionStorage = {} }: SiteAccess): string[] {
  const items = [localStorage, sessionStorage].flatMap((one) => Object.values(one)).flatMap(textsOfItem);
  const { json = null, form = {}, headers = {} } = signInCall ?? {};
  const typed = typedPasswords([json, form, headers]);
  return [totp?.secret ?? [], typed, items.filter(isToken)].flat();
}
