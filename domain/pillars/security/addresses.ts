// Security properties of URLs.
import { classifyAddress } from "../../net/addresses.ts";
import { isLocalhostName, targetOfUrl } from "../../net/targets.ts";

export const isHttps = (url: string): boolean => url.startsWith("https:");

/** Whether the URL is plain HTTP to this machine: no network is involved, and browsers treat it as secure. */
export function isPlainLoopback(url: string): boolean {
  return url.startsWith("http:") && isLoopback(url);
}

export function isLoopback(url: string): boolean {
  const target = targetOfUrl(url);
  if (target === undefined) return false;
  return target.ip === undefined ? isLocalhostName(target.host) : classifyAddress(target.ip).kind === "loopback";
}

/** Whether the URL is plain HTTP over a network. */
export const isExposedHttp = (url: string): boolean => url.startsWith("http:") && !isLoopback(url);

export function hostOf(url: string): string {
  return targetOfUrl(url)?.host ?? "";
}

/**
 * Whether two hosts probably belong to one owner: they are equal or share the last two labels. Hosts under a shared suffix such
 * as co.uk count as one owner too, so a rule about third parties misses a finding rather than reporting a wrong one.
 */
export function sameSite(a: string, b: string): boolean {
  const [one, other] = [targetOfUrl(a), targetOfUrl(b)];
  if (one === undefined || other === undefined) return false;
  if (one.host === other.host) return true;
  if (one.ip !== undefined || other.ip !== undefined) return false;
  const owner = (host: string): string => host.split(".").slice(-2).join(".");
  return owner(one.host) === owner(other.host) && one.host.includes(".");
}

/** Returns the URL for a finding's target without its query, which may change with each load. */
export function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

const MAX_CHARACTERS = 300;
/** Parameter names whose values are always secret. */
const SECRET_NAME =
  /token|secret|passw|pwd|signature|^sig$|^key$|api_?key|auth|session|^sid$|^code$|^state$|credential|email/i;

/** Returns a URL that may be stored: without credentials, fragment or values that look like tokens, and limited in length. */
export function withoutSecrets(url: string): string {
  const parsed = URL.parse(url.slice(0, 8_000));
  if (parsed === null) return url.slice(0, 40);
  if (!/^(https?|wss?):$/.test(parsed.protocol)) return parsed.protocol;
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  if (parsed.search !== "") {
    const kept = [...parsed.searchParams].slice(0, 20).map(([name, value]): [string, string] => {
      const secret = SECRET_NAME.test(name) || /^[\w+/=.~-]{20,}$/.test(value);
      return [name.slice(0, 60), secret && value !== "" ? "hidden" : value.slice(0, 60)];
    });
    parsed.search = new URLSearchParams(kept).toString();
  }
  return parsed.href.slice(0, MAX_CHARACTERS);
}
