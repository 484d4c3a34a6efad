// Which run the review begins with.
import type { AppRuns } from "../../../../api/endpoints/answers/app/runs.ts";

type Run = Pick<AppRuns["runs"][number], "runId" | "counts">;

/** Whether some of its screenshots did not pass. */
export const isOpen = ({ counts }: Pick<Run, "counts">): boolean =>
  counts !== null && (counts.failed ?? 0) + (counts.errors ?? 0) > 0;

/** Of runs, newest first: the newest with screenshots that did not pass, else the newest of all. */
export function newestToJudge(runs: readonly Run[]): string | null {
  return (runs.find(isOpen) ?? runs[0])?.runId ?? null;
}
