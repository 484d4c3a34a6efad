import type { Renderer } from "../domain/visual/outcome.ts";
import { document, json, required } from "./schema.ts";

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
};

/** The current baseline of one key. `_id` is a hash of the key, so that two writers meet in one document. */
export type Baseline = {
  _id: string;
  projectId: string;
  environmentId: string;
  scenarioId: string;
  /** "" stands for the whole document. */
  selector: string;
  viewport: string;
  browser: string;
  branch: string;
  /** Counts promotions; a promotion applies only on the version it saw. */
  version: number;
  versionId: string;
  picture: BaselinePicture;
  updatedAt: Date;
};

/** One entry of a baseline's history; never changed. */
export type BaselineVersion = {
  _id: string;
  baselineId: string;
  version: number;
  picture: BaselinePicture;
  /** Who: a user's e-mail, `key <name>`, or `run` for a baseline run. */
  promotedBy: string;
  how: "baseline_run" | "approve" | "branch_merge" | "rollback";
  fromRunId: string | null;
  fromShotId: string | null;
  previousVersionId: string | null;
  at: Date;
};

export const baselineSchema = document<Baseline>({
  _id: required(String),
  projectId: required(String),
  environmentId: required(String),
  scenarioId: required(String),
  selector: { type: String, default: "" },
  viewport: required(String),
  browser: required(String),
  branch: required(String),
  version: required(Number),
  versionId: required(String),
  picture: required(json),
  updatedAt: required(Date),
});
baselineSchema.index({ projectId: 1, scenarioId: 1 });

export const baselineVersionSchema = document<BaselineVersion>({
  _id: required(String),
  baselineId: required(String),
  version: required(Number),
  picture: required(json),
  promotedBy: required(String),
  how: required(String),
  fromRunId: { type: String, default: null },
  fromShotId: { type: String, default: null },
  previousVersionId: { type: String, default: null },
  at: required(Date),
});
baselineVersionSchema.index({ baselineId: 1, version: 1 }, { unique: true });
