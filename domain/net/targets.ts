// Parses URLs and authorities as a browser does, so that what is checked is what would be connected to.
import { parseIp } from "./addresses.ts";

export type Scheme = "http" | "https" | "ws" | "wss";

/** `host` is lower case, in punycode, without brackets and trailing dot; `ip` is set if the host is a literal address. */
export type Target = { host: string; port: number; ip?: string };
export type UrlTarget = Target & { scheme: Scheme };

const DEFAULT_PORT: Readonly<Record<Scheme, number>> = { http: 80, https: 443, ws: 80, wss: 443 };

/**
 * Returns the target of an absolute URL, or undefined if it is not a URL or its scheme is not http(s) or ws(s). The WHATWG parser turns
 * 2130706433, 0x7f.1, 017700000001 and 127.1 into 127.0.0.1.
 */
export function targetOfUrl(url: string | URL): UrlTarget | undefined {
  const parsed = typeof url === "string" ? URL.parse(url) : url;
  if (parsed === null) return undefined;
  const scheme = schemeOf(parsed);
  const host = parsed.hostname;
  if (scheme === undefined || host === "") return undefined;
  return { scheme, ...targetOfHost(host, parsed.port === "" ? DEFAULT_PORT[scheme] : Number(parsed.port)) };
}

/**
 * Returns the target of `host[:port]` from a CONNECT line or a Host header. Returns undefined if it is malformed, contains credentials, or
 * has no port and there is no default.
 */
export function targetOfAuthority(authority: string, defaultPort?: number): Target | undefined {
  // A URL parser would take these for the end of the authority, or for credentials.
  if (/[\s/\\?#@]/.test(authority)) return undefined;
  const parsed = URL.parse(`http://${authority}`);
  if (parsed === null || parsed.hostname === "") return undefined;
  // The parser drops http's default port 80, but an explicit port must be kept.
  const written = /:0*80$/.test(authority) ? 80 : defaultPort;
  const port = parsed.port === "" ? written : Number(parsed.port);
  return port === undefined || port === 0 ? undefined : targetOfHost(parsed.hostname, port);
}

/** Returns the target of a host name as a URL parser returns it (`URL.hostname`, including brackets) and a port. */
export function targetOfHost(hostname: string, port: number): Target {
  const ip = parseIp(hostname)?.toString();
  if (ip !== undefined) return { host: ip, port, ip };
  return { host: hostname.toLowerCase().replace(/\.$/, ""), port };
}

/** Returns `host:port` for people, with brackets around IPv6. */
export function formatTarget({ host, port }: Target): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** RFC 6761: `localhost` and everything below it is this machine, regardless of what a resolver returns. */
export function isLocalhostName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

function schemeOf(url: URL): Scheme | undefined {
  const scheme = url.protocol.slice(0, -1);
  return Object.hasOwn(DEFAULT_PORT, scheme) ? (scheme as Scheme) : undefined;
}
