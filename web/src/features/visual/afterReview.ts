// What comes after the last decision of a review.
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import type { AppRuns } from "../../../../api/endpoints/answers/app/runs.ts";
import { isOpen } from "./newest.ts";

type Run = Pick<AppRuns["runs"][number], "runId" | "status" | "counts">;
type Reviewed = { run: Pick<AppReview["run"], "status">; progress: Pick<AppReview["progress"], "judged" | "total"> };

/** Runs that are looked into for undecided results: each is a call. */
const MAX_LOOKED_INTO = 5;

const isRunning = ({ status }: Pick<Run, "status">): boolean => status === "running";

/** Whether every result is decided. A run that is still running brings more. */
export const isReviewed = ({ run, progress: { judged, total } }: Reviewed): boolean =>
  !isRunning(run) && total > 0 && judged === total;

/** What the head says of a review that is complete. */
export const conclusionOf = ({ rejected }: Pick<AppReview["progress"], "rejected">) =>
  rejected > 0
    ? ({ status: "failed", word: "Run stays failed" } as const)
    : ({ status: "passed", word: "All reviewed" } as const);

/** Of runs, newest first: the other ones that have ended and may have undecided results. A rejected result counts as failed. */
export const candidatesAfter = (runs: readonly Run[], runId: string): string[] =>
  runs
    .filter((run) => run.runId !== runId && !isRunning(run) && isOpen(run))
    .slice(0, MAX_LOOKED_INTO)
    .map((run) => run.runId);

/** Whether a run has results that nobody has decided about; null: it has no review. */
export const hasUndecided = (review: { total: number; judged: number } | null): boolean =>
  review !== null && review.judged < review.total;
