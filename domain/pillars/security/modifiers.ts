// The table of points. Those marked Observatory are the published ones of MDN HTTP Observatory (developer.mozilla.org,
// "HTTP Observatory Scoring Methodology", as of 2026); the others are ours, in the same measure.
import type { Outcome, Severity } from "../../audit/finding.ts";

/** What a rule said, of a page or of the host; `target` is "" where only the rule's worst outcome is known. */
export type Said = { rule: string; outcome: Outcome; severity: Severity; target: string };

export type Penalty = {
  name: string;
  /** Of each group only the worst counts, as Observatory has one result a test. */
  group: string;
  points: number;
  source: "Observatory" | "ours";
  when(said: Said): boolean;
};

type Wanted = { outcome?: Outcome; severity?: Severity; target?: RegExp };
const about =
  (rule: string, wanted: Wanted = { outcome: "failed" }) =>
  (said: Said): boolean =>
    said.rule === rule &&
    said.outcome !== "passed" &&
    said.outcome !== "inapplicable" &&
    (wanted.outcome === undefined || said.outcome === wanted.outcome) &&
    (wanted.severity === undefined || said.severity === wanted.severity) &&
    (wanted.target === undefined || wanted.target.test(said.target));
const missing = (header: string) => about("headers", { outcome: "failed", target: new RegExp(`^${header}$`) });

const observatory = (group: string, name: string, points: number, when: Penalty["when"]): Penalty => ({
  name,
  group,
  points,
  source: "Observatory",
  when,
});
const ours = (group: string, name: string, points: number, when: Penalty["when"]): Penalty => ({
  name,
  group,
  points,
  source: "ours",
  when,
});

export const PENALTIES: readonly Penalty[] = [
  observatory("csp", "csp-not-implemented", -25, missing("Content-Security-Policy")),
  observatory("csp", "csp-implemented-with-unsafe-inline", -20, about("csp-weak")),
  observatory(
    "csp",
    "csp-implemented-with-unsafe-eval",
    -10,
    about("csp-weak", { outcome: "warning", target: /script-unsafe-eval$/ }),
  ),
  observatory("hsts", "hsts-not-implemented", -20, missing("Strict-Transport-Security")),
  observatory("hsts", "hsts-header-invalid", -20, about("hsts")),
  observatory("hsts", "hsts-less-than-six-months", -10, about("hsts", { outcome: "warning" })),
  observatory(
    "hsts",
    "hsts-not-implemented-no-https",
    -20,
    about("https-redirect", { outcome: "failed", severity: "serious" }),
  ),
  observatory("hsts", "hsts-invalid-cert", -20, about("tls-certificate")),
  observatory(
    "redirection",
    "redirection-missing",
    -20,
    about("https-redirect", { outcome: "failed", severity: "serious" }),
  ),
  observatory("redirection", "redirection-not-to-https-on-initial-redirection", -10, about("https-redirect")),
  observatory("redirection", "redirection-off-host-from-http", -5, about("https-redirect", { outcome: "warning" })),
  observatory("redirection", "redirection-invalid-cert", -20, about("tls-certificate")),
  observatory("referrer-policy", "referrer-policy-unsafe", -5, about("referrer-policy", {})),
  observatory(
    "x-content-type-options",
    "x-content-type-options-not-implemented",
    -5,
    missing("X-Content-Type-Options"),
  ),
  observatory("x-content-type-options", "x-content-type-options-header-invalid", -5, about("nosniff")),
  observatory("x-frame-options", "x-frame-options-not-implemented", -20, missing("X-Frame-Options")),
  observatory("x-frame-options", "x-frame-options-header-invalid", -20, about("frame-ancestors")),
  observatory(
    "corp",
    "corp-header-invalid",
    -5,
    about("cross-origin-policies", { outcome: "failed", target: /^Cross-Origin-Resource-Policy$/ }),
  ),
  observatory(
    "sri",
    "sri-not-implemented-but-external-scripts-loaded-securely",
    -5,
    about("sri", { outcome: "warning" }),
  ),
  observatory("sri", "sri-not-implemented-but-external-scripts-loaded-securely", -5, about("sri")),
  observatory(
    "sri",
    "sri-not-implemented-and-external-scripts-not-loaded-securely",
    -50,
    about("sri", { outcome: "failed", severity: "serious" }),
  ),
  // The faults of a cookie are distinguished by their weight in checks/cookie-flags.ts.
  observatory(
    "cookies",
    "cookies-session-without-httponly-or-secure",
    -30,
    about("cookie-flags", { outcome: "failed", severity: "serious" }),
  ),
  observatory("cookies", "cookies-without-secure-flag", -20, about("cookie-flags")),
  ours("exposed", "exposed-critical", -50, about("exposed-file", { outcome: "failed", severity: "critical" })),
  ours("exposed", "exposed-serious", -30, about("exposed-file", { outcome: "failed", severity: "serious" })),
  ours("exposed", "exposed-minor", -5, about("exposed-file", {})),
  ours("libraries", "library-critical", -40, about("vulnerable-library", { outcome: "failed", severity: "critical" })),
  ours("libraries", "library-serious", -30, about("vulnerable-library", { outcome: "failed", severity: "serious" })),
  ours("libraries", "library-moderate", -20, about("vulnerable-library")),
  ours("transport", "password-over-http", -40, about("password-http")),
  ours("transport", "form-over-http", -20, about("form-http")),
  ours("transport", "mixed-content", -20, about("mixed-content")),
  ours("transport", "mixed-content-passive", -5, about("mixed-content", { outcome: "warning" })),
  ours("tls", "old-protocol-only", -20, about("tls-protocol")),
  ours("tls", "old-protocol-accepted", -5, about("tls-protocol", { outcome: "warning" })),
  ours("version", "server-version", -5, about("server-version")),
];

/** Observatory adds them from 90 points on. */
export const BONUSES = {
  "csp-implemented-with-no-unsafe-default-src-none": 10,
  "csp-implemented-with-no-unsafe": 5,
  "cookies-secure-with-httponly-sessions-and-samesite": 5,
  "referrer-policy-private": 5,
  "sri-implemented": 5,
  "x-frame-options-implemented-via-csp": 5,
  "corp-implemented": 10,
} as const;
export type BonusName = keyof typeof BONUSES;
export const BONUS_FROM = 90;

/** Best first. */
export const GRADES: readonly [least: number, grade: string][] = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
  [0, "F"],
];
