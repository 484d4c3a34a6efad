// Who was asked to review a run, and their progress.
import { describeCollection, document, required } from "../lib/schema.ts";

export type ReviewRequest = {
  _id: string;
  orgId: string;
  projectId: string;
  runId: string;
  email: string;
  /** The person as a member of the organisation, while the request is open; null if it is done. */
  waiterId: string | null;
  askedBy: string;
  askedAt: Date;
  note: string | null;
  /** How often the person was asked about this run. */
  asked: number;
  lookedAt: Date | null;
  doneAt: Date | null;
  /** `decisions`: every result of the run is decided; an undo reopens the request. */
  doneBy: "person" | "decisions" | null;
  /** When it was withdrawn; kept for an undo. null if it was not; missing in earlier versions. */
  removedAt?: Date | null;
};

export const reviewRequestSchema = document<ReviewRequest>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  runId: required(String),
  email: required(String),
  waiterId: { type: String, default: null },
  askedBy: required(String),
  askedAt: required(Date),
  note: { type: String, default: null },
  asked: required(Number),
  lookedAt: { type: Date, default: null },
  doneAt: { type: Date, default: null },
  doneBy: { type: String, default: null },
  removedAt: { type: Date, default: null },
});
describeCollection(reviewRequestSchema, {
  holds: "A person who was asked to review a run.",
  id: "a hash of run and person",
});
reviewRequestSchema.index({ runId: 1 });
reviewRequestSchema.index({ waiterId: 1 });
