// Addresses as an audit may keep them: no credentials, no fragment, no query value that looks like a secret.

const MAX_CHARACTERS = 2_000;
const HIDDEN = "***";
/** What no other word holds, wherever it is in a parameter's name. */
const SECRET_NAME = /token|secret|passw|pwd|session|sessid|signature|api[-_]?key|jwt|csrf|xsrf|^(sig|key|code|hash)$/i;
/** Short ones stand alone: `author` and `footprint` are no secrets. */
const SECRET_WORDS = new Set(["auth", "authkey", "authcode", "authorization", "oauth", "otp", "totp", "sid"]);
/** Names of what works once by a value that nobody guesses, and of one letter, which say nothing. */
const ONE_TIME = /reset|confirm|verif|activat|invit|unsubscribe|magic|nonce|hmac|^.$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Ids of databases, up to a UUID without its hyphens. They name a thing and open nothing. */
const HEX_ID = /^[0-9a-f]{20,32}$/i;
const SIGN_OUT = new Set(["logout", "logoff", "signout", "signoff"]);

/** The address as it may be stored and shown; null for what is no http(s) address or is absurdly long. */
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

/** Something was taken out of it, so it can be shown but not asked for. */
export const isHidden = (url: string): boolean => url.includes(`=${HIDDEN}`);

/** The address as a finding's target: without the origin where it is the page's own, so that it holds in every environment. */
export function targetOf(url: string, pageUrl: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url.slice(0, 200);
  const own = URL.parse(pageUrl)?.origin === parsed.origin;
  return `${own ? parsed.pathname + parsed.search : parsed.href}`.slice(0, 300);
}

/** The same without its query, for files whose query is their version. */
export const fileTargetOf = (url: string, pageUrl: string): string => targetOf(url.split("?")[0] ?? "", pageUrl);

export const originOf = (url: string): string => URL.parse(url)?.origin ?? "";

/**
 * Whether asking for the address would end a session: a part of its path or query is a sign-out, alone or with one more word
 * (`/log-out`, `/user-logout`, `?task=user.logout`). Longer ones are titles, and words that only hold the letters are others
 * (`/catalog-offers`, `/design-outlet`).
 */
export function signsOut(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  return [parsed.pathname, ...[...parsed.searchParams].flat()].some((text) =>
    decoded(text)
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

/** In small letters; capitals within and signs between begin a new one. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** By its name, or by a run of mixed letters and digits that no word is. A UUID names a thing and opens nothing. */
function isSecret(name: string, value: string): boolean {
  if (value === "" || UUID.test(value)) return false;
  if (SECRET_NAME.test(name) || wordsOf(name).some((word) => SECRET_WORDS.has(word))) return true;
  const isId = (run: string) => HEX_ID.test(run) && !ONE_TIME.test(name);
  return (value.match(/[a-z0-9]{20,}/gi) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run) && !isId(run));
}
