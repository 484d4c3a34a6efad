import type { Decision } from "../../domain/history/branchApproval.ts";
import type { Renderer, RestlessRegion } from "../../domain/visual/outcome.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";
import { type BaselineKey, PART_FIELDS } from "./key.ts";

/** The pictures of a baseline, by artifact id. */
export type BaselinePicture = {
  artifactId: string;
  mapId: string | null;
  /** SHA-256 of the PNG bytes as the browser returned them: equal bytes need no decoding. */
  frameSha256: string;
  /** SHA-256 of the size and the decoded pixels: equal for every encoding of one picture. */
  pixelSha256: string;
  width: number;
  height: number;
  renderer: Renderer;
  /** Regions that kept changing during the capture, or differed between captures. */
  restless?: RestlessRegion[];
  /** Whether the picture was taken when the page was at rest; pictures compared with it are taken the same way. */
  rested?: boolean;
  /** Whether an immediate capture and one at rest matched, so that a picture that differs may have been taken too early. */
  confirmed?: boolean;
  /** Why no second capture matched it, as a sentence. Missing if one did, or if the picture is older than this check. */
  unsettled?: string;
};

/** Who accepted a picture. `by`: a user's e-mail, `key <name>`, or `run` for a baseline run. */
export type Acceptance = { by: string; commitSha: string | null; prNumber: number | null };

/** The current baseline of one key. `_id` is a hash of the key, so that concurrent writers meet in one document. */
export type Baseline = BaselineKey & {
  _id: string;
  /** Counts promotions; a promotion only applies to the version it saw. */
  version: number;
  versionId: string;
  picture: BaselinePicture;
  updatedAt: Date;
  /** Who accepted its picture. Missing for pointers that have not moved since earlier versions. */
  accepted?: Acceptance;
  /** Whether its first picture was rolled back, so that there is nothing to compare with. The pointer stays, because it only moves forward. */
  withdrawn?: boolean;
};

/** Filter for baselines that are not withdrawn. */
export const STANDING = { withdrawn: { $ne: true } };

/** The origin of an accepted picture. Missing in entries of earlier versions. */
export type BaselineOrigin = {
  /** The entry it was compared with, of whichever baseline; null if there was none. */
  comparedWith: string | null;
  commitSha: string | null;
  prNumber: number | null;
  /** When the run that showed it was started. Missing in entries of earlier versions. */
  runAt?: Date;
  /** Who accepted it; for a baseline run, who started the run. */
  person: string | null;
  /** For an approval that moved to the main branch: the decision on the branch. */
  decision?: Decision | null;
};

/** One entry of a baseline's history; never changed. */
export type BaselineVersion = {
  _id: string;
  baselineId: string;
  /** Missing in entries of earlier versions until they are read for a run with a history. */
  projectId?: string;
  version: number;
  picture: BaselinePicture;
  /** A user's e-mail, `key <name>`, or `run` for a baseline run. */
  promotedBy: string;
  how: "baseline_run" | "approve" | "branch_merge" | "rollback";
  fromRunId: string | null;
  fromShotId: string | null;
  previousVersionId: string | null;
  at: Date;
  /** For a rollback to nothing: the baseline has no picture from here on, and `picture` is the withdrawn one. */
  withdrawn?: boolean;
  /** The run whose promotions this entry reverts. */
  undoesRunId?: string | null;
} & Partial<BaselineOrigin>;

export const baselineSchema = document<Baseline>({
  _id: required(String),
  projectId: required(String),
  environmentId: required(String),
  ...PART_FIELDS,
  branch: required(String),
  version: required(Number),
  versionId: required(String),
  picture: required(json),
  updatedAt: required(Date),
  accepted: json,
  withdrawn: { type: Boolean, default: false },
});
describeCollection(baselineSchema, { holds: "The current screenshot of one key.", id: "a hash of the key" });
baselineSchema.index({ projectId: 1, scenarioId: 1 });

export const baselineVersionSchema = document<BaselineVersion>({
  _id: required(String),
  baselineId: required(String),
  projectId: String,
  version: required(Number),
  picture: required(json),
  promotedBy: required(String),
  how: required(String),
  fromRunId: { type: String, default: null },
  fromShotId: { type: String, default: null },
  previousVersionId: { type: String, default: null },
  at: required(Date),
  withdrawn: { type: Boolean, default: false },
  undoesRunId: { type: String, default: null },
  comparedWith: String,
  commitSha: String,
  prNumber: Number,
  runAt: Date,
  person: String,
  decision: json,
});
describeCollection(baselineVersionSchema, { holds: "One entry of the history of a baseline; never changed." });
baselineVersionSchema.index({ baselineId: 1, version: 1 }, { unique: true });
baselineVersionSchema.index({ fromRunId: 1 });
baselineVersionSchema.index({ projectId: 1 });
