// Who was asked to review a run, and how far they are.
import { describeCollection, document, required } from "../lib/schema.ts";

export type ReviewRequest = {
  _id: string;
  orgId: string;
  projectId: string;
  runId: string;
  email: string;
  /** The person as a member of the organisation, while the request is open; null: it is done. */
  waiterId: string | null;
  askedBy: string;
  askedAt: Date;
  note: string | null;
  /** How often the person was asked about this run. */
  asked: number;
  lookedAt: Date | null;
  doneAt: Date | null;
  /** `decisions`: every result of the run is decided. An undo opens it again. */
  doneBy: "person" | "decisions" | null;
  /** When it was taken back: it stays for an undo. null: it stands; not kept by earlier versions. */
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
