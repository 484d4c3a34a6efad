// Recognizes fields for passwords and one-time codes, whose values are never written down. Pure.
import type { Target } from "../target.ts";

/** Words in labels, names and ids, in the most common languages. */
const WORDS =
  /pass ?(?:word|phrase|code|wort|wd)|\bpwd\b|kennwort|mot de passe|contrase(?:ñ|n)a|\bsenha\b|palavra passe|wachtwoord|\bhas(?:ł|l)o\b|l(?:ö|o)senord|adgangskode|salasana|пароль|parola d.ordine|şifre|密码|密碼|パスワード|비밀번호|secret|token|\bpin\b|\botp\b|one time|(?:verification|sms|login|2fa|mfa|authenticator) code/i;

const AUTOCOMPLETE = ["current-password", "new-password", "one-time-code"];

/** Splits `userPassword`, `user_password` and `user-password` into words like those of a label. */
const inWords = (text: string): string =>
  text.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_\-.#:[\]="'*^$~|\s]+/g, " ");

/** Whether a label, name, id or selector belongs to a field for a password or code. */
export function asksForPassword(text: string): boolean {
  return AUTOCOMPLETE.some((one) => text.includes(one)) || WORDS.test(inWords(text));
}

/** Removes quoted text from a goal that mentions a password, so that it can be stored and shown as a name. */
export const withoutTyped = (text: string): string => (asksForPassword(text) ? text.replace(/"[^"]*"/g, "…") : text);

/** Whether the field's own attributes mark it as one. */
export function isPasswordField({ type, autocomplete }: { type: string; autocomplete: string }): boolean {
  return (
    type.toLowerCase() === "password" ||
    autocomplete
      .toLowerCase()
      .split(/\s+/)
      .some((one) => AUTOCOMPLETE.includes(one))
  );
}

/** Whether the element that a step means is such a field, by its locators or its fingerprint. */
export function meansPassword({ locators, fingerprint }: Target): boolean {
  const said = locators.flatMap(({ value, name = "" }) => [value, name]);
  const { type = "", attributes = {} } = fingerprint ?? {};
  return said.some(asksForPassword) || isPasswordField({ type, autocomplete: attributes.autocomplete ?? "" });
}
