import { type Check, failed, warning } from "../../../audit/finding.ts";
import type { SecuritySite, SitePage } from "../gathered.ts";
import { headerValues } from "../headers.ts";
import { overPages, type Remark } from "../overPages.ts";
import { headerPolicies, sourcesOf } from "../policies.ts";

const OPEN = new Set(["*", "http:", "https:", "http://*", "https://*"]);

export const frameAncestors: Check<SecuritySite> = {
  rule: "frame-ancestors",
  severity: "serious",
  title: "Only listed sites can show the pages in a frame.",
  fault: "Framing policy is invalid or too open",
  help: "Send `Content-Security-Policy: frame-ancestors 'none'` (or 'self', or the sites that may), and `X-Frame-Options: DENY` or SAMEORIGIN for old browsers.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => page.html && (framing(page).length > 0 || options(page).length > 0)),
      judge,
      { good: "The pages restrict who may frame them.", none: "No page restricts who may frame it." },
    ),
};

const framing = (page: SitePage): string[][] => sourcesOf(headerPolicies(page), "frame-ancestors");
const options = (page: SitePage): string[] => [
  ...new Set(
    headerValues(page, "x-frame-options")
      .join(",")
      .split(",")
      .map((text) => text.trim().toUpperCase())
      .filter((text) => text !== ""),
  ),
];

/** frame-ancestors makes browsers ignore X-Frame-Options (CSP level 3, 6.4.2.1). */
function judge(page: SitePage): Remark[] {
  const lists = framing(page);
  if (lists.length > 0) {
    return lists.every((sources) => sources.some((source) => OPEN.has(source)))
      ? [failed("frame-ancestors lets every site show the pages in a frame", "frame-ancestors")]
      : [];
  }
  const given = options(page);
  if (given.length === 1 && (given[0] === "DENY" || given[0] === "SAMEORIGIN")) return [];
  if (given.length === 1 && given[0]?.startsWith("ALLOW-FROM"))
    return [failed("X-Frame-Options is ALLOW-FROM, which browsers ignore", "X-Frame-Options")];
  // HTML, 7.1.4: of several values, one that is known blocks other sites.
  if (given.length > 1 && given.some((value) => value === "DENY" || value === "SAMEORIGIN" || value === "ALLOWALL"))
    return [
      warning(
        `X-Frame-Options has ${given.length} different values; browsers let no other site frame the pages`,
        "X-Frame-Options",
        { severity: "minor" },
      ),
    ];
  return [failed("X-Frame-Options has no value that browsers know, so they ignore it", "X-Frame-Options")];
}
