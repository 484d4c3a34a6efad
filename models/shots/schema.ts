import type { Reference } from "../../domain/history/reference.ts";
import type {
  Band,
  Reason,
  Region,
  Renderer,
  RestlessRegion,
  RowShift,
  RuleUse,
  ShotStatus,
} from "../../domain/visual/outcome.ts";
import type { Box } from "../../domain/visual/pageMap.ts";
import type { Change } from "../../domain/visual/reading/change.ts";
import type { ReviewDecision } from "../../domain/visual/reviewDecisions.ts";
import type { ShotSpec } from "../../domain/visual/shot.ts";
import type { IgnoreEnd } from "../../domain/words/ignored.ts";
import { type BaselineKey, type BaselinePart, PART_FIELDS } from "../baselines/key.ts";
import type { BaselinePicture } from "../baselines/schema.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** Data of one capture of a shot. */
export type CaptureRecord = {
  attempt: number;
  artifactId: string | null;
  mapId: string | null;
  frameSha256: string | null;
  pixelSha256: string | null;
  width: number;
  height: number;
  stable: boolean;
  renderer: Renderer | null;
  /** Regions that kept changing during the capture. */
  restless?: RestlessRegion[];
  /** Number of elements that each content and page rule matched, by rule id; missing in older captures. */
  applied?: Record<string, number>;
  /** Whether it was taken when the page was at rest. */
  rested?: boolean;
  notes: Reason[];
  timings: Record<string, number>;
};

/**
 * A person's decision about a result. `versionId`: the baseline entry that an approval created. `carried`: the decision was made in that
 * run, and copied from that result because the newer one shows the same difference. `end`: when an ignored change ends; missing in
 * decisions of earlier versions.
 */
export type ShotReview = {
  decision: ReviewDecision;
  note: string | null;
  by: string;
  at: Date;
  versionId: string | null;
  end?: IgnoreEnd;
  carried?: { runId: string; shotId: string };
};

/** One shot of a run: its instruction, captures and verdict. */
export type Shot = BaselinePart & {
  _id: string;
  runId: string;
  projectId: string;
  index: number;
  scenarioLabel: string;
  url: string;
  spec: ShotSpec;
  kind: "visual" | "baseline";
  /** Set if its picture was uploaded, so it cannot be taken again. Missing if it was captured here. */
  source?: "upload";
  /** In a rerun of what failed: the run that decided it. Missing if this run did. */
  carriedFrom?: string;
  /** The baseline it is compared with, found when the run was planned. */
  baselineVersionId: string | null;
  /** Key under which its picture is promoted. */
  baselineKey: BaselineKey;
  /** Picture of that baseline, copied so that a capture needs no second look-up. */
  baseline: BaselinePicture | null;
  /** How the baseline was chosen; null if there is none, or the run creates it. Missing in results of earlier versions. */
  reference?: Reference | null;
  /** `pending` until it has a verdict. */
  status: "pending" | ShotStatus;
  reasons: Reason[];
  mismatchPercent: number | null;
  changedPixels: number | null;
  threshold: number;
  regions: Region[];
  shifts: RowShift[];
  /** Where on the page the changed pixels are; missing in results of earlier versions. */
  bands?: Band[];
  fingerprint: string | null;
  /** Names of its single changes, largest first; missing in results of earlier versions. */
  causes?: string[];
  /** Its changes as shown to people; `causes` also has the keys of changes that are not stored. Missing in results of earlier versions. */
  changes?: Change[];
  /** What each comparison rule left out of the score; missing if both pictures were equal, or in results of earlier versions. */
  ruleUse?: RuleUse[];
  flaky: boolean;
  /** Where its two captures differ from each other, in pixels of the test picture; missing in results of earlier versions. */
  movement?: Box[] | null;
  attempts: number;
  captures: CaptureRecord[];
  /** Artifact ids; a diff picture is created on first request. */
  artifacts: { baseline: string | null; test: string | null; diff: string | null; map: string | null };
  /** For uploads: Playwright's trace of the test that took it. */
  traceId?: string | null;
  timings: Record<string, number>;
  decidedAt: Date | null;
  /** Decision of a person; missing if nobody reviewed it. */
  review?: ShotReview | null;
  /** The previous decision, which an undo restores. */
  reviewBefore?: ShotReview | null;
  /** Incremented by every decision and every undo, so that one based on an older state does not apply. */
  reviewRev?: number;
  /** Results of later runs to which the decision was carried; one that was decided again since no longer has it. */
  carriedTo?: string[];
};

/** The fields with the place and outcome of a shot, for long lists. */
export const SHOT_PLACE = {
  index: 1,
  scenarioId: 1,
  scenarioLabel: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  url: 1,
  status: 1,
  reasons: 1,
} as const;

/** The fields that identify a result of a scenario, and how bad it is. */
export const SHOT_OUTCOME = {
  index: 1,
  scenarioLabel: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  selector: 1,
  status: 1,
  mismatchPercent: 1,
} as const;

export const shotSchema = document<Shot>({
  _id: required(String),
  runId: required(String),
  projectId: required(String),
  index: required(Number),
  ...PART_FIELDS,
  scenarioLabel: required(String),
  url: required(String),
  spec: required(json),
  kind: required(String),
  source: String,
  carriedFrom: String,
  baselineVersionId: { type: String, default: null },
  baselineKey: required(json),
  baseline: { type: json, default: null },
  reference: { type: json, default: null },
  status: required(String),
  reasons: { type: json, default: [] },
  mismatchPercent: { type: Number, default: null },
  changedPixels: { type: Number, default: null },
  threshold: required(Number),
  regions: { type: json, default: [] },
  shifts: { type: json, default: [] },
  bands: { type: json, default: [] },
  fingerprint: { type: String, default: null },
  causes: { type: [String], default: [] },
  movement: { type: json, default: null },
  changes: { type: json, default: [] },
  ruleUse: { type: json, default: undefined },
  flaky: { type: Boolean, default: false },
  attempts: { type: Number, default: 0 },
  captures: { type: json, default: [] },
  artifacts: required(json),
  traceId: { type: String, default: null },
  timings: { type: json, default: {} },
  decidedAt: { type: Date, default: null },
  review: { type: json },
  reviewBefore: { type: json },
  reviewRev: Number,
  carriedTo: { type: [String], default: undefined },
});
describeCollection(shotSchema, {
  holds: "One shot of a run: instruction, captures, verdict.",
  id: "`<runId>-<index>`",
});
shotSchema.index({ runId: 1, index: 1 }, { unique: true });
shotSchema.index({ runId: 1, scenarioId: 1, selector: 1, viewport: 1, browser: 1, mode: 1 }, { unique: true });
