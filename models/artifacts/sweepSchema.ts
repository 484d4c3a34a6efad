// Marks an artifact whose bytes are about to be deleted; checked by writers of the same bytes.
import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * `looking`: the sweep checks a second time; a writer may remove the mark, which keeps the bytes. `deleting`: a writer waits until the
 * mark is gone or `until` has passed, and stores its bytes again. `token`: the sweep that set the mark.
 */
export type ArtifactSweep = { _id: string; token: string; state: "looking" | "deleting"; until: Date };

export const artifactSweepSchema = document<ArtifactSweep>({
  _id: required(String),
  token: required(String),
  state: required(String),
  until: required(Date),
});
describeCollection(artifactSweepSchema, {
  holds: "A mark that the bytes of an artifact are about to be deleted; kept for minutes.",
  id: "the artifact's id",
});
artifactSweepSchema.index({ token: 1 });
