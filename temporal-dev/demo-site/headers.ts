/** Response headers of a careful shop and of a careless one. */
import type { PageContext } from "./core.ts";

type Headers = Record<string, string>;

/** The page that is shown in a frame, and the page that contains the frame. */
const FRAMED = "/repairs/visit";
const HOLDS_FRAME = "/repairs";

function contentSecurityPolicy({ nonce, path }: Pick<PageContext, "nonce" | "path">): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(path === HOLDS_FRAME ? ["frame-src 'self'"] : []),
    path === FRAMED ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
  ].join("; ");
}

/** `origin`: Origin header of the request, if any. */
export function commonHeaders(
  context: Pick<PageContext, "flaw" | "nonce" | "path">,
  secure: boolean,
  origin?: string,
): Headers {
  const headers: Headers = {};
  if (!context.flaw("security-missing-headers")) {
    Object.assign(headers, {
      "Content-Security-Policy": contentSecurityPolicy(context),
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": context.path === FRAMED ? "SAMEORIGIN" : "DENY",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    // Must not be sent over plain HTTP, where browsers ignore it.
    if (secure) headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains";
  }
  if (context.flaw("security-server-leak")) {
    headers.Server = "Apache/2.2.15 (CentOS)";
    headers["X-Powered-By"] = "PHP/5.3.3";
  }
  if (context.flaw("security-open-cors")) {
    headers["Access-Control-Allow-Credentials"] = "true";
    if (origin !== undefined) headers["Access-Control-Allow-Origin"] = origin;
  }
  return headers;
}

/** Returns a first-party cookie that neither scripts nor other sites can read. */
export function cookie(name: string, value: string, maxAge: number, secure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Cookies that a careless shop sets without consent. */
export function carelessCookies(context: PageContext, known: ReadonlyMap<string, string>): string[] {
  const cookies: string[] = [];
  if (context.flaw("security-cookie-flags") && !known.has("session_id")) cookies.push("session_id=7f3a9c51e2; Path=/");
  if (context.flaw("privacy-cookie-before-consent") && !known.has("_ga"))
    cookies.push("_ga=GA1.1.1804289383.1741900000; Path=/; Max-Age=63072000; HttpOnly; SameSite=Lax");
  return cookies;
}

export function parseCookies(header: string | undefined): Map<string, string> {
  const pairs = (header ?? "").split(";").flatMap((part): [string, string][] => {
    const at = part.indexOf("=");
    return at < 1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });
  return new Map(pairs);
}
