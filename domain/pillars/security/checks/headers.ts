import type { Check, Severity } from "../../../audit/finding.ts";
import { failed, warning } from "../../../audit/finding.ts";
import { isHttps } from "../addresses.ts";
import type { SecuritySite, SitePage } from "../gathered.ts";
import { documentHop, headerOf } from "../headers.ts";
import { overPages } from "../overPages.ts";
import { enforcedPolicies, headerPolicies, sourcesOf } from "../policies.ts";

type Expected = {
  header: string;
  /** Outcome if the header is missing: a failure if Observatory deducts points, otherwise a warning. */
  outcome: "failed" | "warning";
  severity: Severity;
  appliesTo(page: SitePage): boolean;
  present(page: SitePage): boolean;
  /** What a missing header allows. */
  risk: string;
};

const sends = (name: string) => (page: SitePage) => headerOf(page, name) !== undefined;
const html = (page: SitePage): boolean => page.html;

const EXPECTED: readonly Expected[] = [
  {
    header: "Content-Security-Policy",
    outcome: "failed",
    severity: "serious",
    appliesTo: html,
    present: (page) => enforcedPolicies(page).length > 0,
    risk: "a script that gets into a page runs unhindered",
  },
  {
    header: "Strict-Transport-Security",
    outcome: "failed",
    severity: "serious",
    appliesTo: (page) => isHttps(page.finalUrl),
    present: sends("strict-transport-security"),
    risk: "a browser may still be led to plain HTTP",
  },
  {
    header: "X-Frame-Options",
    outcome: "failed",
    severity: "serious",
    appliesTo: html,
    present: (page) => sends("x-frame-options")(page) || sourcesOf(headerPolicies(page), "frame-ancestors").length > 0,
    risk: "any site may show the pages in a frame and lead clicks astray; frame-ancestors in the Content-Security-Policy does as well",
  },
  {
    header: "X-Content-Type-Options",
    outcome: "failed",
    severity: "moderate",
    appliesTo: () => true,
    present: sends("x-content-type-options"),
    risk: "a browser may run a file as a type other than the declared one",
  },
  {
    header: "Referrer-Policy",
    outcome: "warning",
    severity: "minor",
    appliesTo: html,
    present: (page) => page.metaReferrer !== null || sends("referrer-policy")(page),
    risk: "what other sites learn about the address is left to each browser's default",
  },
  {
    header: "Permissions-Policy",
    outcome: "warning",
    severity: "minor",
    appliesTo: html,
    present: sends("permissions-policy"),
    risk: "embedded content may ask for the camera, the microphone or the position",
  },
  {
    header: "Cross-Origin-Opener-Policy",
    outcome: "warning",
    severity: "minor",
    appliesTo: html,
    present: sends("cross-origin-opener-policy"),
    risk: "a page that opens this one keeps a hold on its window",
  },
  {
    header: "Cross-Origin-Resource-Policy",
    outcome: "warning",
    severity: "minor",
    appliesTo: html,
    present: sends("cross-origin-resource-policy"),
    risk: "other sites may load the pages into their own process",
  },
  {
    header: "Cross-Origin-Embedder-Policy",
    outcome: "warning",
    severity: "info",
    appliesTo: html,
    present: sends("cross-origin-embedder-policy"),
    risk: "the pages cannot be isolated from other origins",
  },
];

export const headers: Check<SecuritySite> = {
  rule: "headers",
  severity: "moderate",
  title: "The pages send the security headers that browsers support.",
  fault: "Security header is missing",
  help: "Send the header with every page. Start Content-Security-Policy in report-only mode to see what it would block.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => documentHop(page) !== undefined),
      (page) =>
        EXPECTED.filter((expected) => expected.appliesTo(page) && !expected.present(page)).map((expected) => {
          const say = expected.outcome === "failed" ? failed : warning;
          return say(`The header ${expected.header} is missing, so ${expected.risk}`, expected.header, {
            severity: expected.severity,
            evidence: { header: expected.header, reportOnly: reportsOnly(page, expected.header) },
          });
        }),
      { good: "All expected headers are sent.", none: "No answer with headers was seen." },
    ),
};

/** A report-only policy is a start, but does not protect anything yet. */
function reportsOnly(page: SitePage, header: string): boolean {
  return header === "Content-Security-Policy" && headerOf(page, "content-security-policy-report-only") !== undefined;
}
