// Which fields ask for a password or a one-time code: what is typed there is never written down. Pure.
import type { Target } from "../target.ts";

/** Words of labels, names and ids; the languages are those of the sites that we meet most. */
const WORDS =
  /pass ?(?:word|phrase|code|wort|wd)|\bpwd\b|kennwort|mot de passe|contrase(?:ñ|n)a|\bsenha\b|palavra passe|wachtwoord|\bhas(?:ł|l)o\b|l(?:ö|o)senord|adgangskode|salasana|пароль|parola d.ordine|şifre|密码|密碼|パスワード|비밀번호|secret|token|\bpin\b|\botp\b|one time|(?:verification|sms|login|2fa|mfa|authenticator) code/i;

const AUTOCOMPLETE = ["current-password", "new-password", "one-time-code"];

/** `userPassword`, `user_password` and `user-password` are words like those of a label. */
const inWords = (text: string): string =>
  text.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_\-.#:[\]="'*^$~|\s]+/g, " ");

/** Whether a label, a name, an id or a selector is that of a field for a password or a code. */
export function asksForPassword(text: string): boolean {
  return AUTOCOMPLETE.some((one) => text.includes(one)) || WORDS.test(inWords(text));
}

/** A goal as a name that is kept and shown: what stands in quotes beside a word for a password is left out. */
export const withoutTyped = (text: string): string => (asksForPassword(text) ? text.replace(/"[^"]*"/g, "…") : text);

/** As the field itself says it. */
export function isPasswordField({ type, autocomplete }: { type: string; autocomplete: string }): boolean {
  return (
    type.toLowerCase() === "password" ||
    autocomplete
      .toLowerCase()
      .split(/\s+/)
      .some((one) => AUTOCOMPLETE.includes(one))
  );
}

/** Whether the element that a step means is such a field, by its locators and by what it looked like. */
export function meansPassword({ locators, fingerprint }: Target): boolean {
  const said = locators.flatMap(({ value, name = "" }) => [value, name]);
  const { type = "", attributes = {} } = fingerprint ?? {};
  return said.some(asksForPassword) || isPasswordField({ type, autocomplete: attributes.autocomplete ?? "" });
}
