import { expect } from "chai";
import type { CookieFacts, SecurityPage, SecuritySite } from "../../../../domain/pillars/security/gathered.ts";
import { POINTS, TESTS } from "../../../../domain/pillars/security/observatory.ts";
import { cookie, page, site, tls } from "./facts.ts";

type Case = [result: string | null, name: string, page: SecurityPage, change?: Partial<SecuritySite>];

const csp = (value: string | null, change: Partial<SecurityPage> = {}) =>
  page({ "content-security-policy": value }, change);
const twice = (...values: string[]): SecurityPage => {
  const one = csp(null);
  const [hop] = one.hops;
  if (hop) hop.headers.push(...values.map((value) => ({ name: "content-security-policy", value })));
  return one;
};
const header = (name: string) => (value: string | null) => page({ [name]: value });
const hsts = header("strict-transport-security");
const xfo = (value: string | null) => page({ "x-frame-options": value, "content-security-policy": null });
const referrer = header("referrer-policy");
const corp = header("cross-origin-resource-policy");
const coep = header("cross-origin-embedder-policy");
const coop = header("cross-origin-opener-policy");
const coopTwice = coop("same-origin");
coopTwice.hops[0]?.headers.push({ name: "cross-origin-opener-policy", value: "unsafe-none" });
const PLAIN = "http://shop.example/";
const plain = page({}, { url: PLAIN, finalUrl: PLAIN });
const led = (...hops: string[]): Partial<SecuritySite> => ({ redirect: { state: "answered", hops, status: 200 } });
const holding = (name: string, change: Partial<CookieFacts>, hstsValue: string | null = null) =>
  page({ "strict-transport-security": hstsValue }, { cookies: [cookie(name, change)] });
const script = (url: string, integrity: boolean) => ({ kind: "script" as const, url, integrity, crossorigin: true });
const loading = (...resources: SecurityPage["resources"]) => page({}, { resources });
const shared = (change: Partial<Extract<SecuritySite["cors"], { state: "answered" }>>): Partial<SecuritySite> => ({
  cors: { state: "answered", url: PLAIN, allowOrigin: "reflected", reflected: true, credentials: true, ...change },
});
const CDN = "https://cdn.example.net/a.js";
const WEAK = "csp-implemented-with-unsafe-inline";
const NO_UNSAFE = "csp-implemented-with-no-unsafe";

const CASES: Record<string, Case[]> = {
  csp: [
    ["csp-not-implemented", "none", csp(null)],
    [
      "csp-not-implemented-but-reporting-enabled",
      "report only",
      page({ "content-security-policy": null, "content-security-policy-report-only": "default-src 'none'" }),
    ],
    [
      "csp-not-implemented",
      "frame-ancestors in a meta element alone",
      csp(null, { metaCsp: ["frame-ancestors 'none'"] }),
    ],
    ["csp-header-invalid", "a directive twice", csp("img-src 'self'; img-src a.test")],
    [NO_UNSAFE, "a report directive twice", csp("default-src 'self'; report-uri /a; report-uri /b")],
    ["csp-header-invalid", "strict-dynamic without a nonce", csp("default-src 'none'; script-src 'strict-dynamic'")],
    [WEAK, "no script-src", csp("img-src 'self'")],
    [WEAK, "data: scripts", csp("default-src 'self'; script-src DATA:")],
    [WEAK, "any host", csp("default-src 'self'; script-src https:")],
    [WEAK, "plug-ins of any host", csp("default-src 'self'; object-src *")],
    [NO_UNSAFE, "unsafe-inline beside a nonce", csp("default-src 'self'; script-src 'nonce-abc' 'unsafe-inline'")],
    [
      NO_UNSAFE,
      "strict-dynamic, whose hosts do not count",
      csp("object-src 'none'; script-src 'nonce-abc' 'strict-dynamic' https: 'unsafe-inline'; style-src 'self'"),
    ],
    ["csp-implemented-with-insecure-scheme", "http: for frames", csp("default-src 'self'; frame-src http://a.test")],
    [NO_UNSAFE, "http: on a page over http:", csp("default-src 'self'; frame-src http://a.test", { finalUrl: PLAIN })],
    ["csp-implemented-with-unsafe-eval", "eval", csp("default-src 'self'; script-src 'self' 'unsafe-eval'")],
    [
      "csp-implemented-with-insecure-scheme-in-passive-content-only",
      "http: for pictures",
      csp("default-src 'self'; img-src http:"),
    ],
    [
      "csp-implemented-with-unsafe-inline-in-style-src-only",
      "inline styles",
      csp("default-src 'self'; style-src 'unsafe-inline'"),
    ],
    [NO_UNSAFE, "self", csp("default-src 'self'")],
    ["csp-implemented-with-no-unsafe-default-src-none", "none by default", csp("default-src 'none'; img-src 'self'")],
    [
      "csp-implemented-with-no-unsafe-default-src-none",
      "two policies without a common source",
      twice("default-src *", "default-src 'self'; style-src a.test"),
    ],
    [
      NO_UNSAFE,
      "two in one header",
      csp("script-src 'self' 'unsafe-inline'; object-src 'none', script-src 'self'; style-src 'self'"),
    ],
    [NO_UNSAFE, "a meta element", csp(null, { metaCsp: ["default-src 'self'"] })],
  ],
  hsts: [
    ["hsts-implemented-max-age-at-least-six-months", "180 days", hsts("max-age=15552000")],
    ["hsts-implemented-max-age-less-than-six-months", "less", hsts("max-age=15551999; includeSubDomains")],
    ["hsts-header-invalid", "no age", hsts("includeSubDomains")],
    ["hsts-header-invalid", "twice", hsts("max-age=15552000, max-age=15552000")],
    ["hsts-not-implemented", "none", hsts(null)],
    ["hsts-not-implemented-no-https", "plain HTTP", plain],
    ["hsts-invalid-cert", "a wrong certificate", page(), { tls: [tls({ error: "CERT_HAS_EXPIRED" })] }],
    [null, "this machine", page({}, { finalUrl: "http://127.0.0.1:4500/" })],
  ],
  redirection: [
    ["redirection-to-https", "at once", page(), led(PLAIN, "https://shop.example/")],
    ["redirection-missing", "none", plain, led(PLAIN)],
    ["redirection-not-to-https", "elsewhere", plain, led(PLAIN, "http://www.shop.example/")],
    [
      "redirection-not-to-https-on-initial-redirection",
      "late",
      page(),
      led(PLAIN, `${PLAIN}a`, "https://shop.example/"),
    ],
    ["redirection-off-host-from-http", "another host", page(), led(PLAIN, "https://www.shop.example/")],
    ["redirection-not-needed-no-http", "no answer over HTTP", page(), { redirect: { state: "no_http" } }],
    ["redirection-invalid-cert", "a wrong certificate", page(), { tls: [tls({ error: "CERT_HAS_EXPIRED" })] }],
    [null, "not measured", page(), { redirect: { state: "not_measured", reason: "late" } }],
  ],
  "referrer-policy": [
    ["referrer-policy-private", "the last known one", referrer("unsafe-url, No-Referrer, new-one")],
    ["referrer-policy-unsafe", "unsafe", referrer("origin")],
    ["referrer-policy-header-invalid", "unknown", referrer("whatever")],
    ["referrer-policy-unsafe", "a meta element after the header", page({}, { metaReferrer: "unsafe-url" })],
    ["referrer-policy-not-implemented", "none", referrer(null)],
  ],
  "x-content-type-options": [
    ["x-content-type-options-nosniff", "in capitals", header("x-content-type-options")(" NoSniff ")],
    ["x-content-type-options-header-invalid", "another word", header("x-content-type-options")("sniff")],
    ["x-content-type-options-not-implemented", "none", header("x-content-type-options")(null)],
  ],
  "x-frame-options": [
    ["x-frame-options-sameorigin-or-deny", "deny", xfo("DENY")],
    ["x-frame-options-allow-from-origin", "ALLOW-FROM costs nothing", xfo("ALLOW-FROM https://a.test/")],
    ["x-frame-options-header-invalid", "another word", xfo("SAMEORIGIN, DENY")],
    ["x-frame-options-not-implemented", "none", xfo(null)],
    ["x-frame-options-implemented-via-csp", "frame-ancestors instead", page({ "x-frame-options": null })],
  ],
  coep: [
    ["coep-not-implemented", "none", coep(null)],
    ["coep-implemented-with-require-corp", "require-corp", coep('require-corp; report-to="coep"')],
    ["coep-implemented-with-credentialless", "credentialless", coep("credentialless")],
    ["coep-implemented-with-unsafe-none", "unsafe-none", coep("unsafe-none")],
    ["coep-header-invalid", "a quoted value", coep('"require-corp"')],
    ["coep-header-invalid", "capitals", coep("Require-Corp")],
    ["coep-header-invalid", "an unknown value", coep("whimsy")],
  ],
  coop: [
    ["coop-not-implemented", "none", coop(null)],
    ["coop-implemented-with-same-origin", "same-origin", coop("same-origin; report-to")],
    ["coop-implemented-with-same-origin-allow-popups", "popups", coop("same-origin-allow-popups")],
    ["coop-implemented-with-noopener-allow-popups", "noopener", coop("noopener-allow-popups")],
    ["coop-implemented-with-unsafe-none", "unsafe-none", coop("unsafe-none")],
    ["coop-header-invalid", "what is no structured field", coop("same-origin; report-to=coop endpoint")],
    ["coop-header-invalid", "two headers", coopTwice],
  ],
  corp: [
    ["corp-implemented", "same-site", corp("same-site")],
    ["corp-implemented-with-cross-origin", "cross-origin", corp("cross-origin")],
    ["corp-header-invalid", "capitals", corp("Same-Origin")],
    ["corp-not-implemented", "none", corp(null)],
  ],
  cors: [
    ["cross-origin-resource-sharing-implemented-with-universal-access", "any origin with cookies", page(), shared({})],
    [null, "any origin without cookies", page(), shared({ credentials: false })],
    [null, "*", page(), shared({ allowOrigin: "any", reflected: false })],
    [null, "not asked", page()],
  ],
  sri: [
    [null, "no scripts", page()],
    [
      "sri-not-implemented-but-all-scripts-loaded-from-secure-origin",
      "own scripts",
      loading(script("https://static.shop.example/a.js", false)),
    ],
    [
      "sri-implemented-and-all-scripts-loaded-securely",
      "own ones with a hash",
      loading(script("https://shop.example/a.js", true)),
    ],
    ["sri-implemented-and-external-scripts-loaded-securely", "others' with a hash", loading(script(CDN, true))],
    [
      "sri-not-implemented-but-external-scripts-loaded-securely",
      "one without",
      loading(script(CDN, true), script(`${CDN}?2`, false)),
    ],
    [
      "sri-implemented-but-external-scripts-not-loaded-securely",
      "plain HTTP with a hash",
      loading(script("http://cdn.example.net/a.js", true)),
    ],
    [
      "sri-not-implemented-and-external-scripts-not-loaded-securely",
      "plain HTTP",
      loading(script("http://cdn.example.net/a.js", false)),
    ],
  ],
  cookies: [
    [null, "none", page()],
    ["cookies-secure-with-httponly-sessions-and-samesite", "all", holding("sess", {})],
    ["cookies-secure-with-httponly-sessions", "no SameSite", holding("a", { sameSite: null })],
    ["cookies-without-secure-flag", "not secure", holding("a", { secure: false })],
    [
      "cookies-without-secure-flag-but-protected-by-hsts",
      "behind HSTS",
      holding("a", { secure: false }, "max-age=31536000"),
    ],
    ["cookies-session-without-secure-flag", "a session", holding("my_login", { secure: false })],
    [
      "cookies-session-without-secure-flag-but-protected-by-hsts",
      "a session behind HSTS",
      holding("SESSID", { secure: false }, "max-age=31536000"),
    ],
    ["cookies-session-without-httponly-flag", "a session for scripts", holding("sess", { httpOnly: false })],
    ["cookies-anticsrf-without-samesite-flag", "a token without SameSite", holding("csrf_token", { sameSite: null })],
    ["cookies-samesite-flag-invalid", "an unknown SameSite", holding("a", { sameSite: null, invalidSameSite: true })],
    ["cookies-samesite-flag-invalid", "None without Secure", holding("a", { sameSite: "None", secure: false })],
  ],
};

describe("Observatory's tests", () => {
  for (const test of TESTS)
    describe(test.name, () => {
      for (const [result, name, one, change] of CASES[test.name] ?? [])
        it(`${result ?? "no result"}: ${name}`, () => {
          expect(test.result(one, site([one], change))).to.equal(result);
        });
    });

  it("have a case for every result that is worth points", () => {
    const seen = new Set(Object.values(CASES).flatMap((cases) => cases.map(([result]) => result)));
    expect(Object.keys(POINTS).filter((result) => !seen.has(result))).to.deep.equal([]);
    expect(Object.keys(CASES).sort()).to.deep.equal(TESTS.map(({ name }) => name).sort());
  });
});
