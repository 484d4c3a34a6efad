import { failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const robotsTxt: SeoCheck<SeoSite> = {
  rule: "robots-txt",
  severity: "serious",
  weight: 4,
  title: "robots.txt can be read.",
  fault: "robots.txt is unreadable or too large",
  help: "Serve robots.txt as plain text with 200, or return 404 if there is none; with 5xx, search engines stop crawling the site.",
  run({ robotsTxt: found }) {
    if (found.state === "absent") return inapplicable("The site has no robots.txt.");
    if (found.state === "unreachable") {
      const details = { evidence: { status: found.status } };
      return found.status !== null && found.status >= 500
        ? failed(
            `robots.txt answers ${found.status}, so search engines stop crawling the site.`,
            "/robots.txt",
            details,
          )
        : review(`robots.txt could not be read: ${found.reason}`, "/robots.txt", details);
    }
    if (found.isHtml) return warning("At /robots.txt there is an HTML page.", "/robots.txt");
    if ((found.rulesLeftOut ?? 0) > 0)
      return warning(
        `robots.txt has ${found.rulesLeftOut} rules more than are read; use fewer rules with stars.`,
        "/robots.txt",
      );
    return found.truncated
      ? warning("robots.txt is larger than the 500 KiB that search engines read.", "/robots.txt")
      : passed("robots.txt can be read.");
  },
};
