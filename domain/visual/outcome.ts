// Results of captures and comparisons: closed unions of reasons, and the sentences people read.
import type { Box } from "./pageMap.ts";
import type { Change } from "./reading/change.ts";
import type { ComparisonMode } from "./shot.ts";

/** Reasons for a shot's verdict. The union is closed because dashboards, agents and tests switch on it. */
export const REASON_CODES = [
  // Reasons from the comparison.
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
  // Reasons from the capture.
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
  // Reasons from the run.
  "history",
  "not_run",
  "browser_not_used",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Transient page failures that are worth a second try, unlike a 404 or an invalid certificate. */
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

/** `message` is a complete sentence for a person; `data` has the numbers behind it. */
export type Reason = { code: ReasonCode; message: string; data?: Record<string, string | number | boolean | null> };

/** Adds to the reason of a page that returns 4xx or 5xx that it has a baseline: it responded before, so the site got worse. */
export const withAnswerBefore = ({ code, message, data }: Reason): Reason => ({
  code,
  message: `${message} It has a baseline, so it answered before.`,
  data: { ...data, answeredBefore: true },
});

/** Whether a shot failed for that reason. */
export const answersNoMore = ({ reasons }: { reasons: readonly Reason[] }): boolean =>
  reasons.some(({ code, data }) => code === "http_error" && data?.answeredBefore === true);

export const SHOT_STATUSES = ["passed", "failed", "approved", "error"] as const;
export type ShotStatus = (typeof SHOT_STATUSES)[number];

export const REGION_KINDS = ["moved", "resized", "recoloured", "text", "added", "removed", "other"] as const;
export type RegionKind = (typeof REGION_KINDS)[number];

/** A cluster of changed pixels. `share` is its share of all changed pixels, 0 to 1. */
export type Region = {
  box: Box;
  kind: RegionKind;
  /** The element it belongs to, or "" if the map has none. */
  selector: string;
  text: string;
  share: number;
  changedPixels: number;
  /** Key of the change it belongs to (reading/change.ts); results of earlier versions have none. */
  cause?: string;
};

/**
 * A part of the page that keeps changing without interaction, such as a clock or a carousel. `box` is in pixels of its screenshot;
 * `selector` is "" if the map has no element there. `moving`: where pixels were seen to change; missing in results of earlier versions.
 * `between`: whether it stood still within each capture but differed between captures.
 */
export type RestlessRegion = { box: Box; selector: string; moving?: Box; between?: boolean };

/** A band of inserted or removed rows: "+24 px at y=812". `y` is in the test screenshot for insertions, in the baseline for removals. */
export type RowShift = { kind: "inserted" | "removed"; y: number; height: number };

/** One of ten equal horizontal bands of the test screenshot; `percent` is the share of the band's own pixels, 0 to 100. */
export type Band = { y: number; height: number; changedPixels: number; percent: number };

/** One captured frame, held in memory by the activity and then stored. */
export type Frame = { png: Uint8Array; width: number; height: number };

/** Outcome of capturing one shot. Failures of the page are data and are never thrown. */
export type CaptureOutcome =
  | {
      kind: "captured";
      frame: Frame;
      /** Whether the frame equals the known frame (`known.sha256` or its pixels). */
      equalsKnown: boolean;
      stable: boolean;
      /** Where frames kept differing, if the page was not stable. */
      movingRegion: Box | null;
      /** Parts that kept changing, if the rest was stable. */
      restless: RestlessRegion[];
      /** Number of elements that each content and page rule matched, by rule id; missing if not counted. */
      applied?: Record<string, number>;
      notes: Reason[];
      timings: Record<string, number>;
      /** HTTP status of the document. */
      httpStatus: number;
      /** The renderer that drew it, for baselines. */
      renderer: Renderer;
    }
  | { kind: "failed"; reason: Reason; notes: Reason[]; timings: Record<string, number> };

/** The renderer of a screenshot: screenshots of two renderers are not fully comparable. */
export type Renderer = { browser: string; version: string; platform: string; fonts: string };

/** Effect of one rule on one pair. `elements`: matches in the test screenshot. `changes`: number of the rule's boxes in which something differs. */
export type RuleUse = {
  id: string;
  selector: string;
  mode: ComparisonMode;
  scope?: string;
  elements: number;
  /** Pixels of the test screenshot that the rule excludes from the score. */
  pixels: number;
  /** Those of them that differ between the screenshots, including rows that only one of them has. */
  changedPixels: number;
  changes: number;
};

/** The numbers of one comparison. */
export type Comparison = {
  verdict: "passed" | "failed";
  reasons: Reason[];
  /** Pixels that differ, whatever the distance, including anti-aliasing. */
  differingPixels: number;
  /** Percent of the counted pixels, 0 to 100, never rounded. 100 if there was nothing to compare. */
  mismatchPercent: number;
  changedPixels: number;
  countedPixels: number;
  regions: Region[];
  shifts: RowShift[];
  /** Vertical distribution of the changed pixels, from top to bottom; [] if nothing changed. */
  bands: Band[];
  /** Identifies the difference as a whole: results with the same fingerprint can be approved together. */
  fingerprint: string;
  /** Keys of the single changes, largest first: a changed header has the same key on every page. */
  causes: string[];
  /** The changes themselves, sorted by pixels (most first); only some of them if there are many. */
  changes: Change[];
  /** What each rule excluded; missing if nothing was compared pixel by pixel. */
  ruleUse?: RuleUse[];
  sizes: { baseline: { width: number; height: number }; test: { width: number; height: number } };
  timings: Record<string, number>;
};
