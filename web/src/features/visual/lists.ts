// Lists of results as the screens of the review have them.
import type { AppDecided, AppInbox, AppReview } from "../../../../api/endpoints/answers/app/review.ts";

/** What an inbox knows beside its results. */
export type InboxFacts = Pick<AppInbox, "waiting" | "branches" | "runs" | "last">;

/** A list of results: of a run, or (`inbox`) of several, where each names its own. */
export type ReviewList = Omit<AppReview, "run" | "project" | "shots" | "details"> & {
  run: AppReview["run"] | null;
  inbox?: InboxFacts;
  shots: (AppReview["shots"][number] & { runId?: string })[];
  details: (AppReview["details"][number] & { runId?: string })[];
};

export type DecidedList = Pick<AppDecided, "message" | "results" | "progress">;
