// Commits that a project's runs reported. Their graph determines what a result is compared with.
import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * Some hundred commits, never changed: later reports about them go into another document. `_id` is the project and a hash of the content,
 * so that two writers of the same content write one document. `rows`: `StoredRow[]` as JSON, which is read in a tenth of the time of that
 * many small lists.
 */
export type CommitChunk = { _id: string; projectId: string; at: Date; rows: string };

/** One commit: its id, its parents, the pull request that it merged, when it was reported (ms), whether a run on main reported it. */
export type StoredRow = [sha: string, parents: string[], pr: number | null, at: number, onMain: 0 | 1];

export const commitChunkSchema = document<CommitChunk>({
  _id: required(String),
  projectId: required(String),
  at: required(Date),
  rows: required(String),
});
describeCollection(commitChunkSchema, {
  holds:
    "Some hundred commits of a project, as its runs reported them; never changed. Documents are merged when there are many; the newest 20,000 commits of a project are kept.",
  id: "the project and a hash of the content",
});
commitChunkSchema.index({ projectId: 1 });
