import { failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const robotsBlocked: SeoCheck<SeoPage> = {
  rule: "robots-blocked",
  severity: "serious",
  weight: 10,
  title: "robots.txt lets the page be crawled.",
  fault: "robots.txt blocks the page",
  help: "Change the Disallow line of robots.txt that matches this URL, unless the page is excluded from search on purpose.",
  run({ robotsTxt }) {
    if (robotsTxt.state === "absent") return inapplicable("The site has no robots.txt, so nothing is forbidden.");
    if (robotsTxt.state === "unreachable")
      return review(`robots.txt could not be read: ${robotsTxt.reason}`, "/robots.txt", {
        evidence: { status: robotsTxt.status },
      });
    return robotsTxt.allowed === false
      ? failed(`Line ${robotsTxt.line ?? "?"} of robots.txt forbids crawling this page.`, "/robots.txt", {
          evidence: { line: robotsTxt.line },
        })
      : passed("robots.txt lets the page be crawled.");
  },
};
