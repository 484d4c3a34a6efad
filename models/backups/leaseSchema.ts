// The lease for deleting data or reading all of it: sweeps and backups take turns.
import { describeCollection, document, required } from "../lib/schema.ts";

/** The `_id` of the only document. */
export const ONLY = "data";

/** `holder` has the turn until `until`. `wantedUntil`: a backup is waiting, and no sweep takes another turn before then. */
export type DataLease = {
  _id: string;
  holder: string | null;
  what: "backup" | "sweep" | null;
  until: Date | null;
  wantedUntil: Date | null;
};

export const dataLeaseSchema = document<DataLease>({
  _id: required(String),
  holder: { type: String, default: null },
  what: { type: String, default: null },
  until: { type: Date, default: null },
  wantedUntil: { type: Date, default: null },
});
describeCollection(dataLeaseSchema, {
  holds: "Whether a sweep deletes data or a backup reads it, never both at the same time; one document.",
  id: "always the same",
});
