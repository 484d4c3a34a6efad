// Types for the explanation of a failed result.
import { type Action, CAUSE_KINDS, type CauseKind, type Remedy } from "../cause.ts";
import type { Reason, Region, RowShift, ShotStatus } from "../outcome.ts";
import type { Box, PageMap } from "../pageMap.ts";
import type { Change } from "../reading/change.ts";
import type { ComparisonRule } from "../shot.ts";

/** Kinds that concern the whole result, in addition to those of single regions. */
export const SHOT_CAUSE_KINDS = [
  ...CAUSE_KINDS,
  "page_failed",
  "page_slow",
  "unreachable",
  "refused",
  "missing_element",
  "step",
  "browser",
  "storage",
  "not_run",
  "no_baseline",
  "baseline_lost",
  "renderer",
  "still_loading",
  "page_size",
  "layout_rule",
  "dynamic",
  "overlay",
  "threshold",
] as const;
export type ShotCauseKind = CauseKind | (typeof SHOT_CAUSE_KINDS)[number];

/** `share`: share of the changed pixels that the cause accounts for, 0 to 1; null if it concerns the whole result. */
export type ShotCause = {
  kind: ShotCauseKind;
  /** "" if the cause concerns no element. */
  selector: string;
  confidence: number;
  evidence: string;
  action: Action;
  advice: string;
  share: number | null;
  /** Key of the corresponding change, if the result knows its changes. */
  change?: string;
  /** The rule that resolves the cause, if `action` is `rule`. */
  rule?: Remedy;
};

export type Size = { width: number; height: number };

/** An earlier result of the same scenario, part, viewport and browser. */
export type EarlierResult = {
  runId: string;
  status: "pending" | ShotStatus;
  mismatchPercent: number | null;
  fingerprint: string | null;
  flaky: boolean;
};

/** What is known about a result. Maps may be missing. Every part is optional and makes the explanation more certain. */
export type ShotFacts = {
  reasons: readonly Reason[];
  mismatchPercent: number | null;
  threshold: number;
  regions: Region[];
  shifts: RowShift[];
  /** Changes recorded by the comparison; results of earlier versions have none. */
  changes?: readonly Change[] | undefined;
  fingerprint: string | null;
  flaky: boolean;
  sizes: { baseline: Size; test: Size } | null;
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  /** The capture before the one that the result is based on. */
  otherCapture?: { map: PageMap | null; size: Size } | null;
  /** Boxes in which the captures differ, in pixels of the test screenshot; unknown for results of earlier versions. */
  movement?: readonly Box[] | null | undefined;
  /** The scenario's current comparison rules. */
  rules?: readonly ComparisonRule[];
  /** Newest first. */
  earlier: readonly EarlierResult[];
  /** Number of other results of the run with the same change. */
  sameChange: number;
};
