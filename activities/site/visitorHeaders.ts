// Access headers for requests without a browser, only for the environment's own origin.
import { domainMatch, pathMatch } from "tough-cookie";
import type { SiteEntry } from "../../browsers/page/access.ts";
import type { SessionState } from "../../browsers/page/session.ts";
import { basicPair } from "../../domain/net/basicAuth.ts";

export const onOrigin = (access: SiteEntry | undefined, url: string): boolean =>
  access !== undefined && URL.parse(access.origin)?.origin === URL.parse(url)?.origin;

/** Returns the headers the environment requires of all visitors, only for its own origin. Names are in lower case. */
export function visitorHeaders(access: SiteEntry | undefined, url: string): Record<string, string> {
  if (!access || !onOrigin(access, url)) return {};
  const given = Object.entries(access.headers ?? {});
  const headers: Record<string, string> = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
  const { basicAuth, cookies = [] } = access;
  if (basicAuth) headers.authorization = `Basic ${basicPair(basicAuth)}`;
  const path = URL.parse(url)?.pathname ?? "/";
  const sent = cookies.filter((cookie) => pathMatch(path, cookie.path ?? "/"));
  if (sent.length > 0) headers.cookie = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  return headers;
}

/** Adds the session obtained by signing in, for the environment's own origin. */
export function withSession(
  headers: Record<string, string>,
  url: string,
  state: SessionState | undefined,
): Record<string, string> {
  if (state === undefined) return headers;
  const given = Object.entries(state.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const { hostname, pathname, protocol } = new URL(url);
  const sent = state.cookies.filter(
    ({ domain, path, secure }) =>
      (domain.startsWith(".") ? domainMatch(hostname, domain.slice(1)) : hostname === domain) &&
      pathMatch(pathname, path) &&
      (!secure || protocol === "https:"),
  );
  const all = { ...headers, ...Object.fromEntries(given) };
  return withCookies(
    all,
    sent.map(({ name, value }) => `${name}=${value}`),
  );
}

export function withCookies(headers: Record<string, string>, cookies: readonly string[]): Record<string, string> {
  if (cookies.length === 0) return headers;
  return { ...headers, cookie: [headers.cookie ?? [], cookies].flat().join("; ") };
}
