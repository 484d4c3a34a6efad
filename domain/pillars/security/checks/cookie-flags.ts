import { type Check, type CheckResult, failed, inapplicable, type Severity, warning } from "../../../audit/finding.ts";
import { type CookieFault, faultsOf, ownCookies } from "../cookies.ts";
import type { SecuritySite } from "../gathered.ts";
import { overPages } from "../overPages.ts";

const SAID: Record<CookieFault, { severity: Severity; fails: boolean; words: string }> = {
  "session-not-secure": { severity: "serious", fails: true, words: "lacks Secure" },
  "session-not-httponly": {
    severity: "serious",
    fails: true,
    words: "lacks HttpOnly although it looks like a session",
  },
  "not-secure": { severity: "moderate", fails: true, words: "lacks Secure" },
  "session-no-samesite": { severity: "moderate", fails: true, words: "lacks SameSite" },
  "no-samesite": { severity: "minor", fails: false, words: "lacks SameSite" },
  "samesite-none-not-secure": {
    severity: "moderate",
    fails: true,
    words: "has SameSite=None without Secure, so browsers refuse it",
  },
  "samesite-invalid": {
    severity: "moderate",
    fails: true,
    words: "has a SameSite that browsers do not know, so they take it for none",
  },
  "secure-prefix": {
    severity: "moderate",
    fails: true,
    words: "has the prefix __Secure- without Secure, so browsers refuse it",
  },
  "host-prefix": {
    severity: "moderate",
    fails: true,
    words: "has the prefix __Host- without Secure, Path=/ and a host of its own, so browsers refuse it",
  },
};

export const cookieFlags: Check<SecuritySite> = {
  rule: "cookie-flags",
  severity: "moderate",
  title: "Cookies have the attributes that protect them.",
  fault: "Cookie attributes are missing or invalid",
  help: "Set session cookies with Secure, HttpOnly and SameSite=Lax or Strict. Names with __Host- need Secure, Path=/ and no Domain.",
  run(site) {
    const pages = site.pages.filter((page) => ownCookies(page).length > 0);
    if (pages.length === 0) return inapplicable("No cookie of the site was seen.");
    return overPages(
      pages,
      (page) =>
        ownCookies(page).flatMap((cookie): CheckResult[] => {
          const faults = faultsOf(cookie, page.finalUrl);
          if (faults.length === 0) return [];
          const said = faults.map((fault) => SAID[fault]);
          const fails = said.some((one) => one.fails);
          const severity = said.find((one) => one.fails === fails)?.severity;
          const words = said.map((one) => one.words).join(" and ");
          return [
            (fails ? failed : warning)(`The cookie ${cookie.name} ${words}`, cookie.name, {
              severity,
              evidence: {
                name: cookie.name,
                domain: cookie.domain,
                path: cookie.path,
                secure: cookie.secure,
                httpOnly: cookie.httpOnly,
                sameSite: cookie.sameSite,
                expires: cookie.expires === null ? "with the session" : "later",
                faults,
              },
            }),
          ];
        }),
      { good: "All cookies carry their attributes.", none: "" },
    );
  },
};
