// 100 less what is taken for violations before consent and after rejecting.
import type { Finding, Severity } from "../../audit/finding.ts";

/** Points a rule can cost at most, whatever the number of its findings. */
const MOST: Readonly<Record<string, number>> = {
  "cookie-before-consent": 30,
  "storage-before-consent": 25,
  "beacon-before-consent": 35,
  "third-party-before-consent": 20,
  "consent-mode-default": 20,
  "cookie-after-reject": 35,
  "storage-after-reject": 30,
  "beacon-after-reject": 40,
  "consent-mode-not-updated": 20,
  "reject-missing": 10,
  "banner-returns": 10,
  "privacy-policy-link": 5,
};

/** Points for one failed finding; a warning costs a third of it. What waits for a person costs nothing. */
const POINTS: Readonly<Record<Severity, number>> = { critical: 25, serious: 20, moderate: 12, minor: 5, info: 0 };

/** 0 to 100, a whole number. */
export function privacyScore(findings: readonly Pick<Finding, "rule" | "outcome" | "severity">[]): number {
  const lost = new Map<string, number>();
  for (const { rule, outcome, severity } of findings) {
    const share = outcome === "failed" ? 1 : outcome === "warning" ? 1 / 3 : 0;
    lost.set(rule, Math.min(MOST[rule] ?? 0, (lost.get(rule) ?? 0) + POINTS[severity] * share));
  }
  const total = [...lost.values()].reduce((sum, points) => sum + points, 0);
  return Math.max(0, Math.round(100 - total));
}
