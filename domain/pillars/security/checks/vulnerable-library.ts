import {
  type Check,
  type CheckResult,
  failed,
  inapplicable,
  passed,
  review,
  type Severity,
  warning,
} from "../../../audit/finding.ts";
import { plural } from "../../../text.ts";
import type { AdvisoryData, AdvisorySeverity, Library, SecurityPage } from "../gathered.ts";

const SEVERITY: Record<AdvisorySeverity, Severity> = {
  critical: "critical",
  high: "serious",
  medium: "moderate",
  low: "minor",
};
export const ADVISORY_SEVERITIES = ["critical", "high", "medium", "low"] as const satisfies readonly AdvisorySeverity[];

export const vulnerableLibrary: Check<SecurityPage> = {
  rule: "vulnerable-library",
  severity: "moderate",
  title: "No script library has known vulnerabilities.",
  fault: "Script library has known vulnerabilities",
  help: "Update the library to a version that no advisory lists, or remove it.",
  run({ libraries: scan }) {
    if (scan.state !== "scanned") return inapplicable(scan.reason);
    const results = scan.libraries
      .filter(({ advisories }) => advisories.length > 0)
      .map((library) => say(library, scan.data));
    if (results.length > 0) return results;
    if (scan.libraries.length === 0) return inapplicable("No known script library was found.");
    return passed(`No advisory of ${scan.data.date} names one of the ${scan.libraries.length} libraries.`);
  },
};

export function worstOf(library: Pick<Library, "advisories">): AdvisorySeverity | null {
  return ADVISORY_SEVERITIES.find((severity) => library.advisories.some((one) => one.severity === severity)) ?? null;
}

/**
 * Whether a library and its version were detected reliably. The URL alone may be wrong, and a version of one number is too imprecise to
 * compare,
 * so neither is a failure.
 */
export function isCertain({ detectedBy, version }: Pick<Library, "detectedBy" | "version">): boolean {
  return version.includes(".") && detectedBy.some((how) => how !== "uri" && how !== "filename");
}

function say(library: Library, data: AdvisoryData): CheckResult {
  const { component, version, advisories, detectedBy, places } = library;
  const worst = worstOf(library) ?? "low";
  const ordered = [...advisories].sort((a, b) => rank(a.severity) - rank(b.severity));
  const names = ordered.flatMap(({ identifiers }) => identifiers.find((one) => /^(?:CVE|GHSA)-/.test(one)) ?? []);
  const named = names.length === 0 ? "" : ` (${names.slice(0, 3).join(", ")}${names.length > 3 ? " …" : ""})`;
  const count = plural(advisories.length, "known vulnerability", "known vulnerabilities");
  const message = `${component} ${version} has ${count}, the worst of severity ${worst}${named}.`;
  const details = {
    severity: SEVERITY[worst],
    evidence: {
      component,
      version,
      detectedBy,
      places: places.slice(0, 5),
      advisories: ordered.slice(0, 8).map((one) => ({ ...one, summary: one.summary.slice(0, 160) })),
      advisoryCount: advisories.length,
      dataDate: data.date,
      dataSource: data.source,
    },
  };
  if (!version.includes("."))
    return review(`${message} Only the first number of its version is known.`, component, details);
  if (!isCertain(library)) return warning(`${message} The version is known only from its address.`, component, details);
  // End of life and similar notices are not known vulnerabilities.
  return (worst === "low" ? warning : failed)(message, component, details);
}

const rank = (severity: AdvisorySeverity): number => ADVISORY_SEVERITIES.indexOf(severity);
