// The mark that the bytes of an artifact are about to be deleted: what a writer of the same bytes looks at.
import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * `looking`: the sweep looks a second time, and a writer may take the mark away, which keeps the bytes. `deleting`: a writer waits until the
 * mark is gone, or `until` is past, and stores its bytes again. `token`: the sweep that set it.
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
