// The first audit of its kind: it has nothing to have become worse than, so that it passed is no judgement of what was found.
import { plural } from "../text.ts";
import type { Severity } from "./finding.ts";
import type { AuditSummary } from "./summary.ts";

type Told = Pick<Record<Severity, number>, "critical" | "serious">;

/** `summary` of any kind of run; `extra` says it of runs that ended before summaries did. */
export function isStartingPoint(run: {
  verdict: "pass" | "fail" | null;
  summary: object | null;
  extra?: Readonly<Record<string, unknown>>;
}): boolean {
  const { startingPoint } = (run.summary ?? {}) as Partial<AuditSummary>;
  return startingPoint ?? (run.verdict === "pass" && run.extra?.comparedWith === null);
}

/** "13 critical and 2 serious findings", or of what there is. */
export function openFindings({ critical, serious }: Told): string {
  if (critical === 0 && serious === 0) return "no critical or serious finding";
  if (serious === 0) return plural(critical, "critical finding");
  if (critical === 0) return plural(serious, "serious finding");
  return `${critical} critical and ${plural(serious, "serious finding")}`;
}

/** "starting point: 13 critical and 2 serious findings": the words beside the outcome of a first run; null of any other. */
export function startingPointWords(run: Parameters<typeof isStartingPoint>[0]): string | null {
  if (!isStartingPoint(run)) return null;
  const { bySeverity } = (run.summary ?? {}) as Partial<AuditSummary>;
  return bySeverity ? `starting point: ${openFindings(bySeverity)}` : "starting point";
}
