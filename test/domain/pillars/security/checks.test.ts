// Every rule with cases that fail, warn, pass, or do not apply; the last test fails for a rule without all of them.
import { expect } from "chai";
import type { Check, CheckResult, Outcome } from "../../../../domain/audit/finding.ts";
import type { SecurityPage, SecuritySite } from "../../../../domain/pillars/security/gathered.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "../../../../domain/pillars/security/table.ts";
import { cookie, GOOD_CSP, library, page, scanned, site, tls } from "./facts.ts";

/** `target` and `says`: of the first result with the outcome. */
type Case<G> = { why: string; given: G; outcome: Outcome; target?: string; says?: RegExp };

const LOCAL = "http://127.0.0.1:4500/";
const csp = (value: string | null, more: Record<string, string | null> = {}) =>
  site([page({ "content-security-policy": value, ...more })]);
const header = (name: string, value: string | null) => site([page({ [name]: value })]);
const metaReferrer = (text: string) =>
  site([page({ "referrer-policy": "strict-origin-when-cross-origin" }, { metaReferrer: text })]);
const withCookies = (...cookies: ReturnType<typeof cookie>[]) => site([page({}, { cookies })]);
const probe = (id: string, path: string, state: "exposed" | "absent" | "not_measured") =>
  site(undefined, {
    exposures: [
      { id, url: `https://shop.example${path}`, state, pattern: "a pattern", status: 200, reason: "no answer" },
    ],
  });
const sharing = (allowOrigin: "none" | "any" | "reflected" | "named", credentials: boolean) =>
  site(undefined, {
    cors: {
      state: "answered",
      url: "https://shop.example/",
      allowOrigin,
      reflected: allowOrigin === "reflected",
      credentials,
    },
  });
const redirect = (hops: string[], status = 200) => site(undefined, { redirect: { state: "answered", hops, status } });
const script = (url: string, integrity = false, crossorigin = false) =>
  page({}, { resources: [{ kind: "script", url, integrity, crossorigin }] });

const SITE: Record<string, Case<SecuritySite>[]> = {
  headers: [
    { why: "all are there", given: site(), outcome: "passed" },
    { why: "no policy", given: csp(null), outcome: "failed", target: "Content-Security-Policy" },
    { why: "no HSTS over HTTPS", given: header("strict-transport-security", null), outcome: "failed" },
    {
      why: "no HSTS over plain HTTP to this machine",
      given: site([page({ "strict-transport-security": null }, { url: LOCAL })]),
      outcome: "passed",
    },
    { why: "no nosniff", given: header("x-content-type-options", null), outcome: "failed", says: /declared one\.$/ },
    { why: "frames are kept off by the policy", given: header("x-frame-options", null), outcome: "passed" },
    {
      why: "frames are open",
      given: csp("script-src 'self'", { "x-frame-options": null }),
      outcome: "failed",
      target: "X-Frame-Options",
    },
    {
      why: "a policy in a meta element counts",
      given: site([page({ "content-security-policy": null }, { metaCsp: [GOOD_CSP] })]),
      outcome: "passed",
    },
    {
      why: "frame-ancestors in a meta element does not",
      given: site([page({ "content-security-policy": null, "x-frame-options": null }, { metaCsp: [GOOD_CSP] })]),
      outcome: "failed",
      target: "X-Frame-Options",
    },
    { why: "good practice only warns", given: header("permissions-policy", null), outcome: "warning" },
    {
      why: "one of two pages lacks it",
      given: site([page(), page({ "x-content-type-options": null }, { url: "https://shop.example/a" })]),
      outcome: "failed",
      says: /\(1 of 2 pages\)\.$/,
    },
    { why: "no answer was seen", given: site([page({}, { hops: [] })]), outcome: "inapplicable" },
  ],
  "csp-weak": [
    { why: "strict", given: csp(GOOD_CSP), outcome: "passed" },
    {
      why: "inline scripts run",
      given: csp("script-src 'self' 'unsafe-inline'; object-src 'none'"),
      outcome: "failed",
      target: "script-src script-unsafe-inline",
    },
    { why: "any host", given: csp("default-src *"), outcome: "failed" },
    { why: "no rule about scripts", given: csp("frame-ancestors 'self'"), outcome: "failed" },
    { why: "eval", given: csp("script-src 'self' 'unsafe-eval'; object-src 'none'"), outcome: "warning" },
    { why: "only plug-ins are open", given: csp("script-src 'nonce-abcdefabcdefabcdef'"), outcome: "review" },
    {
      why: "a second policy is strict",
      given: csp(`script-src 'unsafe-inline' *; object-src *, ${GOOD_CSP}`),
      outcome: "passed",
    },
    { why: "no policy", given: csp(null), outcome: "inapplicable" },
  ],
  hsts: [
    { why: "two years", given: site(), outcome: "passed" },
    { why: "unreadable", given: header("strict-transport-security", "includeSubDomains"), outcome: "failed" },
    { why: "switched off", given: header("strict-transport-security", "max-age=0"), outcome: "failed" },
    {
      why: "a day",
      given: header("strict-transport-security", 'Max-Age="86400"'),
      outcome: "warning",
      says: / 1 day;/,
    },
    { why: "plain HTTP", given: site([page({}, { url: LOCAL })]), outcome: "inapplicable" },
  ],
  nosniff: [
    { why: "nosniff", given: header("x-content-type-options", "NoSniff"), outcome: "passed" },
    { why: "another word", given: header("x-content-type-options", "sniff, nosniff"), outcome: "failed" },
    { why: "missing", given: header("x-content-type-options", null), outcome: "inapplicable" },
  ],
  "frame-ancestors": [
    { why: "DENY", given: csp("script-src 'self'"), outcome: "passed" },
    { why: "open to all", given: csp("frame-ancestors *"), outcome: "failed", target: "frame-ancestors" },
    { why: "a word nobody knows", given: csp("x", { "x-frame-options": "ALLOWALL" }), outcome: "failed" },
    {
      why: "no longer known",
      given: csp("x", { "x-frame-options": "ALLOW-FROM https://a.example" }),
      outcome: "failed",
    },
    { why: "two words", given: csp("x", { "x-frame-options": "SAMEORIGIN, DENY" }), outcome: "warning" },
    {
      why: "a known and an unknown word, which block together",
      given: csp("x", { "x-frame-options": "SAMEORIGIN, ALLOW-FROM https://a.example" }),
      outcome: "warning",
    },
    { why: "nothing said", given: csp(null, { "x-frame-options": null }), outcome: "inapplicable" },
  ],
  "referrer-policy": [
    { why: "strict", given: site(), outcome: "passed" },
    {
      why: "a list whose last known one counts",
      given: header("referrer-policy", "unsafe-url, same-origin, new"),
      outcome: "passed",
    },
    { why: "whole addresses", given: header("referrer-policy", "unsafe-url"), outcome: "failed", says: /unsafe-url/ },
    { why: "not known", given: header("referrer-policy", "sometimes"), outcome: "warning" },
    { why: "an older word for whole addresses", given: metaReferrer("always"), outcome: "failed", says: /unsafe-url/ },
    { why: "an older word for nothing", given: metaReferrer("never"), outcome: "passed" },
    { why: "an unknown word beside a strict header", given: metaReferrer(""), outcome: "passed" },
    { why: "missing", given: header("referrer-policy", null), outcome: "inapplicable" },
  ],
  "permissions-policy": [
    { why: "closed", given: site(), outcome: "passed" },
    { why: "cannot be read", given: header("permissions-policy", "camera 'none'"), outcome: "failed" },
    { why: "open in a list", given: header("permissions-policy", 'usb=("https://a.test" *)'), outcome: "warning" },
    { why: "a comma too many", given: header("permissions-policy", "camera=(),"), outcome: "failed" },
    { why: "a name in quotes", given: header("permissions-policy", 'camera=("*")'), outcome: "passed" },
    { why: "open", given: header("permissions-policy", "camera=*, usb=(self)"), outcome: "warning", target: "camera" },
    { why: "missing", given: header("permissions-policy", null), outcome: "inapplicable" },
  ],
  "cross-origin-policies": [
    { why: "closed", given: site(), outcome: "passed" },
    {
      why: "parameters count as nothing",
      given: header("cross-origin-opener-policy", 'same-origin; report-to="a"'),
      outcome: "passed",
    },
    {
      why: "a parameter after the embedder policy",
      given: header("cross-origin-embedder-policy", 'require-corp; report-to="default"'),
      outcome: "passed",
    },
    {
      why: "capitals",
      given: header("cross-origin-opener-policy", "Same-Origin"),
      outcome: "failed",
      says: /same-origin/,
    },
    { why: "a string", given: header("cross-origin-embedder-policy", '"require-corp"'), outcome: "failed" },
    { why: "sent twice", given: header("cross-origin-opener-policy", "same-origin, same-origin"), outcome: "failed" },
    {
      why: "a parameter where none belongs",
      given: header("cross-origin-resource-policy", "same-origin; a"),
      outcome: "failed",
    },
    { why: "not known", given: header("cross-origin-resource-policy", "same"), outcome: "failed" },
    { why: "open", given: header("cross-origin-opener-policy", "unsafe-none"), outcome: "warning" },
    {
      why: "missing",
      given: site([
        page({
          "cross-origin-opener-policy": null,
          "cross-origin-embedder-policy": null,
          "cross-origin-resource-policy": null,
        }),
      ]),
      outcome: "inapplicable",
    },
  ],
  cors: [
    { why: "any origin with cookies", given: sharing("reflected", true), outcome: "failed" },
    { why: "* with cookies", given: sharing("any", true), outcome: "warning" },
    { why: "any origin without cookies", given: sharing("reflected", false), outcome: "passed" },
    { why: "a named origin with cookies", given: sharing("named", true), outcome: "passed" },
    { why: "none", given: sharing("none", false), outcome: "inapplicable" },
    { why: "not asked", given: site(), outcome: "inapplicable" },
  ],
  "server-version": [
    { why: "nothing", given: site(), outcome: "passed" },
    { why: "a product without version", given: header("server", "cloudflare"), outcome: "passed" },
    { why: "digits in a name", given: header("server", "gws2"), outcome: "passed" },
    {
      why: "a version",
      given: header("server", "nginx/1.24.0"),
      outcome: "failed",
      target: "Server",
      says: /nginx\/1\.24\.0/,
    },
    { why: "a bare version", given: header("x-aspnet-version", "4.0.30319"), outcome: "failed" },
    { why: "what it is built with", given: header("x-powered-by", "Express"), outcome: "warning" },
    { why: "no answer was seen", given: site([page({}, { hops: [] })]), outcome: "inapplicable" },
  ],
  "cookie-flags": [
    { why: "careful", given: withCookies(cookie("sid"), cookie("theme", { httpOnly: false })), outcome: "passed" },
    {
      why: "a session for scripts",
      given: withCookies(cookie("PHPSESSID", { httpOnly: false })),
      outcome: "failed",
      target: "PHPSESSID",
      says: /HttpOnly/,
    },
    {
      why: "without Secure",
      given: withCookies(cookie("theme", { secure: false })),
      outcome: "failed",
      says: /lacks Secure/,
    },
    {
      why: "without Secure on this machine",
      given: site([page({}, { url: LOCAL, cookies: [cookie("sid", { secure: false, domain: "127.0.0.1" })] })]),
      outcome: "passed",
    },
    {
      why: "a SameSite that nobody knows",
      given: withCookies(cookie("theme", { sameSite: null, invalidSameSite: true })),
      outcome: "failed",
      says: /SameSite that browsers do not know/,
    },
    {
      why: "SameSite is left to the browser",
      given: withCookies(cookie("theme", { sameSite: null })),
      outcome: "warning",
    },
    {
      why: "None without Secure",
      given: withCookies(cookie("theme", { sameSite: "None", secure: false })),
      outcome: "failed",
    },
    {
      why: "a prefix that is not kept",
      given: withCookies(cookie("__Host-a", { hostOnly: false })),
      outcome: "failed",
      says: /__Host-/,
    },
    {
      why: "a token against forgery is read by scripts",
      given: withCookies(cookie("csrf_session", { httpOnly: false })),
      outcome: "passed",
    },
    {
      why: "another site's",
      given: withCookies(cookie("sid", { domain: "ads.example", secure: false })),
      outcome: "inapplicable",
    },
    { why: "none", given: site(), outcome: "inapplicable" },
  ],
  "https-redirect": [
    { why: "at once", given: site(), outcome: "passed" },
    { why: "nothing listens", given: site(undefined, { redirect: { state: "no_http" } }), outcome: "passed" },
    { why: "stays", given: redirect(["http://shop.example/"]), outcome: "failed", says: /does not lead to HTTPS/ },
    {
      why: "late",
      given: redirect(["http://shop.example/", "http://www.shop.example/", "https://www.shop.example/"]),
      outcome: "failed",
    },
    { why: "elsewhere", given: redirect(["http://shop.example/", "https://www.shop.example/"]), outcome: "warning" },
    { why: "refuses", given: redirect(["http://shop.example/"], 403), outcome: "warning" },
    {
      why: "this machine",
      given: site(undefined, { redirect: { state: "inapplicable", reason: "Here." } }),
      outcome: "inapplicable",
    },
    {
      why: "no answer",
      given: site(undefined, { redirect: { state: "not_measured", reason: "No answer." } }),
      outcome: "inapplicable",
      says: /No answer/,
    },
  ],
  "tls-certificate": [
    { why: "lasts", given: site(), outcome: "passed" },
    {
      why: "signed by itself",
      given: site(undefined, { tls: [tls({ error: "DEPTH_ZERO_SELF_SIGNED_CERT" })] }),
      outcome: "failed",
      says: /self-signed/,
    },
    {
      why: "an error nobody has words for",
      given: site(undefined, { tls: [tls({ error: "NEW_ONE" })] }),
      outcome: "failed",
      says: /NEW_ONE/,
    },
    { why: "ends soon", given: site(undefined, { tls: [tls({ days: 20 })] }), outcome: "warning", says: /in 20 days/ },
    { why: "no HTTPS", given: site(undefined, { tls: [] }), outcome: "inapplicable" },
    {
      why: "no answer",
      given: site(undefined, { tls: [{ host: "a", state: "not_measured", reason: "late" }] }),
      outcome: "inapplicable",
      says: /late/,
    },
  ],
  "tls-protocol": [
    { why: "1.3", given: site(), outcome: "passed" },
    {
      why: "nothing newer than 1.1",
      given: site(undefined, { tls: [tls({ protocol: "TLSv1.1" })] }),
      outcome: "failed",
    },
    { why: "old ones too", given: site(undefined, { tls: [tls({ oldProtocol: "TLSv1" })] }), outcome: "warning" },
    { why: "no HTTPS", given: site(undefined, { tls: [] }), outcome: "inapplicable" },
  ],
  "exposed-file": [
    { why: "nothing", given: site(), outcome: "passed" },
    { why: "settings", given: probe("env", "/.env", "exposed"), outcome: "failed", target: "/.env" },
    { why: "a source map", given: probe("source-map", "/a.js.map", "exposed"), outcome: "warning" },
    { why: "no answer", given: probe("env", "/.env", "not_measured"), outcome: "inapplicable" },
  ],
};

const plainImage = { tag: "img", url: "http://cdn.example/a.png", active: false };
const PAGE: Record<string, Case<SecurityPage>[]> = {
  "mixed-content": [
    { why: "nothing", given: page(), outcome: "passed" },
    {
      why: "a script",
      given: page({}, { plainReferences: [{ tag: "script", url: "http://cdn.example/a.js", active: true }] }),
      outcome: "failed",
    },
    {
      why: "a request",
      given: page({}, { exchanges: [{ url: "http://cdn.example/a", type: "fetch", status: null }] }),
      outcome: "failed",
    },
    {
      why: "a script after very many pictures",
      given: page(
        {},
        {
          plainReferences: [
            ...Array.from({ length: 30 }, (_, at) => ({ ...plainImage, url: `http://cdn.example/${at}.png` })),
            { tag: "script", url: "http://cdn.example/a.js", active: true },
          ],
        },
      ),
      outcome: "failed",
    },
    { why: "a picture", given: page({}, { plainReferences: [plainImage] }), outcome: "warning" },
    {
      why: "the policy mends it",
      given: page({ "content-security-policy": "upgrade-insecure-requests" }, { plainReferences: [plainImage] }),
      outcome: "passed",
    },
    { why: "plain HTTP", given: page({}, { url: LOCAL }), outcome: "inapplicable" },
  ],
  sri: [
    { why: "checked", given: script("https://cdn.other/a@1.2.3.js", true, true), outcome: "passed" },
    { why: "a fixed version", given: script("https://cdn.other/npm/a@1.2.3/a.js"), outcome: "failed" },
    {
      why: "a hash that cannot be compared",
      given: script("https://cdn.other/a.js", true),
      outcome: "failed",
      says: /crossorigin/,
    },
    { why: "plain HTTP", given: script("http://cdn.other/a.js"), outcome: "failed" },
    {
      why: "a fixed version after very many that are checked or change",
      given: page(
        {},
        {
          resources: Array.from({ length: 60 }, (_, at) => ({
            kind: "script" as const,
            url: `https://cdn.other/${at === 59 ? "a@1.2.3" : at}.js`,
            integrity: at < 30,
            crossorigin: true,
          })),
        },
      ),
      outcome: "failed",
      target: "https://cdn.other/a@1.2.3.js",
    },
    {
      why: "one that changes",
      given: script("https://tags.other/gtm.js?id=GTM-1"),
      target: "https://tags.other/gtm.js",
      outcome: "warning",
    },
    { why: "its own", given: script("https://static.shop.example/a@1.2.3.js"), outcome: "inapplicable" },
  ],
  "form-http": [
    {
      why: "secure",
      given: page({}, { forms: [{ action: "https://shop.example/a", method: "post", password: false }] }),
      outcome: "passed",
    },
    {
      why: "plain",
      given: page({}, { forms: [{ action: "http://shop.example/a", method: "post", password: false }] }),
      outcome: "failed",
    },
    {
      why: "this machine",
      given: page({}, { forms: [{ action: LOCAL, method: "post", password: false }] }),
      outcome: "passed",
    },
    { why: "none", given: page(), outcome: "inapplicable" },
  ],
  "password-http": [
    { why: "secure", given: page({}, { passwordFields: 1 }), outcome: "passed" },
    {
      why: "plain",
      given: page({}, { url: "http://shop.example/", passwordFields: 2 }),
      outcome: "failed",
      says: /2 passwords/,
    },
    { why: "this machine", given: page({}, { url: LOCAL, passwordFields: 1 }), outcome: "inapplicable" },
    { why: "none", given: page(), outcome: "inapplicable" },
  ],
  "vulnerable-library": [
    { why: "no advisory", given: page({}, { libraries: scanned([library({ advisories: [] })]) }), outcome: "passed" },
    {
      why: "content tells",
      given: page({}, { libraries: scanned([library()]) }),
      outcome: "failed",
      target: "jquery",
      says: /1 known vulnerability.*CVE-2020-11022/,
    },
    {
      why: "the address alone",
      given: page({}, { libraries: scanned([library({ detectedBy: ["uri", "filename"] })]) }),
      outcome: "warning",
    },
    { why: "a rough version", given: page({}, { libraries: scanned([library({ version: "3" })]) }), outcome: "review" },
    {
      why: "end of life alone",
      given: page(
        {},
        {
          libraries: scanned([
            library({ advisories: [{ severity: "low", identifiers: [], summary: "old", below: null }] }),
          ]),
        },
      ),
      outcome: "warning",
    },
    { why: "no library", given: page(), outcome: "inapplicable" },
    {
      why: "the plan",
      given: page({}, { libraries: { state: "skipped", reason: "Not in the plan." } }),
      outcome: "inapplicable",
      says: /plan/,
    },
  ],
};

function judge<G>(checks: readonly Check<G>[], cases: Record<string, Case<G>[]>): void {
  for (const check of checks) {
    describe(check.rule, () => {
      for (const { why, given, outcome, target, says } of cases[check.rule] ?? []) {
        it(`${outcome}: ${why}`, () => {
          const results: CheckResult[] = [check.run(given)].flat();
          const bad = results.filter((one) => one.outcome !== "passed" && one.outcome !== "inapplicable");
          const told = results.find((one) => one.outcome === outcome);
          expect(told, JSON.stringify(results)).not.to.equal(undefined);
          if (outcome === "passed" || outcome === "inapplicable") expect(bad).to.deep.equal([]);
          if (target !== undefined) expect(told?.target).to.equal(target);
          if (says) expect(told?.message).to.match(says);
          for (const { message, evidence } of results) {
            expect(message).to.match(/^\S.*[.…]$/s);
            expect(JSON.stringify(evidence ?? {}).length).to.be.lessThan(5_000);
          }
        });
      }
      it("has cases that fail, pass and do not apply", () => {
        const outcomes = new Set(cases[check.rule]?.map(({ outcome }) => outcome));
        expect([...outcomes]).to.include.members(["failed", "passed", "inapplicable"]);
      });
    });
  }
}

describe("rules about the host", () => judge(SITE_CHECKS, SITE));
describe("rules about a page", () => judge(PAGE_CHECKS, PAGE));
