// What comes after the last decision of a review.
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import type { ReviewList } from "./lists.ts";
import { isJudged } from "./model.ts";

type Reviewed = { run: Pick<AppReview["run"], "status">; progress: Pick<AppReview["progress"], "judged" | "total"> };

/** Whether every result is decided. A run that is still running brings more. */
export const isReviewed = ({ run, progress: { judged, total } }: Reviewed): boolean =>
  run.status !== "running" && total > 0 && judged === total;

/** What the head says of a review that is complete. */
export const conclusionOf = ({ rejected }: Pick<AppReview["progress"], "rejected">) =>
  rejected > 0
    ? ({ status: "failed", word: "Run stays failed" } as const)
    : ({ status: "passed", word: "All reviewed" } as const);

/** Whether everything that an inbox lists is decided; without anything in it, it says so itself. */
export const isInboxDone = ({ shots, nextCursor }: Pick<ReviewList, "shots" | "nextCursor">): boolean =>
  shots.length > 0 && nextCursor === null && shots.every(isJudged);

type Step = { label: string; to: string; search?: Record<string, undefined> };

/** The step after the last decision of an inbox. `elsewhere`: what waits in the project outside its environment and branch. */
export function nextAfterInbox(
  project: string,
  { elsewhere, last }: { elsewhere: number; last: { runId: string } | null },
): Step {
  if (elsewhere > 0)
    return {
      label: `Review what waits elsewhere (${formatCount(elsewhere)})`,
      to: paths.visual(project),
      search: { environment: undefined, branch: undefined },
    };
  return last
    ? { label: "Open the newest visual test", to: paths.review(project, last.runId) }
    : { label: "Back to the overview", to: paths.overview(project) };
}
