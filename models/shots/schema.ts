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
import type { BrowserName, ShotSpec, ViewportName } from "../../domain/visual/shot.ts";
import type { IgnoreEnd } from "../../domain/words/ignored.ts";
import type { BaselineKey } from "../baselines/key.ts";
import type { BaselinePicture } from "../baselines/schema.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** What one capture of a shot left behind. */
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
  /** Parts that kept changing while it was taken. */
  restless?: RestlessRegion[];
  /** Elements that each content and page rule matched, by the rule's id; older captures have none. */
  applied?: Record<string, number>;
  /** It was taken when nothing was under way any more. */
  rested?: boolean;
  notes: Reason[];
  timings: Record<string, number>;
};

/**
 * What a person decided about a result. `versionId`: the baseline's entry that an approval made. `carried`: it was decided in that run, and
 * came from that result because the newer one shows the same. `end`: of a change that is ignored; decisions of earlier versions have none.
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

/** One shot of a run: its instruction, what was captured, and its verdict. */
export type Shot = {
  _id: string;
  runId: string;
  projectId: string;
  index: number;
  scenarioId: string;
  scenarioLabel: string;
  /** "" stands for the whole document. */
  selector: string;
  viewport: ViewportName;
  browser: BrowserName;
  /** Name of the mode in `spec`; missing: none. */
  mode?: string;
  url: string;
  spec: ShotSpec;
  kind: "visual" | "baseline";
  /** Its picture was uploaded: it cannot be taken again. Missing: taken here. */
  source?: "upload";
  /** The run that decided it, of a run of what failed in that one. Missing: its own. */
  carriedFrom?: string;
  /** The baseline it is compared with, found when the run was planned. */
  baselineVersionId: string | null;
  /** Under which its picture is promoted. */
  baselineKey: BaselineKey;
  /** That baseline's picture, copied so that a capture needs no second look-up. */
  baseline: BaselinePicture | null;
  /** By what it was chosen; null: there is no baseline, or the run makes them. Results of earlier versions have none. */
  reference?: Reference | null;
  /** `pending` until it has its verdict. */
  status: "pending" | ShotStatus;
  reasons: Reason[];
  mismatchPercent: number | null;
  changedPixels: number | null;
  threshold: number;
  regions: Region[];
  shifts: RowShift[];
  /** Where on the page the changed pixels are; results of earlier versions have none. */
  bands?: Band[];
  fingerprint: string | null;
  /** Names of its single changes, the largest first; results of earlier versions have none. */
  causes?: string[];
  /** What happened, as people are told; `causes` has the keys of those that are not kept. Results of earlier versions have none. */
  changes?: Change[];
  /** What each comparison rule left out of the score; missing: both pictures were equal, or earlier versions judged it. */
  ruleUse?: RuleUse[];
  flaky: boolean;
  /** Where its two captures differ from each other, in pixels of the test picture; results of earlier versions have none. */
  movement?: Box[] | null;
  attempts: number;
  captures: CaptureRecord[];
  /** Artifact ids; a diff picture is made when it is first asked for. */
  artifacts: { baseline: string | null; test: string | null; diff: string | null; map: string | null };
  /** Of uploads: Playwright's trace of the test that took it. */
  traceId?: string | null;
  timings: Record<string, number>;
  decidedAt: Date | null;
  /** Of people; results that nobody looked at have none. */
  review?: ShotReview | null;
  /** The decision before it, to which an undo goes back. */
  reviewBefore?: ShotReview | null;
  /** Raised by every decision and every undo: one that was made from an older state does not apply. */
  reviewRev?: number;
  /** Results of later runs to which the decision about it was carried; one that was decided again holds it no more. */
  carriedTo?: string[];
};

/** What tells where a shot stands and what came of it, for those who list many. */
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

/** What tells one result of a scenario from another, and how bad it is. */
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
  scenarioId: required(String),
  scenarioLabel: required(String),
  selector: { type: String, default: "" },
  viewport: required(String),
  browser: required(String),
  mode: String,
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
