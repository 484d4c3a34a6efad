// What a capture and a comparison answer: closed unions of reasons, and the sentences people read.
import type { Box } from "./pageMap.ts";
import type { Change } from "./reading/change.ts";
import type { ComparisonMode } from "./shot.ts";

/** Why a shot has the verdict it has. Closed: dashboards, agents and tests switch on it. */
export const REASON_CODES = [
  // compare
  "equal",
  "within_threshold",
  "mismatch",
  "size_changed",
  "content_changed",
  "layout_changed",
  "dynamic_region_changed",
  "rule_not_judged",
  "rule_hides_page",
  "hidden_by_rule",
  "no_baseline",
  "baseline_captured",
  "baseline_kept",
  "approved_on_branch",
  "known_look",
  "ignored_change",
  "was_ignored",
  "merged",
  "different_renderer",
  "flaky",
  // capture
  "unstable",
  "restless",
  "settles_late",
  "unsettled",
  "consent_banner",
  "cut",
  "still_loading",
  "redirected",
  "stabiliser_failed",
  "http_error",
  "host_not_found",
  "connection_failed",
  "certificate_error",
  "download",
  "timeout",
  "too_many_redirects",
  "too_large",
  "address_refused",
  "selector_not_found",
  "ready_selector_missing",
  "step_failed",
  "sign_in_failed",
  "mode_unsupported",
  "browser_unavailable",
  "browser_crashed",
  "storage_full",
  "storage_almost_full",
  "page_error",
  "baseline_missing_file",
  // a run
  "history",
  "not_run",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Page failures that pass by themselves, so that a second try is worth it; a 404 or a bad certificate does not. */
const PASSING: readonly string[] = [
  "timeout",
  "connection_failed",
  "step_failed",
  "sign_in_failed",
  "ready_selector_missing",
  "selector_not_found",
  "page_error",
] satisfies ReasonCode[];

export function passesByItself(code: string): boolean {
  return PASSING.includes(code);
}

/** `message` is a whole sentence for a person; `data` the numbers it rests on. */
export type Reason = { code: ReasonCode; message: string; data?: Record<string, string | number | boolean | null> };

/** A page that answers 4xx or 5xx and has a baseline: it answered before, so the site has become worse. */
export const withAnswerBefore = ({ code, message, data }: Reason): Reason => ({
  code,
  message: `${message} It has a baseline, so it answered before.`,
  data: { ...data, answeredBefore: true },
});

/** Whether a shot failed so. */
export const answersNoMore = ({ reasons }: { reasons: readonly Reason[] }): boolean =>
  reasons.some(({ code, data }) => code === "http_error" && data?.answeredBefore === true);

export const SHOT_STATUSES = ["passed", "failed", "approved", "error"] as const;
export type ShotStatus = (typeof SHOT_STATUSES)[number];

export const REGION_KINDS = ["moved", "resized", "recoloured", "text", "added", "removed", "other"] as const;
export type RegionKind = (typeof REGION_KINDS)[number];

/** A cluster of changed pixels. `share` is its part of all changed pixels, 0 to 1. */
export type Region = {
  box: Box;
  kind: RegionKind;
  /** The element it belongs to, "" when the map knows none. */
  selector: string;
  text: string;
  share: number;
  changedPixels: number;
  /** Key of the change that it belongs to (reading/change.ts); results of earlier versions have none. */
  cause?: string;
};

/**
 * A part of the page that keeps changing while nothing acts on it: a clock, a carousel. `box` in pixels of its picture; `selector` ""
 * where the map knows no element there. `moving`: where pixels were seen to change; results of earlier versions have none. `between`: it
 * stood still within each capture, and differed from one to the next.
 */
export type RestlessRegion = { box: Box; selector: string; moving?: Box; between?: boolean };

/** A band of rows put in or taken out: "+24 px at y=812". `y` in the test picture for insertions, in the baseline for removals. */
export type RowShift = { kind: "inserted" | "removed"; y: number; height: number };

/** One of ten equal horizontal bands of the test picture; `percent` is of the band's own pixels, 0 to 100. */
export type Band = { y: number; height: number; changedPixels: number; percent: number };

/** One captured frame, held in memory by the activity and then stored. */
export type Frame = { png: Uint8Array; width: number; height: number };

/** What a capture of one shot ends in. Failures of the page are data, never thrown. */
export type CaptureOutcome =
  | {
      kind: "captured";
      frame: Frame;
      /** The frame equals the known frame (`known.sha256` or its pixels). */
      equalsKnown: boolean;
      stable: boolean;
      /** Where frames kept differing, when not stable. */
      movingRegion: Box | null;
      /** Parts that kept changing, when stable but for them. */
      restless: RestlessRegion[];
      /** Elements that each content and page rule matched, by the rule's id; missing: nobody counted. */
      applied?: Record<string, number>;
      notes: Reason[];
      timings: Record<string, number>;
      /** HTTP status of the document. */
      httpStatus: number;
      /** What drew it, for baselines. */
      renderer: Renderer;
    }
  | { kind: "failed"; reason: Reason; notes: Reason[]; timings: Record<string, number> };

/** Which machine drew a picture: pictures of two renderers are not fully comparable. */
export type Renderer = { browser: string; version: string; platform: string; fonts: string };

/** Of one rule in one pair. `elements`: of the test picture. `changes`: boxes of the rule in which something differs. */
export type RuleUse = {
  id: string;
  selector: string;
  mode: ComparisonMode;
  scope?: string;
  elements: number;
  /** Pixels of the test picture that the rule leaves out of the score. */
  pixels: number;
  /** Those of them that are not equal in both pictures, rows that only one has included. */
  changedPixels: number;
  changes: number;
};

/** The numbers of one comparison. */
export type Comparison = {
  verdict: "passed" | "failed";
  reasons: Reason[];
  /** Pixels that are not equal, whatever the distance, anti-aliasing included. */
  differingPixels: number;
  /** Percent 0 to 100 of counted pixels, never rounded. 100 when there was nothing to compare. */
  mismatchPercent: number;
  changedPixels: number;
  countedPixels: number;
  regions: Region[];
  shifts: RowShift[];
  /** Where on the page the changed pixels are, from top to bottom; [] when nothing changed. */
  bands: Band[];
  /** Names the difference as a whole: results with the same one can be approved at once. */
  fingerprint: string;
  /** Names of the single changes, the largest first: one changed header has the same name on every page. */
  causes: string[];
  /** What these changes are, those with most pixels first; a part of them where they are many. */
  changes: Change[];
  /** What each rule left out; missing: there was nothing to compare pixel by pixel. */
  ruleUse?: RuleUse[];
  sizes: { baseline: { width: number; height: number }; test: { width: number; height: number } };
  timings: Record<string, number>;
};
