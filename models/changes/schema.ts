// Recent changes, for open pages: small records of where to look again. A page that was away for longer reads everything.
import type { ChangeKind } from "../../domain/liveChanges.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** `_id`: `<kind>:<id>` for runs and jobs, so that the newest change of each is one document; otherwise a new id. */
export type Change = {
  _id: string;
  /** "access": the sessions of a person may have ended; pages are not notified of it. */
  kind: ChangeKind | "access";
  subjectId: string;
  /** null for runs and jobs, whose own documents contain it, and for "access". */
  projectId: string | null;
  /** The ten seconds in which it happened: an equality narrows a read on every database, a range does not. */
  slot: string;
  at: Date;
  /** What cannot be read from the subject itself. */
  data: Record<string, unknown>;
};

export const changeSchema = document<Change>({
  _id: required(String),
  kind: required(String),
  subjectId: required(String),
  projectId: { type: String, default: null },
  slot: required(String),
  at: required(Date),
  data: { type: json, default: {} },
});
describeCollection(changeSchema, {
  holds: "A recent change, for open pages; kept for ten minutes.",
  id: "`<kind>:<id>` for runs and jobs",
});
changeSchema.index({ slot: 1 });
changeSchema.index({ at: 1 });
