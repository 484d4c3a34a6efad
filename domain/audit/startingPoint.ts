// Recognizes the first audit of its kind. It has no earlier run to compare with, so its pass is no judgement of its findings.
import { plural } from "../text.ts";
import type { Severity } from "./finding.ts";
import type { AuditSummary } from "./summary.ts";

type Told = Pick<Record<Severity, number>, "critical" | "serious">;

/** Returns whether the run is a starting point. `summary`: of any kind of run. `extra`: used for runs that ended before summaries recorded this. */
export function isStartingPoint(run: {
  verdict: "pass" | "fail" | null;
  summary: object | null;
  extra?: Readonly<Record<string, unknown>>;
}): boolean {
  const { startingPoint } = (run.summary ?? {}) as Partial<AuditSummary>;
  return startingPoint ?? (run.verdict === "pass" && run.extra?.comparedWith === null);
}

/** Returns "13 critical and 2 serious findings", or only the severities that occur. */
export function openFindings({ critical, serious }: Told): string {
  if (critical === 0 && serious === 0) return "no critical or serious finding";
  if (serious === 0) return plural(critical, "critical finding");
  if (critical === 0) return plural(serious, "serious finding");
  return `${critical} critical and ${plural(serious, "serious finding")}`;
}

/** Returns the words beside the result of a first run, such as "starting point: 13 critical and 2 serious findings"; null for any other run. */
export function startingPointWords(run: Parameters<typeof isStartingPoint>[0]): string | null {
  if (!isStartingPoint(run)) return null;
  const { bySeverity } = (run.summary ?? {}) as Partial<AuditSummary>;
  return bySeverity ? `starting point: ${openFindings(bySeverity)}` : "starting point";
}
