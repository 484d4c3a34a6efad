// The tests of MDN HTTP Observatory with their published points (mdn/mdn-http-observatory, "HTTP Observatory Scoring
// Methodology", as of 2026). Each test gives one result per page; the names are Observatory's.
import { trackerOf } from "../../consent/trackers.ts";
import { hostOf, isExposedHttp, isHttps, isPlainLoopback, sameSite } from "./addresses.ts";
import { ownCookies } from "./cookies.ts";
import type { SecuritySite, SitePage } from "./gathered.ts";
import { HSTS_LEAST_SECONDS, headerOf, headerValues, referrerPolicyOf, SAFE_REFERRER_POLICIES } from "./headers.ts";
import type { Said } from "./modifiers.ts";
import { policyResult } from "./observatoryPolicy.ts";
import { headerPolicies, sourcesOf } from "./policies.ts";
import { tokenOf } from "./structuredField.ts";

/** Results that are not listed have no points. */
export const POINTS: Readonly<Record<string, number>> = {
  "csp-implemented-with-no-unsafe-default-src-none": 10,
  "csp-implemented-with-no-unsafe": 5,
  "csp-implemented-with-insecure-scheme-in-passive-content-only": -10,
  "csp-implemented-with-unsafe-eval": -10,
  "csp-implemented-with-unsafe-inline": -20,
  "csp-implemented-with-insecure-scheme": -20,
  "csp-header-invalid": -25,
  "csp-not-implemented": -25,
  "csp-not-implemented-but-reporting-enabled": -25,
  "cookies-secure-with-httponly-sessions-and-samesite": 5,
  "cookies-without-secure-flag-but-protected-by-hsts": -5,
  "cookies-session-without-secure-flag-but-protected-by-hsts": -10,
  "cookies-without-secure-flag": -20,
  "cookies-samesite-flag-invalid": -20,
  "cookies-anticsrf-without-samesite-flag": -20,
  "cookies-session-without-httponly-flag": -30,
  "cookies-session-without-secure-flag": -40,
  "cross-origin-resource-sharing-implemented-with-universal-access": -50,
  "redirection-off-host-from-http": -5,
  "redirection-not-to-https-on-initial-redirection": -10,
  "redirection-not-to-https": -20,
  "redirection-missing": -20,
  "redirection-invalid-cert": -20,
  "referrer-policy-private": 5,
  "referrer-policy-unsafe": -5,
  "referrer-policy-header-invalid": -5,
  "hsts-implemented-max-age-less-than-six-months": -10,
  "hsts-not-implemented": -20,
  "hsts-header-invalid": -20,
  "hsts-not-implemented-no-https": -20,
  "hsts-invalid-cert": -20,
  "sri-implemented-and-all-scripts-loaded-securely": 5,
  "sri-implemented-and-external-scripts-loaded-securely": 5,
  "sri-not-implemented-but-external-scripts-loaded-securely": -5,
  "sri-implemented-but-external-scripts-not-loaded-securely": -20,
  "sri-not-implemented-and-external-scripts-not-loaded-securely": -50,
  "x-content-type-options-not-implemented": -5,
  "x-content-type-options-header-invalid": -5,
  "x-frame-options-implemented-via-csp": 5,
  "x-frame-options-not-implemented": -20,
  "x-frame-options-header-invalid": -20,
  "corp-header-invalid": -5,
  "corp-implemented": 10,
  "coep-header-invalid": -5,
  "coep-implemented-with-require-corp": 10,
  "coep-implemented-with-credentialless": 10,
  "coop-header-invalid": -5,
  "coop-implemented-with-same-origin": 10,
  "coop-implemented-with-same-origin-allow-popups": 10,
  "coop-implemented-with-noopener-allow-popups": 10,
};

export type ScoredPage = SitePage;
type Host = Pick<SecuritySite, "redirect" | "tls" | "cors">;

type Test = {
  name: string;
  /** Returns null if the test does not apply to the page. */
  result(page: ScoredPage, host: Host): string | null;
  /** Whether an outcome of our rules is about the same issue. If all of these were accepted, the result costs nothing. */
  about(said: Said, result: string): boolean;
};

const rule = (name: string, target?: RegExp) => (said: Said) =>
  said.rule === name && (target === undefined || target.test(said.target));
const either =
  (...ones: ((said: Said) => boolean)[]) =>
  (said: Said) =>
    ones.some((one) => one(said));
const missing = (header: string) => rule("headers", new RegExp(`^${header}$`));
const ofDocument = (judge: (page: ScoredPage) => string) => (page: ScoredPage) => (page.html ? judge(page) : null);

export const TESTS: readonly Test[] = [
  {
    name: "csp",
    result: ofDocument(policyResult),
    about: either(missing("Content-Security-Policy"), rule("csp-weak", /^(?:script|object|default)-src |^unreadable$/)),
  },
  {
    name: "hsts",
    result: hsts,
    about: (said, result) =>
      rule(
        result === "hsts-invalid-cert" ? "tls-certificate" : result.endsWith("-no-https") ? "https-redirect" : "hsts",
      )(said) || missing("Strict-Transport-Security")(said),
  },
  {
    name: "redirection",
    result: (_page, host) => redirection(host),
    about: (said, result) => rule(result === "redirection-invalid-cert" ? "tls-certificate" : "https-redirect")(said),
  },
  { name: "referrer-policy", result: ofDocument(referrerPolicy), about: rule("referrer-policy") },
  {
    name: "x-content-type-options",
    result: contentTypeOptions,
    about: either(missing("X-Content-Type-Options"), rule("nosniff")),
  },
  {
    name: "x-frame-options",
    result: ofDocument(frameOptions),
    about: either(missing("X-Frame-Options"), rule("frame-ancestors")),
  },
  {
    name: "corp",
    result: ofDocument(resourcePolicy),
    about: rule("cross-origin-policies", /^Cross-Origin-Resource-Policy$/),
  },
  {
    name: "coep",
    result: ofDocument((page) => isolation(page, "coep", "cross-origin-embedder-policy", EMBEDDERS)),
    about: rule("cross-origin-policies", /^Cross-Origin-Embedder-Policy$/),
  },
  {
    name: "coop",
    result: ofDocument((page) => isolation(page, "coop", "cross-origin-opener-policy", OPENERS)),
    about: rule("cross-origin-policies", /^Cross-Origin-Opener-Policy$/),
  },
  { name: "cors", result: (_page, host) => sharing(host), about: rule("cors") },
  { name: "sri", result: integrity, about: rule("sri") },
  { name: "cookies", result: cookies, about: rule("cookie-flags") },
];

const certificateFails = ({ tls }: Host): boolean =>
  tls.some((facts) => facts.state === "measured" && facts.error !== null);

/** The list of preloaded hosts is not part of the service, so there is no bonus for being on it. */
function hsts(page: ScoredPage, host: Host): string | null {
  // Requests to this machine do not cross a network.
  if (isPlainLoopback(page.finalUrl)) return null;
  if (!isHttps(page.finalUrl)) return "hsts-not-implemented-no-https";
  if (certificateFails(host)) return "hsts-invalid-cert";
  const value = headerValues(page, "strict-transport-security")[0]?.toLowerCase();
  if (value === undefined) return "hsts-not-implemented";
  const ages = value.split(";").flatMap((part) => /^\s*max-age=\s*"?(\d+)/.exec(part)?.[1] ?? []);
  if (value.includes(",") || ages.length === 0) return "hsts-header-invalid";
  return Number(ages.at(-1)) < HSTS_LEAST_SECONDS
    ? "hsts-implemented-max-age-less-than-six-months"
    : "hsts-implemented-max-age-at-least-six-months";
}

function redirection(host: Host): string | null {
  if (host.redirect.state === "inapplicable") return null;
  if (host.redirect.state === "no_http") return "redirection-not-needed-no-http";
  if (certificateFails(host)) return "redirection-invalid-cert";
  if (host.redirect.state !== "answered") return null;
  const [asked = "", next, ...further] = host.redirect.hops;
  if (next === undefined) return "redirection-missing";
  if (!isHttps(further.at(-1) ?? next)) return "redirection-not-to-https";
  if (!isHttps(next)) return "redirection-not-to-https-on-initial-redirection";
  return hostOf(next) === hostOf(asked) ? "redirection-to-https" : "redirection-off-host-from-http";
}

function referrerPolicy(page: ScoredPage): string {
  const policy = referrerPolicyOf(page);
  if (policy === undefined) return "referrer-policy-not-implemented";
  if (policy === "invalid") return "referrer-policy-header-invalid";
  return SAFE_REFERRER_POLICIES.has(policy) ? "referrer-policy-private" : "referrer-policy-unsafe";
}

function contentTypeOptions(page: ScoredPage): string {
  const value = headerValues(page, "x-content-type-options")[0]?.trim().toLowerCase();
  if (!value) return "x-content-type-options-not-implemented";
  return value === "nosniff" ? "x-content-type-options-nosniff" : "x-content-type-options-header-invalid";
}

function frameOptions(page: ScoredPage): string {
  if (sourcesOf(headerPolicies(page), "frame-ancestors").length > 0) return "x-frame-options-implemented-via-csp";
  const value = headerValues(page, "x-frame-options")[0]?.trim().toLowerCase();
  if (!value) return "x-frame-options-not-implemented";
  if (value === "deny" || value === "sameorigin") return "x-frame-options-sameorigin-or-deny";
  return value.startsWith("allow-from") ? "x-frame-options-allow-from-origin" : "x-frame-options-header-invalid";
}

/** Fetch standard: the values are matched case-sensitively. */
function resourcePolicy(page: ScoredPage): string {
  const value = headerOf(page, "cross-origin-resource-policy")?.trim();
  if (!value) return "corp-not-implemented";
  if (value === "cross-origin") return "corp-implemented-with-cross-origin";
  return value === "same-site" || value === "same-origin" ? "corp-implemented" : "corp-header-invalid";
}

const EMBEDDERS: ReadonlySet<string> = new Set(["require-corp", "credentialless", "unsafe-none"]);
const OPENERS: ReadonlySet<string> = new Set([
  "same-origin",
  "same-origin-allow-popups",
  "noopener-allow-popups",
  "unsafe-none",
]);

/** HTML standard: the token of one structured field. A second header or a value that does not parse invalidates it. */
function isolation(page: ScoredPage, name: string, header: string, known: ReadonlySet<string>): string {
  const sent = headerValues(page, header);
  const [value] = sent;
  if (!value?.trim()) return `${name}-not-implemented`;
  const token = sent.length > 1 ? null : tokenOf(value.trim());
  return token !== null && known.has(token) ? `${name}-implemented-with-${token}` : `${name}-header-invalid`;
}

const sharing = ({ cors }: Host): string | null =>
  cors?.state === "answered" && cors.reflected && cors.credentials
    ? "cross-origin-resource-sharing-implemented-with-universal-access"
    : null;

const INTEGRITY_ORDER = [
  "sri-not-implemented-but-external-scripts-loaded-securely",
  "sri-implemented-but-external-scripts-not-loaded-securely",
  "sri-not-implemented-and-external-scripts-not-loaded-securely",
];

/** Checks scripts in the rendered page, including those added by scripts. Observatory reads the document as sent. */
function integrity(page: ScoredPage): string | null {
  if (!page.html || page.resources === undefined) return null;
  const scripts = page.resources.filter(({ kind, url }) => kind === "script" && /^https?:/.test(url));
  const foreign = scripts.filter(({ url }) => !sameSite(url, page.finalUrl));
  const faults = foreign.flatMap((script) => {
    const secure = !isExposedHttp(script.url);
    if (script.integrity) return secure ? [] : [INTEGRITY_ORDER[1] ?? ""];
    return [INTEGRITY_ORDER[secure ? 0 : 2] ?? ""];
  });
  const worst = INTEGRITY_ORDER.findLast((fault) => faults.includes(fault));
  if (worst !== undefined) return worst;
  if (foreign.length > 0) return "sri-implemented-and-external-scripts-loaded-securely";
  if (scripts.length === 0) return null;
  return scripts.some((script) => script.integrity && isHttps(script.url))
    ? "sri-implemented-and-all-scripts-loaded-securely"
    : "sri-not-implemented-but-all-scripts-loaded-from-secure-origin";
}

const COOKIE_ORDER = [
  "cookies-without-secure-flag-but-protected-by-hsts",
  "cookies-without-secure-flag",
  "cookies-session-without-secure-flag-but-protected-by-hsts",
  "cookies-samesite-flag-invalid",
  "cookies-anticsrf-without-samesite-flag",
  "cookies-session-without-httponly-flag",
  "cookies-session-without-secure-flag",
];

function cookies(page: ScoredPage, host: Host): string | null {
  const held = ownCookies(page);
  if (held.length === 0) return null;
  const byHsts = hsts(page, host) === "hsts-implemented-max-age-at-least-six-months";
  // Plain HTTP to this machine does not cross a network.
  const needsSecure = !isPlainLoopback(page.finalUrl);
  const faults = new Set(
    held.flatMap(({ name, secure, httpOnly, sameSite: site, invalidSameSite = false }) => {
      const session = /login|sess/i.test(name) && trackerOf(name) === null;
      const open = !secure && needsSecure;
      return [
        ...(invalidSameSite || (!secure && site === "None") ? ["cookies-samesite-flag-invalid"] : []),
        ...(open
          ? [`cookies${session ? "-session" : ""}-without-secure-flag${byHsts ? "-but-protected-by-hsts" : ""}`]
          : []),
        ...(/csrf/i.test(name) && site === null ? ["cookies-anticsrf-without-samesite-flag"] : []),
        ...(session && !httpOnly ? ["cookies-session-without-httponly-flag"] : []),
      ];
    }),
  );
  const worst = COOKIE_ORDER.findLast((fault) => faults.has(fault));
  if (worst !== undefined) return worst;
  return held.every(({ sameSite: site, invalidSameSite = false }) => site !== null && !invalidSameSite)
    ? "cookies-secure-with-httponly-sessions-and-samesite"
    : "cookies-secure-with-httponly-sessions";
}
