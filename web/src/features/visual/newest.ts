// Which run the review begins with.
import type { AppRuns } from "../../../../api/endpoints/answers/app/runs.ts";

type Run = Pick<AppRuns["runs"][number], "runId" | "counts">;

/** Of runs, newest first: the newest with pictures that are not in order, else the newest of all. */
export function newestToJudge(runs: readonly Run[]): string | null {
  const open = runs.find(({ counts }) => counts && (counts.failed ?? 0) + (counts.errors ?? 0) > 0);
  return (open ?? runs[0])?.runId ?? null;
}
