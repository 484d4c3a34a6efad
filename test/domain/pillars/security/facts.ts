// Facts of a carefully secured site; tests change what they are about.
import type {
  CookieFacts,
  Library,
  SecurityPage,
  SecuritySite,
  TlsFacts,
} from "../../../../domain/pillars/security/gathered.ts";

export const GOOD_CSP =
  "default-src 'none'; script-src 'nonce-0123456789abcdef0123456789abcdef'; style-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

export const GOOD_HEADERS: Record<string, string> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": GOOD_CSP,
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(self)",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

/** null omits a header. */
export function page(headers: Record<string, string | null> = {}, change: Partial<SecurityPage> = {}): SecurityPage {
  const url = change.url ?? "https://shop.example/";
  const all = { ...GOOD_HEADERS, ...headers };
  return {
    at: "2026-10-01T12:00:00.000Z",
    url,
    finalUrl: url,
    status: 200,
    loaded: true,
    html: true,
    hops: [
      {
        url,
        status: 200,
        headers: Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [{ name, value }])),
        setCookies: [],
      },
    ],
    metaCsp: [],
    metaReferrer: null,
    exchanges: [],
    exchangeCount: 0,
    cookies: [],
    cookieCount: 0,
    resources: [],
    plainReferences: [],
    forms: [],
    passwordFields: 0,
    inlineScripts: 0,
    inlineHandlers: 0,
    sourceMaps: [],
    libraries: scanned([]),
    ...change,
  };
}

export function site(pages: SecurityPage[] = [page()], change: Partial<SecuritySite> = {}): SecuritySite {
  return {
    at: "2026-10-01T12:00:00.000Z",
    baseUrl: "https://shop.example/",
    pages,
    redirect: { state: "answered", hops: ["http://shop.example/", "https://shop.example/"], status: 200 },
    tls: [tls()],
    exposures: [
      { id: "env", url: "https://shop.example/.env", state: "absent", pattern: null, status: 404, reason: null },
    ],
    advisories: { source: "test", date: "2026-09-01" },
    scanProblems: [],
    pageRules: [],
    ...change,
  };
}

export function tls(change: Partial<Extract<TlsFacts, { state: "measured" }>> = {}): TlsFacts {
  return {
    host: "shop.example",
    state: "measured",
    protocol: "TLSv1.3",
    oldProtocol: null,
    error: null,
    validTo: "2026-12-31T00:00:00.000Z",
    days: 90,
    issuer: "Test",
    ...change,
  };
}

export function cookie(name: string, change: Partial<CookieFacts> = {}): CookieFacts {
  return {
    name,
    domain: "shop.example",
    hostOnly: true,
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    expires: null,
    ...change,
  };
}

export function library(change: Partial<Library> = {}): Library {
  return {
    component: "jquery",
    version: "1.8.1",
    detectedBy: ["filecontent"],
    places: ["https://shop.example/jquery.js"],
    advisories: [{ severity: "medium", identifiers: ["CVE-2020-11022"], summary: "A hole.", below: "3.5.0" }],
    ...change,
  };
}

export function scanned(libraries: Library[]): SecurityPage["libraries"] {
  return { state: "scanned", data: { source: "test", date: "2026-09-01" }, libraries, unreadScripts: 0 };
}
