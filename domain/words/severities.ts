// Severities of findings, from most to least severe. Pure data.

export const SEVERITIES = ["critical", "serious", "moderate", "minor", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  serious: "Serious",
  moderate: "Moderate",
  minor: "Minor",
  info: "Info",
};
