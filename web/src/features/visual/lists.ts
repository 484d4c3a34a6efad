// Types for the result lists of the review screens.
import type { AppDecided, AppInbox, AppReview } from "../../../../api/endpoints/answers/app/review.ts";

/** What an inbox has in addition to its results. */
export type InboxFacts = Pick<AppInbox, "waiting" | "branches" | "runs" | "last">;

/** List of results: of one run, or of several if `inbox` is set, in which case each result names its run. */
export type ReviewList = Omit<AppReview, "run" | "project" | "shots" | "details"> & {
  run: AppReview["run"] | null;
  inbox?: InboxFacts;
  shots: (AppReview["shots"][number] & { runId?: string })[];
  details: (AppReview["details"][number] & { runId?: string })[];
};

export type DecidedList = Pick<AppDecided, "message" | "results" | "progress">;
