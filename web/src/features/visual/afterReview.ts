// What to do after the last decision of a review.
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import type { ReviewList } from "./lists.ts";
import { isJudged } from "./model.ts";

type Reviewed = { run: Pick<AppReview["run"], "status">; progress: Pick<AppReview["progress"], "judged" | "total"> };

/** Returns whether every result is decided. A running run may add more. */
export const isReviewed = ({ run, progress: { judged, total } }: Reviewed): boolean =>
  run.status !== "running" && total > 0 && judged === total;

/** Returns the status that the header shows for a completed review. */
export const conclusionOf = ({ rejected }: Pick<AppReview["progress"], "rejected">) =>
  rejected > 0
    ? ({ status: "failed", word: "Run stays failed" } as const)
    : ({ status: "passed", word: "All reviewed" } as const);

/** Returns whether everything listed in an inbox is decided. An empty inbox has its own message. */
export const isInboxDone = ({ shots, nextCursor }: Pick<ReviewList, "shots" | "nextCursor">): boolean =>
  shots.length > 0 && nextCursor === null && shots.every(isJudged);

type Step = { label: string; to: string; search?: Record<string, undefined> };

/** Returns the step after the last decision of an inbox. `elsewhere`: number of screenshots that need review outside its environment and branch. */
export function nextAfterInbox(
  project: string,
  { elsewhere, last }: { elsewhere: number; last: { runId: string } | null },
): Step {
  if (elsewhere > 0)
    return {
      label: `Review changes elsewhere (${formatCount(elsewhere)})`,
      to: paths.visual(project),
      search: { environment: undefined, branch: undefined },
    };
  return last
    ? { label: "Open the newest visual test", to: paths.review(project, last.runId) }
    : { label: "Back to the overview", to: paths.overview(project) };
}
