import { type Check, failed, inapplicable, passed } from "../../../audit/finding.ts";
import { isExposedHttp, isHttps } from "../addresses.ts";
import type { SecurityPage } from "../gathered.ts";

export const passwordHttp: Check<SecurityPage> = {
  rule: "password-http",
  severity: "critical",
  title: "Password fields are served over HTTPS only.",
  fault: "Page requests a password over HTTP",
  help: "Serve the whole site over HTTPS and redirect plain HTTP to it.",
  run(page) {
    const { passwordFields } = page;
    if (passwordFields === 0) return inapplicable("The page asks for no password.");
    if (isHttps(page.finalUrl)) return passed("The password field is served over HTTPS.");
    if (!isExposedHttp(page.finalUrl)) return inapplicable("The page is served from localhost.");
    const fields = passwordFields === 1 ? "a password" : `${passwordFields} passwords`;
    return failed(`The page asks for ${fields} over plain HTTP.`, "input[type=password]", {
      evidence: { passwordFields },
    });
  },
};
