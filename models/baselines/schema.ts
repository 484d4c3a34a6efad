import type { Decision } from "../../domain/history/branchApproval.ts";
import type { Renderer, RestlessRegion } from "../../domain/visual/outcome.ts";
import type { BrowserName, ViewportName } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** The pictures a baseline consists of, by artifact id. */
export type BaselinePicture = {
  artifactId: string;
  mapId: string | null;
  /** sha256 of the PNG bytes as the browser gave them: equal bytes need no decoding. */
  frameSha256: string;
  /** sha256 of size and decoded pixels: equal for every encoding of one picture. */
  pixelSha256: string;
  width: number;
  height: number;
  renderer: Renderer;
  /** Parts that kept changing while it was taken, or differed from one capture to the next. */
  restless?: RestlessRegion[];
  /** It was taken when nothing was under way any more, and so are the pictures that are compared with it. */
  rested?: boolean;
  /** A capture at once and one at rest agreed, so a picture that differs may be one that was taken too early. */
  confirmed?: boolean;
  /** Why no second capture agreed with it, a sentence; missing: one did, or it is older than that question. */
  unsettled?: string;
};

/** Whose decision an accepted picture is. `by`: a user's e-mail, `key <name>`, or `run` for a baseline run. */
export type Acceptance = { by: string; commitSha: string | null; prNumber: number | null };

/** The current baseline of one key. `_id` is a hash of the key, so that two writers meet in one document. */
export type Baseline = {
  _id: string;
  projectId: string;
  environmentId: string;
  scenarioId: string;
  /** "" stands for the whole document. */
  selector: string;
  viewport: ViewportName;
  browser: BrowserName;
  branch: string;
  /** Missing: without a mode. */
  mode?: string;
  /** Counts promotions; a promotion applies only on the version it saw. */
  version: number;
  versionId: string;
  picture: BaselinePicture;
  updatedAt: Date;
  /** Whose decision its picture is. Pointers that have not moved since earlier versions have none. */
  accepted?: Acceptance;
  /** Its first picture was rolled back: there is none to compare with. The pointer stays, since it only moves forward. */
  withdrawn?: boolean;
};

/** The baselines that there are. */
export const STANDING = { withdrawn: { $ne: true } };

/** Where an accepted picture comes from. Entries of earlier versions do not say it. */
export type BaselineOrigin = {
  /** The entry that it was compared with, of whichever baseline; null: there was none. */
  comparedWith: string | null;
  commitSha: string | null;
  prNumber: number | null;
  /** Who accepted it; of a baseline run, who asked for the run. */
  person: string | null;
  /** Of an approval that moved to the main branch: the decision on the branch. */
  decision?: Decision | null;
};

/** One entry of a baseline's history; never changed. */
export type BaselineVersion = {
  _id: string;
  baselineId: string;
  /** Entries of earlier versions have none until they are read for a run with a history. */
  projectId?: string;
  version: number;
  picture: BaselinePicture;
  /** Who: a user's e-mail, `key <name>`, or `run` for a baseline run. */
  promotedBy: string;
  how: "baseline_run" | "approve" | "branch_merge" | "rollback";
  fromRunId: string | null;
  fromShotId: string | null;
  previousVersionId: string | null;
  at: Date;
  /** Of a rollback to nothing: the baseline has no picture from here on; `picture` is the one taken back. */
  withdrawn?: boolean;
  /** The run whose promotions this entry takes back. */
  undoesRunId?: string | null;
} & Partial<BaselineOrigin>;

export const baselineSchema = document<Baseline>({
  _id: required(String),
  projectId: required(String),
  environmentId: required(String),
  scenarioId: required(String),
  selector: { type: String, default: "" },
  viewport: required(String),
  browser: required(String),
  branch: required(String),
  mode: String,
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
  person: String,
  decision: json,
});
describeCollection(baselineVersionSchema, { holds: "One entry of the history of a baseline; never changed." });
baselineVersionSchema.index({ baselineId: 1, version: 1 }, { unique: true });
baselineVersionSchema.index({ fromRunId: 1 });
baselineVersionSchema.index({ projectId: 1 });
