// One place of a screenshot and the state of its newest result: what is waiting for review across all runs.
import type { Difference } from "../../domain/review/place.ts";
import type { ReviewState } from "../../domain/review/states.ts";
import { PART_FIELDS } from "../baselines/key.ts";
import { describeCollection, document, required } from "../lib/schema.ts";
import type { ReviewPlace } from "./key.ts";

/** Written by the newest run that covered the place, and again when its result is decided. */
export type ReviewItem = ReviewPlace &
  Difference & {
    _id: string;
    /** Its project and state: items that are listed and counted together. */
    shelfId: string;
    /** Its project, environment and branch: items that a run can clear. */
    lineId: string;
    scenarioLabel: string;
    /** Where the run took its pages from: a run only clears items of the same scope. */
    scope: string;
    state: ReviewState;
    names: string[];
    /** The current result; null if the run that cleared the place has none. */
    shotId: string | null;
    runId: string;
    runAt: Date;
    commitSha: string | null;
    prNumber: number | null;
    /** Prevents an older write from overwriting a newer one (domain/review/place.ts). */
    order: string;
  };

export const reviewItemSchema = document<ReviewItem>({
  _id: required(String),
  projectId: required(String),
  environmentId: { type: String, default: null },
  line: { type: String, default: "" },
  ...PART_FIELDS,
  shelfId: required(String),
  lineId: required(String),
  scenarioLabel: required(String),
  scope: required(String),
  state: required(String),
  names: { type: [String], default: [] },
  look: { type: String, default: null },
  shotId: { type: String, default: null },
  runId: required(String),
  runAt: required(Date),
  commitSha: { type: String, default: null },
  prNumber: { type: Number, default: null },
  order: required(String),
});
reviewItemSchema.index({ shelfId: 1 });
reviewItemSchema.index({ lineId: 1 });
reviewItemSchema.index({ projectId: 1 });
describeCollection(reviewItemSchema, {
  holds: "A place of a screenshot on one branch and environment, and the review of its newest result.",
  id: "a hash of project, environment, branch, scenario, selector, viewport, browser and mode",
});
