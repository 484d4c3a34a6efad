// Determines the faults of a cookie from its name and attributes alone.
import { trackerOf } from "../../consent/trackers.ts";
import { hostOf, isPlainLoopback } from "./addresses.ts";
import type { CookieFacts, SitePage } from "./gathered.ts";

/** Faults, most severe first. */
export const COOKIE_FAULTS = [
  "session-not-secure",
  "session-not-httponly",
  "not-secure",
  "session-no-samesite",
  "samesite-none-not-secure",
  "samesite-invalid",
  "secure-prefix",
  "host-prefix",
  "no-samesite",
] as const;
export type CookieFault = (typeof COOKIE_FAULTS)[number];

const SESSION_NAME =
  /sess|^(?:.{0,40}[._-])?(?:sid|auth|jwt|login|remember|sso)(?:[._-]|$)|connect\.sid|access_?token|refresh_?token|id_?token/i;
/** Scripts read anti-forgery tokens on purpose. */
const ANTI_FORGERY_NAME = /csrf|xsrf|forgery/i;

/** Cookies of trackers may count sessions (`_hjSession_1`), but nobody signs in with them, and scripts set them. */
export function looksLikeSession(name: string): boolean {
  return SESSION_NAME.test(name) && !ANTI_FORGERY_NAME.test(name) && trackerOf(name) === null;
}

/**
 * Returns the cookies of the page's host and its parent domains: those that the browser stores and those that it
 * rejected, which only the header shows. The privacy pillar covers cookies of other sites.
 */
export function ownCookies(page: Pick<SitePage, "cookies" | "hops" | "finalUrl">): CookieFacts[] {
  const host = hostOf(page.finalUrl);
  const own = (cookie: CookieFacts): boolean =>
    host === cookie.domain || (!cookie.hostOnly && host.endsWith(`.${cookie.domain}`));
  const held = page.cookies.filter(own);
  const names = new Set(held.map(({ name }) => name));
  const sent = page.hops.flatMap(({ setCookies }) => setCookies);
  // Only the header shows an invalid SameSite value; browsers store such a cookie as if it had none.
  const invalid = new Set(sent.flatMap((cookie) => (cookie.invalidSameSite ? [cookie.name] : [])));
  const refused = sent.filter((cookie) => own(cookie) && !names.has(cookie.name) && isLive(cookie));
  const seen = held.map((cookie) =>
    cookie.sameSite === null && invalid.has(cookie.name) ? { ...cookie, invalidSameSite: true } : cookie,
  );
  return [...seen, ...new Map(refused.map((cookie) => [cookie.name, cookie])).values()];
}

/** A cookie that is set in order to delete it needs no attributes. */
function isLive({ expires }: CookieFacts): boolean {
  return expires === null || !(Date.parse(expires) <= 0);
}

/** Returns the faults, most severe first. `Secure` is not required over plain HTTP to this machine, because no network is involved. */
export function faultsOf(cookie: CookieFacts, pageUrl: string): CookieFault[] {
  const session = looksLikeSession(cookie.name);
  const wireless = isPlainLoopback(pageUrl);
  const faults: CookieFault[] = [];
  if (!cookie.secure && !wireless) faults.push(session ? "session-not-secure" : "not-secure");
  if (session && !cookie.httpOnly) faults.push("session-not-httponly");
  if (cookie.invalidSameSite) faults.push("samesite-invalid");
  else if (cookie.sameSite === null) faults.push(session ? "session-no-samesite" : "no-samesite");
  if (cookie.sameSite === "None" && !cookie.secure) faults.push("samesite-none-not-secure");
  if (/^__secure-/i.test(cookie.name) && !cookie.secure) faults.push("secure-prefix");
  if (/^__host-/i.test(cookie.name) && !(cookie.secure && cookie.hostOnly && cookie.path === "/"))
    faults.push("host-prefix");
  return faults.sort((a, b) => COOKIE_FAULTS.indexOf(a) - COOKIE_FAULTS.indexOf(b));
}

/** Parses name and attributes of one Set-Cookie line (RFC 6265bis, 5.6). The value is never read. */
export function readSetCookie(line: string, host: string, now: number): CookieFacts | null {
  const [pair = "", ...attributes] = line.slice(0, 6_000).split(";", 20);
  const at = pair.indexOf("=");
  const name = (at < 0 ? "" : pair.slice(0, at)).trim().slice(0, 100);
  if (name === "") return null;
  const facts: CookieFacts = {
    name,
    domain: host,
    hostOnly: true,
    path: "/",
    secure: false,
    httpOnly: false,
    sameSite: null,
    expires: null,
  };
  let maxAge: number | undefined;
  for (const attribute of attributes) {
    const [key = "", value = ""] = attribute.split("=", 2).map((text) => text.trim());
    const lower = value.toLowerCase();
    switch (key.toLowerCase()) {
      case "secure":
        facts.secure = true;
        break;
      case "httponly":
        facts.httpOnly = true;
        break;
      case "samesite":
        facts.sameSite = lower === "strict" ? "Strict" : lower === "lax" ? "Lax" : lower === "none" ? "None" : null;
        if (facts.sameSite === null) facts.invalidSameSite = true;
        else delete facts.invalidSameSite;
        break;
      case "domain":
        if (value !== "") {
          facts.domain = lower.replace(/^\./, "").slice(0, 253);
          facts.hostOnly = false;
        }
        break;
      case "path":
        if (value.startsWith("/")) facts.path = value.slice(0, 100);
        break;
      case "max-age":
        if (/^-?\d{1,12}$/.test(value)) maxAge = Number(value);
        break;
      case "expires": {
        const time = Date.parse(value);
        if (!Number.isNaN(time)) facts.expires = isoOf(time <= now ? 0 : time);
        break;
      }
    }
  }
  if (maxAge !== undefined) facts.expires = isoOf(maxAge <= 0 ? 0 : now + maxAge * 1_000);
  return facts;
}

/** Limits dates to the last one that JavaScript supports. */
function isoOf(time: number): string {
  return new Date(Math.min(Math.max(time, 0), 8.64e15)).toISOString();
}
