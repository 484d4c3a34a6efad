import { type Check, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SecuritySite } from "../gathered.ts";

export const cors: Check<SecuritySite> = {
  rule: "cors",
  severity: "serious",
  title: "No unknown site can read the pages with a visitor's cookies.",
  fault: "CORS allows any origin with credentials",
  help: "Allow only origins from a fixed list in Access-Control-Allow-Origin, never any requesting origin, and send Access-Control-Allow-Credentials only to those.",
  run({ cors: sharing }) {
    if (sharing === undefined) return inapplicable("Cross-origin access was not tested.");
    if (sharing.state === "not_measured") return inapplicable(sharing.reason);
    const { allowOrigin, reflected, credentials, url } = sharing;
    const evidence = { allowOrigin, credentials };
    const target = "Access-Control-Allow-Origin";
    if (reflected && credentials)
      return failed(
        "Every origin that asks may read the site with its visitors' cookies: Access-Control-Allow-Origin repeats the origin, and Access-Control-Allow-Credentials is true.",
        target,
        { page: url, evidence },
      );
    // Without cookies it allows no more than *, which public files send.
    if (allowOrigin === "any" && credentials)
      return warning(
        "Access-Control-Allow-Origin is * with Access-Control-Allow-Credentials, which browsers refuse.",
        target,
        { page: url, severity: "minor", evidence },
      );
    return allowOrigin === "none"
      ? inapplicable("Pages of other origins cannot read the site.")
      : passed("Pages of other origins read the site without its visitors' cookies, or are named ones.");
  },
};
