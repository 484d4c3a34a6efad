import { type Check, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { hostOf, isHttps } from "../addresses.ts";
import type { SecuritySite } from "../gathered.ts";

export const httpsRedirect: Check<SecuritySite> = {
  rule: "https-redirect",
  severity: "serious",
  title: "HTTP redirects to HTTPS immediately.",
  fault: "HTTP does not redirect directly to HTTPS",
  help: "Redirect every plain HTTP request permanently to the same host and path over HTTPS.",
  run({ redirect }) {
    if (redirect.state === "no_http") return passed("The site does not answer over plain HTTP.");
    if (redirect.state !== "answered") return inapplicable(redirect.reason);
    const { hops, status } = redirect;
    const [asked = "", next] = hops;
    const last = hops.at(-1) ?? asked;
    const evidence = { hops: hops.slice(0, 8), status };
    if (!isHttps(last)) {
      if (next === undefined && status >= 400)
        return warning(`Plain HTTP answers with ${status} instead of leading to HTTPS.`, "", {
          severity: "minor",
          evidence,
        });
      const where =
        next === undefined
          ? "does not lead to HTTPS"
          : `leads through ${hops.length - 1} redirects and ends without HTTPS`;
      return failed(`The site over plain HTTP ${where}.`, "", { evidence });
    }
    if (next !== undefined && !isHttps(next))
      return failed("Plain HTTP leads to another address over plain HTTP before it leads to HTTPS.", "", {
        severity: "moderate",
        evidence,
      });
    if (next !== undefined && hostOf(next) !== hostOf(asked))
      return warning(
        `Plain HTTP leads straight to another host (${hostOf(next)}), so Strict-Transport-Security never covers ${hostOf(asked)}.`,
        "",
        { severity: "minor", evidence },
      );
    return passed("Plain HTTP leads to HTTPS on the same host.");
  },
};
