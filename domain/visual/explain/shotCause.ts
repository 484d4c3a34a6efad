// What an explanation of a failed result consists of.
import { type Action, CAUSE_KINDS, type CauseKind, type Remedy } from "../cause.ts";
import type { Reason, Region, RowShift, ShotStatus } from "../outcome.ts";
import type { Box, PageMap } from "../pageMap.ts";
import type { Change } from "../reading/change.ts";
import type { ComparisonRule } from "../shot.ts";

/** Beside the causes of single regions: what concerns the whole result. */
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

/** `share`: the part of the changed pixels it accounts for, 0 to 1; null for what concerns the whole result. */
export type ShotCause = {
  kind: ShotCauseKind;
  /** "" where no element is meant. */
  selector: string;
  confidence: number;
  evidence: string;
  action: Action;
  advice: string;
  share: number | null;
  /** Key of the change that it is, where the result knows its changes. */
  change?: string;
  /** The rule that settles it, where `action` is `rule`. */
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

/** What is known about a result. Maps may be missing; each part makes the answer surer, none is needed. */
export type ShotFacts = {
  reasons: readonly Reason[];
  mismatchPercent: number | null;
  threshold: number;
  regions: Region[];
  shifts: RowShift[];
  /** What happened, as it was read when it was compared; results of earlier versions have none. */
  changes?: readonly Change[] | undefined;
  fingerprint: string | null;
  flaky: boolean;
  sizes: { baseline: Size; test: Size } | null;
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  /** The capture before the one that decided. */
  otherCapture?: { map: PageMap | null; size: Size } | null;
  /** Where the pixels of the captures differ, in pixels of the test picture; results of earlier versions do not know. */
  movement?: readonly Box[] | null | undefined;
  /** The scenario's comparison rules as they are now. */
  rules?: readonly ComparisonRule[];
  /** Newest first. */
  earlier: readonly EarlierResult[];
  /** Other results of the run with the same change. */
  sameChange: number;
};
