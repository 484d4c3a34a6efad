// The first audit of its kind: it has nothing to have become worse than, so that it passed is no judgement of what was found.
import { plural } from "../text.ts";
import type { Severity } from "./finding.ts";

/** `comparedWith`: the run it was compared with, as the end of a run stores it; null where there was none, and of older runs unknown. */
export function isStartingPoint(run: {
  verdict: "pass" | "fail" | null;
  extra: Readonly<Record<string, unknown>>;
}): boolean {
  return run.verdict === "pass" && run.extra.comparedWith === null;
}

/** "13 critical and 2 serious findings", or of what there is; what the starting point stands on. */
export function openFindings({ critical, serious }: Pick<Record<Severity, number>, "critical" | "serious">): string {
  if (critical === 0 && serious === 0) return "no critical or serious finding";
  if (serious === 0) return plural(critical, "critical finding");
  if (critical === 0) return `no critical and ${plural(serious, "serious finding")}`;
  return `${critical} critical and ${plural(serious, "serious finding")}`;
}

/** "starting point: 13 critical and 2 serious findings", the words beside the verdict of a first run. */
export const startingPointWords = (bySeverity: Parameters<typeof openFindings>[0] | null): string =>
  bySeverity === null ? "starting point" : `starting point: ${openFindings(bySeverity)}`;
