// GitLab's code quality report: the failures of audits and visual tests.
import { createHash } from "node:crypto";
import type { Severity } from "../../domain/words/severities.ts";
import type { ReportItem } from "./items.ts";
import { fileOf } from "./sarif.ts";

const SEVERITY: Record<Severity, string> = {
  critical: "blocker",
  serious: "critical",
  moderate: "major",
  minor: "minor",
  info: "info",
};

/** As many as are read from the service. */
const MAX_ISSUES = 5_000;

export function gitlabReport(items: readonly ReportItem[]): string {
  const issues = items
    .filter(({ outcome }) => outcome === "failed" || outcome === "error")
    .slice(0, MAX_ISSUES)
    .map((item) => ({
      description: `${item.run}: ${item.message}`,
      check_name: item.rule,
      fingerprint: createHash("sha256").update(`${item.run}\n${item.rule}\n${item.fingerprint}`).digest("hex"),
      severity: SEVERITY[item.severity],
      location: { path: fileOf(item.page), lines: { begin: 1 } },
    }));
  // GitLab accepts each fingerprint only once.
  const once = new Map(issues.map((issue) => [issue.fingerprint, issue]));
  return `${JSON.stringify([...once.values()], null, 2)}\n`;
}
