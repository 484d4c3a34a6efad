// Addresses as an audit may keep them: no credentials, no fragment, no query value that looks like a secret.

const MOST_CHARACTERS = 2_000;
const HIDDEN = "***";
const SECRET_NAME = /token|secret|passw|pwd|auth|session|signature|api[-_]?key|jwt|otp|^(sid|sig|key|code|hash)$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The address as it may be stored and shown; null for what is no http(s) address or is absurdly long. */
export function storableUrl(url: string, base?: string): string | null {
  if (url.length > MOST_CHARACTERS) return null;
  const parsed = URL.parse(url, base);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.href.length > MOST_CHARACTERS) return null;
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

/** Whether asking for the address would end a session, by its path or query. */
export const signsOut = (url: string): boolean => /(log|sign)[-_]?(out|off)/i.test(targetOf(url, url));

/** By its name, or by a run of mixed letters and digits that no word is. A UUID names a thing and opens nothing. */
function isSecret(name: string, value: string): boolean {
  if (value === "" || UUID.test(value)) return false;
  if (SECRET_NAME.test(name)) return true;
  return (value.match(/[a-z0-9]{20,}/gi) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run));
}
