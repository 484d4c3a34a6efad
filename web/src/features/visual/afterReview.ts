// What comes after the last decision of a review.
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";

type Reviewed = { run: Pick<AppReview["run"], "status">; progress: Pick<AppReview["progress"], "judged" | "total"> };

/** Whether every result is decided. A run that is still running brings more. */
export const isReviewed = ({ run, progress: { judged, total } }: Reviewed): boolean =>
  run.status !== "running" && total > 0 && judged === total;

/** What the head says of a review that is complete. */
export const conclusionOf = ({ rejected }: Pick<AppReview["progress"], "rejected">) =>
  rejected > 0
    ? ({ status: "failed", word: "Run stays failed" } as const)
    : ({ status: "passed", word: "All reviewed" } as const);
