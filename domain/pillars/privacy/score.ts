// Score of a page: 100 minus the points for violations before consent and after rejecting.
import type { Finding, Severity } from "../../audit/finding.ts";
import type { PrivacyCheck } from "./privacyCheck.ts";
import { PRIVACY_CHECKS } from "./table.ts";

type Most = Readonly<Record<string, number>>;

export const mostPointsOf = (checks: readonly Pick<PrivacyCheck, "rule" | "mostPoints">[]): Most =>
  Object.fromEntries(checks.map(({ rule, mostPoints }) => [rule, mostPoints]));

const MAX_POINTS = mostPointsOf(PRIVACY_CHECKS);

/** Points for one failed finding. A warning costs a third of them, a manual check nothing. */
const POINTS: Readonly<Record<Severity, number>> = { critical: 25, serious: 20, moderate: 12, minor: 5, info: 0 };

/** Returns an integer from 0 to 100. */
export function privacyScore(
  findings: readonly Pick<Finding, "rule" | "outcome" | "severity">[],
  most: Most = MAX_POINTS,
): number {
  const lost = new Map<string, number>();
  for (const { rule, outcome, severity } of findings) {
    const share = outcome === "failed" ? 1 : outcome === "warning" ? 1 / 3 : 0;
    lost.set(rule, Math.min(most[rule] ?? 0, (lost.get(rule) ?? 0) + POINTS[severity] * share));
  }
  const total = [...lost.values()].reduce((sum, points) => sum + points, 0);
  return Math.max(0, Math.round(100 - total));
}
