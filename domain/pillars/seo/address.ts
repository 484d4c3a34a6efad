// URLs that an audit may store: without credentials, fragment or query values that look like secrets.
import { percentDecoded } from "../../text.ts";

const MAX_CHARACTERS = 2_000;
const HIDDEN = "***";
/** Matches distinctive words anywhere in a parameter name. */
const SECRET_NAME = /token|secret|passw|pwd|session|sessid|signature|api[-_]?key|jwt|csrf|xsrf|^(sig|key|code|hash)$/i;
/** Short words count only as whole words, because `author` and `footprint` are not secrets. */
const SECRET_WORDS = new Set(["auth", "authkey", "authcode", "authorization", "oauth", "otp", "totp", "sid"]);
/** Names of one-time values that cannot be guessed, and one-letter names, which have no meaning. */
const ONE_TIME = /reset|confirm|verif|activat|invit|unsubscribe|magic|nonce|hmac|^.$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Matches database ids up to a UUID without hyphens. They identify something, but grant no access. */
const HEX_ID = /^[0-9a-f]{20,32}$/i;
const SIGN_OUT = new Set(["logout", "logoff", "signout", "signoff"]);

/** Returns the URL as it may be stored and shown, or null if it is not an http(s) URL or is too long. */
export function storableUrl(url: string, base?: string): string | null {
  if (url.length > MAX_CHARACTERS) return null;
  const parsed = URL.parse(url, base);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.href.length > MAX_CHARACTERS) return null;
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  if (parsed.search !== "" && [...parsed.searchParams].some(([name, value]) => isSecret(name, value))) {
    const parts = [...parsed.searchParams].map(
      ([name, value]) => `${encodeURIComponent(name)}=${isSecret(name, value) ? HIDDEN : encodeURIComponent(value)}`,
    );
    parsed.search = parts.join("&");
  }
  return parsed.href;
}

/** Whether a secret was removed from the URL, so it can be shown but not requested. */
export const isHidden = (url: string): boolean => url.includes(`=${HIDDEN}`);

/** Returns the URL as a finding's target, without the page's own origin, so that it is the same in every environment. */
export function targetOf(url: string, pageUrl: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url.slice(0, 200);
  const own = URL.parse(pageUrl)?.origin === parsed.origin;
  return `${own ? parsed.pathname + parsed.search : parsed.href}`.slice(0, 300);
}

/** Returns the target without its query, for files whose query is their version. */
export const fileTargetOf = (url: string, pageUrl: string): string => targetOf(url.split("?")[0] ?? "", pageUrl);

export const originOf = (url: string): string => URL.parse(url)?.origin ?? "";

/**
 * Whether requesting the URL would end a session: a part of its path or query is a sign-out, alone or with one more word
 * (`/log-out`, `/user-logout`, `?task=user.logout`). Longer parts are titles, and words that merely contain the letters do not match
 * (`/catalog-offers`, `/design-outlet`).
 */
export function signsOut(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  return [parsed.pathname, ...[...parsed.searchParams].flat()].some((text) =>
    percentDecoded(text)
      .split(/[/:.;]/)
      .some(isSignOut),
  );
}

function isSignOut(part: string): boolean {
  const words = wordsOf(part).flatMap((word, at, all) => {
    const pair = /^(log|sign)$/.test(word) ? word + (all[at + 1] ?? "") : word;
    return /^(out|off)$/.test(word) && /^(log|sign)$/.test(all[at - 1] ?? "") ? [] : [pair];
  });
  return words.length <= 2 && words.some((word) => SIGN_OUT.has(word));
}

/** Splits text into lowercase words at capitals and punctuation. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");

/** Whether a value is secret by its name, or by a long run of mixed letters and digits. A UUID identifies something, but grants no access. */
function isSecret(name: string, value: string): boolean {
  if (value === "" || UUID.test(value)) return false;
  if (SECRET_NAME.test(name) || wordsOf(name).some((word) => SECRET_WORDS.has(word))) return true;
  const isId = (run: string) => HEX_ID.test(run) && !ONE_TIME.test(name);
  return (value.match(/[a-z0-9]{20,}/gi) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run) && !isId(run));
}
