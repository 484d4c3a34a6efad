// What changed lately, for pages that are open: small facts that say where to look again. Whoever was away for longer looks at everything.
import type { ChangeKind } from "../../domain/liveChanges.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** `_id`: of runs and jobs `<kind>:<id>`, so the newest change of each is one document; of the others a fresh id. */
export type Change = {
  _id: string;
  /** "access": the sessions of a person may have ended; pages are not told of it. */
  kind: ChangeKind | "access";
  subjectId: string;
  /** Of runs and jobs null: their own documents know. Of access null too. */
  projectId: string | null;
  /** The ten seconds it fell into: an equality narrows a read on every database, a range does not. */
  slot: string;
  at: Date;
  /** What cannot be read of the subject. */
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
