// GitLab's code quality report: what audits and visual tests have against pages.
import { createHash } from "node:crypto";
import type { ReportItem, Severity } from "./items.ts";
import { fileOf } from "./sarif.ts";

const SEVERITY: Record<Severity, string> = {
  critical: "blocker",
  serious: "critical",
  moderate: "major",
  minor: "minor",
  info: "info",
};

export function gitlabReport(items: readonly ReportItem[]): string {
  const issues = items
    .filter(({ outcome }) => outcome === "failed" || outcome === "error")
    .map((item) => ({
      description: `${item.run}: ${item.message}`,
      check_name: item.rule,
      fingerprint: createHash("sha256").update(`${item.run}\n${item.rule}\n${item.fingerprint}`).digest("hex"),
      severity: SEVERITY[item.severity],
      location: { path: fileOf(item.page), lines: { begin: 1 } },
    }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
